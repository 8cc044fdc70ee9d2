// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.collation.CollationKeys;
import java.util.Collections;
import java.util.Comparator;
import java.util.function.IntPredicate;

/// How two values stand in BSON's order, over all types. What is missing stands before null.
public final class Comparisons {
  static final Comparator<Value> GREATEST_FIRST = Collections.reverseOrder(Comparisons::compare);

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

  /// The order of values whose texts compare by a collation.
  public static Comparator<Value> order(Collation collation) {
    return collation.isSimple()
        ? ValueOrder.BSON
        : Comparator.comparing(CollationKeys.of(collation)::of, ValueOrder.BSON);
  }

  public static int compare(Value one, Value other) {
    return ValueOrder.BSON.compare(one, other);
  }
}
