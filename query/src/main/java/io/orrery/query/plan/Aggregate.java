// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.ObjectOf;
import io.orrery.query.syntax.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The functions over many rows.
public enum Aggregate {
  AVG("Average"),
  COUNT("Count"),
  COUNTIF("CountIf"),
  MAKELIST("MakeList"),
  MAKESET("MakeSet"),
  MAX("Max"),
  MIN("Min"),
  SUM("Sum");

  private final String planName;

  Aggregate(String planName) {
    this.planName = planName;
  }

  /// As plans spell it.
  public String planName() {
    return planName;
  }

  /// The aggregate that an expression calls; null if it is anything else.
  public static @Nullable Aggregate of(Expression expression) {
    return expression instanceof Call call && !call.userDefined() ? find(call.name()) : null;
  }

  /// The aggregate of that name in any case; null if there is none.
  public static @Nullable Aggregate find(String name) {
    for (Aggregate aggregate : values()) {
      if (aggregate.name().equalsIgnoreCase(name)) {
        return aggregate;
      }
    }
    return null;
  }

  /// What one range of the container answers for a call of this aggregate, in the form in which
  /// clients merge the answers of all: an average cannot be merged, its sum and count can, and the
  /// least of nothing is recognised by its count.
  ObjectOf partial(Call call) {
    Expression of = call.arguments().getFirst();
    return switch (this) {
      case AVG -> object("item", object("sum", call("SUM", of), "count", call("COUNT", of)));
      case MIN -> extreme("min", call, of);
      case MAX -> extreme("max", call, of);
      case COUNT, COUNTIF, MAKELIST, MAKESET, SUM -> object("item", call);
    };
  }

  private static ObjectOf extreme(String name, Call call, Expression of) {
    return object("item", call, "item2", object(name, call, "count", call("COUNT", of)));
  }

  private static Call call(String name, Expression argument) {
    return new Call(name, false, List.of(argument), Span.NONE);
  }

  private static ObjectOf object(String name, Expression value) {
    return new ObjectOf(List.of(new Entry(name, value)));
  }

  private static ObjectOf object(
      String first, Expression firstValue, String second, Expression secondValue) {
    return new ObjectOf(List.of(new Entry(first, firstValue), new Entry(second, secondValue)));
  }
}
