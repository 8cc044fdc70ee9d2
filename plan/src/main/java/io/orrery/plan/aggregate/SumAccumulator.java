// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Undefined;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/// SUM and AVG: undefined as soon as there is a value that is no number. Over nothing SUM is 0 and
/// AVG undefined.
final class SumAccumulator implements Accumulator {
  /// Sums of numbers with so many digits in front of the point fit a decimal128.
  private static final int EXPONENT_MAX = 6000;

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
    if (NumberValues.isInteger(value)) {
      sum.add(NumberValues.integer(value));
    } else if (value instanceof Float64(double number) && Double.isFinite(number)) {
      fractions = true;
      sum.add(number);
    } else if (value instanceof Decimal128 decimal && decimal.isFinite()) {
      decimals = true;
      sum.add(decimal.toBigDecimal());
    } else if (value instanceof Decimal(BigDecimal decimal)) {
      addDecimal(decimal);
    } else {
      notOnlyNumbers |= value != Undefined.UNDEFINED;
      return 0;
    }
    count++;
    return 0;
  }

  /// Exactly, unless it is so large or small that the digits of the sum would fill the memory.
  private void addDecimal(BigDecimal decimal) {
    long wholeDigits = (long) decimal.precision() - decimal.scale();
    if (decimal.scale() <= EXPONENT_MAX && wholeDigits <= EXPONENT_MAX) {
      decimals = true;
      sum.add(decimal);
    } else {
      fractions = true;
      sum.add(decimal.doubleValue());
    }
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
  public AggregateFunction function() {
    return average ? AggregateFunction.AVG : AggregateFunction.SUM;
  }

  @Override
  public Value state() {
    return new Value.Array(
        List.of(
            sum.state(),
            new Value.Int64(count),
            Value.Bool.of(notOnlyNumbers),
            Value.Bool.of(decimals),
            Value.Bool.of(fractions)));
  }

  /// Becomes what [#state] told.
  void restore(Value state) {
    List<Value> parts = States.parts(state, 5);
    sum.restore(parts.get(0));
    count = States.number(parts.get(1));
    notOnlyNumbers = States.flag(parts.get(2));
    decimals = States.flag(parts.get(3));
    fractions = States.flag(parts.get(4));
  }

  @Override
  public Value result() {
    if (notOnlyNumbers || sum.isOverflown() || (average && count == 0)) {
      return Undefined.UNDEFINED;
    }
    if (!average && !decimals && !fractions && sum.isLong()) {
      return NumberValues.of(sum.toLong());
    }
    BigDecimal total = sum.toBigDecimal();
    BigDecimal result =
        average ? total.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128) : total;
    return decimals
        ? Decimal128.of(result.round(MathContext.DECIMAL128))
        : NumberValues.of(result.doubleValue());
  }
}
