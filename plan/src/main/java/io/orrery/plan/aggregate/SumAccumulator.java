// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/// SUM and AVG. In SQL undefined as soon as there is a value that is no finite number; in BSON and
/// CQL other values are left out, and what is not finite is added as doubles are. Over nothing SUM
/// is 0 and AVG undefined.
final class SumAccumulator implements Accumulator {
  /// Sums of numbers with so many digits in front of the point fit a decimal128.
  private static final int EXPONENT_MAX = 6000;

  private final boolean average;
  private final ValueOrder order;
  private final ExactSum sum = new ExactSum();
  private long count;
  private boolean notOnlyNumbers;
  private boolean decimals;
  private boolean fractions;

  /// The sum of what is not finite; 0 if everything is.
  private double endless;

  SumAccumulator(boolean average, ValueOrder order) {
    this.average = average;
    this.order = order;
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
    } else if (order != ValueOrder.SQL && value.kind().isNumber()) {
      addEndless(value);
    } else {
      notOnlyNumbers |= order == ValueOrder.SQL && value != Undefined.UNDEFINED;
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

  private void addEndless(Value value) {
    if (value instanceof Float64(double number)) {
      fractions = true;
      endless += number;
    } else if (value instanceof Decimal128 decimal) {
      decimals = true;
      double infinite = decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      endless += decimal.isNaN() ? Double.NaN : infinite;
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
    endless += that.endless;
    return 0;
  }

  @Override
  public AggregateFunction function() {
    return average ? AggregateFunction.AVG : AggregateFunction.SUM;
  }

  @Override
  public ValueOrder order() {
    return order;
  }

  @Override
  public Value state() {
    return new Value.Array(
        List.of(
            sum.state(),
            new Value.Int64(count),
            Value.Bool.of(notOnlyNumbers),
            Value.Bool.of(decimals),
            Value.Bool.of(fractions),
            new Float64(endless)));
  }

  /// Becomes what [#state] told.
  void restore(Value state) {
    List<Value> parts = States.parts(state, 6);
    sum.restore(parts.get(0));
    count = States.number(parts.get(1));
    notOnlyNumbers = States.flag(parts.get(2));
    decimals = States.flag(parts.get(3));
    fractions = States.flag(parts.get(4));
    endless = States.fraction(parts.get(5));
  }

  @Override
  public Value result() {
    if (notOnlyNumbers || sum.isOverflown() || (average && count == 0)) {
      return Undefined.UNDEFINED;
    }
    if (endless != 0) {
      return decimals ? decimal(endless) : new Float64(endless);
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

  private static Value decimal(double endless) {
    if (Double.isNaN(endless)) {
      return Decimal128.NAN;
    }
    return endless > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
  }
}
