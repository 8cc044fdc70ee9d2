// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.Collections;
import java.util.Comparator;
import java.util.function.IntPredicate;

/// How two values stand in BSON's order, over all types. What is missing stands before null.
public final class Comparisons {
  public static final Comparator<Value> GREATEST_FIRST =
      Collections.reverseOrder(Comparisons::compare);

  private Comparisons() {}

  static void addTo(FunctionTable table) {
    table.binary("$cmp", (one, other) -> new Value.Int32(Integer.signum(compare(one, other))));
    relation(table, "$eq", order -> order == 0);
    relation(table, "$ne", order -> order != 0);
    relation(table, "$lt", order -> order < 0);
    relation(table, "$lte", order -> order <= 0);
    relation(table, "$gt", order -> order > 0);
    relation(table, "$gte", order -> order >= 0);
    table.unary("$not", value -> Value.Bool.of(!Operands.isTrue(value)));
  }

  private static void relation(FunctionTable table, String name, IntPredicate holds) {
    table.binary(name, (one, other) -> Value.Bool.of(holds.test(compare(one, other))));
  }

  public static int compare(Value one, Value other) {
    return ValueOrder.BSON.compare(one, other);
  }
}
