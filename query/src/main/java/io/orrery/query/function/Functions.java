// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All built-in functions.
public final class Functions {
  private static final List<List<Function>> GROUPS =
      List.of(
          ArrayFunctions.ALL,
          ArrayTotalFunctions.ALL,
          ClockFunctions.ALL,
          ConversionFunctions.ALL,
          DateTimeFunctions.ALL,
          IntegerFunctions.ALL,
          ItemFunctions.ALL,
          MathFunctions.ALL,
          RegexFunctions.ALL,
          SetFunctions.ALL,
          SpatialFunctions.ALL,
          TextFunctions.ALL,
          TextPartFunctions.ALL,
          TextSearchFunctions.ALL,
          TypeFunctions.ALL);

  private static final SortedMap<String, Function> BY_NAME = byName();

  private Functions() {}

  /// The function of that name, in any case; null if there is none.
  public static @Nullable Function find(String name) {
    return BY_NAME.get(name);
  }

  /// In the order of their names.
  public static Collection<Function> all() {
    return Collections.unmodifiableCollection(BY_NAME.values());
  }

  private static SortedMap<String, Function> byName() {
    SortedMap<String, Function> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (List<Function> group : GROUPS) {
      for (Function function : group) {
        if (byName.put(function.name(), function) != null) {
          throw new IllegalStateException("two functions have the name " + function.name());
        }
      }
    }
    return byName;
  }
}
