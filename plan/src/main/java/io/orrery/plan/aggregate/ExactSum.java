// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Adds numbers without rounding, so that the sum over several partitions does not depend on which
/// of them answers first.
///
/// Doubles are kept as a few doubles that do not overlap and have exactly their sum (Shewchuk,
/// "Adaptive Precision Floating-Point Arithmetic", 1997); integers as a 64-bit number and what went
/// beyond.
final class ExactSum {
  private long integers;
  private BigInteger carried = BigInteger.ZERO;
  private BigDecimal decimals = BigDecimal.ZERO;
  private double[] partials = new double[4];
  private int count;
  private boolean overflown;

  void add(long number) {
    long sum = integers + number;
    if (((integers ^ sum) & (number ^ sum)) < 0) {
      carried = carried.add(BigInteger.valueOf(integers)).add(BigInteger.valueOf(number));
      sum = 0;
    }
    integers = sum;
  }

  void add(BigDecimal number) {
    decimals = decimals.add(number);
  }

  void add(double number) {
    double rest = number;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      double larger = Math.abs(rest) < Math.abs(partials[i]) ? partials[i] : rest;
      double smaller = Math.abs(rest) < Math.abs(partials[i]) ? rest : partials[i];
      double sum = larger + smaller;
      double lost = smaller - (sum - larger);
      if (lost != 0) {
        partials[kept++] = lost;
      }
      rest = sum;
    }
    overflown |= !Double.isFinite(rest);
    if (kept == partials.length) {
      partials = Arrays.copyOf(partials, kept * 2);
    }
    partials[kept] = rest;
    count = kept + 1;
  }

  void add(ExactSum other) {
    add(other.integers);
    carried = carried.add(other.carried);
    decimals = decimals.add(other.decimals);
    for (int i = 0; i < other.count; i++) {
      add(other.partials[i]);
    }
    overflown |= other.overflown;
  }

  Value state() {
    List<Value> doubles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      doubles.add(new Value.Float64(partials[i]));
    }
    return new Value.Array(
        List.of(
            new Value.Int64(integers),
            new Value.Text(carried.toString()),
            new Value.Text(decimals.toString()),
            new Value.Array(doubles),
            Value.Bool.of(overflown)));
  }

  /// Becomes what [#state] told.
  void restore(Value state) {
    List<Value> parts = States.parts(state, 5);
    integers = States.number(parts.get(0));
    carried = States.bigInteger(parts.get(1));
    decimals = States.bigDecimal(parts.get(2));
    List<Value> doubles = States.parts(parts.get(3));
    partials = new double[Math.max(4, doubles.size())];
    count = doubles.size();
    for (int i = 0; i < count; i++) {
      partials[i] = States.fraction(doubles.get(i));
    }
    overflown = States.flag(parts.get(4));
  }

  /// Whether the sum went beyond the range of doubles.
  boolean isOverflown() {
    return overflown;
  }

  /// Whether the integers added, and nothing but them, fit 64 bits.
  boolean isLong() {
    return carried.signum() == 0 || wholes().bitLength() < Long.SIZE;
  }

  long toLong() {
    return wholes().longValue();
  }

  BigDecimal toBigDecimal() {
    BigDecimal sum = decimals.add(new BigDecimal(wholes()));
    for (int i = 0; i < count; i++) {
      sum = sum.add(new BigDecimal(partials[i]));
    }
    return sum;
  }

  private BigInteger wholes() {
    return carried.add(BigInteger.valueOf(integers));
  }
}
