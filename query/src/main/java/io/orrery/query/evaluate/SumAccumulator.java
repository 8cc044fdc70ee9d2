// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Undefined;
import java.math.BigDecimal;
import java.math.MathContext;

/// SUM and AVG: undefined as soon as there is a value that is no number. Over nothing SUM is 0 and
/// AVG undefined.
final class SumAccumulator implements Accumulator {
  private final boolean average;
  private final ExactSum sum = new ExactSum();
  private long count;
  private boolean notOnlyNumbers;
  private boolean decimals;
  private boolean fractions;

  SumAccumulator(boolean average) {
    this.average = average;
  }

  @Override
  public long add(Value value) {
    if (Arithmetic.isInteger(value)) {
      sum.add(Arithmetic.integer(value));
    } else if (value instanceof Float64(double number) && Double.isFinite(number)) {
      fractions = true;
      sum.add(number);
    } else if (value instanceof Decimal128 decimal && decimal.isFinite()) {
      decimals = true;
      sum.add(decimal.toBigDecimal());
    } else {
      notOnlyNumbers |= value != Undefined.UNDEFINED;
      return 0;
    }
    count++;
    return 0;
  }

  @Override
  public long merge(Accumulator other) {
    SumAccumulator that = (SumAccumulator) other;
    sum.add(that.sum);
    count += that.count;
    notOnlyNumbers |= that.notOnlyNumbers;
    decimals |= that.decimals;
    fractions |= that.fractions;
    return 0;
  }

  @Override
  public Value result() {
    if (notOnlyNumbers || sum.isOverflown() || (average && count == 0)) {
      return Undefined.UNDEFINED;
    }
    if (!average && !decimals && !fractions && sum.isLong()) {
      return Arithmetic.number(sum.toLong());
    }
    BigDecimal total = sum.toBigDecimal();
    BigDecimal result =
        average ? total.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128) : total;
    return decimals
        ? Decimal128.of(result.round(MathContext.DECIMAL128))
        : Arithmetic.number(result.doubleValue());
  }
}
