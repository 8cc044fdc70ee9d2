// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// The numbers below which shares of all numbers lie. Exact: the least number that at least so many
/// are not above.
public final class ExactPercentiles {
  private ExactPercentiles() {}

  /// Of no numbers, every one of them is null.
  ///
  /// @param single whether one number is told, not an array
  public static Value of(List<Double> numbers, List<Double> shares, boolean single) {
    List<Double> sorted = numbers.stream().sorted().toList();
    List<Value> found = new ArrayList<>();
    for (double share : shares) {
      int at = (int) Math.max(0, Math.ceil(share * sorted.size()) - 1);
      found.add(sorted.isEmpty() ? Value.Null.NULL : new Value.Float64(sorted.get(at)));
    }
    return single ? found.getFirst() : new Value.Array(found);
  }
}
