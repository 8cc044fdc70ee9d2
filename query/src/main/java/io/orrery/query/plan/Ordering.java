// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import java.util.List;

/// The order of the rows: the keys in canonical form, and whether each is descending.
public record Ordering(List<String> expressions, List<Boolean> descending) {
  public static final Ordering NONE = new Ordering(List.of(), List.of());

  public Ordering {
    expressions = List.copyOf(expressions);
    descending = List.copyOf(descending);
  }

  static Ordering of(List<Query.Order> orders) {
    return new Ordering(
        orders.stream().map(order -> Printer.print(order.value())).toList(),
        orders.stream().map(Query.Order::descending).toList());
  }
}
