// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.Comparator;
import java.util.List;

/// The order of rows by the values of the ORDER BY expressions. Rows that are equal here are the
/// caller's to order: `ordering.thenComparing(…)`.
///
/// @param descending for each key, whether the highest comes first
public record RowOrder(List<Boolean> descending) implements Comparator<Value[]> {
  public RowOrder {
    descending = List.copyOf(descending);
  }

  @Override
  public int compare(Value[] left, Value[] right) {
    for (int i = 0; i < left.length; i++) {
      int comparison = ValueOrder.SQL.compare(left[i], right[i]);
      if (comparison != 0) {
        return descending.get(i) ? -Integer.signum(comparison) : comparison;
      }
    }
    return 0;
  }
}
