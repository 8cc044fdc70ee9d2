// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.expression.function.ExactPercentiles;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// The numbers below which shares of all numbers lie.
final class Percentiles implements AccumulatorState {
  private static final long NUMBER_BYTES = 24;

  private final List<Double> shares;
  private final boolean single;
  private final List<Double> numbers = new ArrayList<>();

  /// @param single whether one number is told, not an array
  Percentiles(List<Double> shares, boolean single) {
    this.shares = List.copyOf(shares);
    this.single = single;
  }

  @Override
  public long add(Value value) {
    if (!value.kind().isNumber()) {
      return 0;
    }
    numbers.add(BsonNumbers.toDouble(value));
    return NUMBER_BYTES;
  }

  @Override
  public Value result() {
    return ExactPercentiles.of(numbers, shares, single);
  }
}
