// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Every function by its name.
public final class FunctionTable {
  private static final FunctionTable ALL = all();

  private final Map<String, CallForm> byName = new HashMap<>();

  private FunctionTable() {}

  /// Null if there is none of that name.
  public static @Nullable CallForm find(String name) {
    return ALL.byName.get(name);
  }

  private static FunctionTable all() {
    FunctionTable table = new FunctionTable();
    ArithmeticOperators.addTo(table);
    Logarithms.addTo(table);
    Rounding.addTo(table);
    Trigonometry.addTo(table);
    BitwiseOperators.addTo(table);
    Comparisons.addTo(table);
    StringOperators.addTo(table);
    Substrings.addTo(table);
    Trimming.addTo(table);
    PatternSearch.addTo(table);
    ArrayShapes.addTo(table);
    ArraySlices.addTo(table);
    ArraySearch.addTo(table);
    ArrayPicks.addTo(table);
    SetOperators.addTo(table);
    ObjectOperators.addTo(table);
    TypeOperators.addTo(table);
    Conversions.addTo(table);
    DateParts.addTo(table);
    DateTexts.addTo(table);
    DateArithmetic.addTo(table);
    NumberStatistics.addTo(table);
    return table;
  }

  void unary(String name, ValueFunction.Unary function) {
    byName.put(name, new CallForm.Positional(1, 1, arguments -> function.apply(arguments[0])));
  }

  void binary(String name, ValueFunction.Binary function) {
    byName.put(
        name,
        new CallForm.Positional(2, 2, arguments -> function.apply(arguments[0], arguments[1])));
  }

  void positional(String name, int least, int most, ValueFunction function) {
    byName.put(name, new CallForm.Positional(least, most, function));
  }

  void any(String name, ValueFunction function) {
    positional(name, 0, Integer.MAX_VALUE, function);
  }

  void named(
      String name,
      int notObject,
      int unknown,
      List<CallForm.Parameter> parameters,
      ValueFunction function) {
    byName.put(name, new CallForm.Named(parameters, notObject, unknown, function));
  }

  void ofDate(String name, ValueFunction.Binary function) {
    byName.put(name, new CallForm.OfDate(arguments -> function.apply(arguments[0], arguments[1])));
  }
}
