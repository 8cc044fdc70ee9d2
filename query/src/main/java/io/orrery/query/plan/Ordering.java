// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import java.util.List;

/// The order of the rows: the keys in canonical form, and whether each is descending.
///
/// @param streaming whether the rows of a range come in that order one by one; those by distance
///   from a vector do not
public record Ordering(List<String> expressions, List<Boolean> descending, boolean streaming) {
  public static final Ordering NONE = new Ordering(List.of(), List.of(), true);

  public Ordering {
    expressions = List.copyOf(expressions);
    descending = List.copyOf(descending);
  }

  static Ordering of(List<Query.Order> orders) {
    return new Ordering(
        orders.stream().map(order -> Printer.print(order.value())).toList(),
        orders.stream().map(Query.Order::descending).toList(),
        orders.stream().noneMatch(Ordering::isByDistance));
  }

  static boolean isByDistance(Query.Order order) {
    return order.value() instanceof Expression.Call call
        && !call.userDefined()
        && call.name().equalsIgnoreCase("VectorDistance");
  }
}
