// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;

/// A sum that grows. It has the widest type of what was added: int, long, double, decimal; whole
/// sums that do not fit become doubles. Doubles are added with what rounding takes away kept aside,
/// so that the order hardly shows.
public final class NumberTotal {
  private Value.Kind type = Value.Kind.INT32;
  private long count;

  /// Whole numbers are exact.
  private BigDecimal whole = BigDecimal.ZERO;

  private long small;
  private double doubles;
  private double lost;
  private Value.Decimal128 decimals = Value.Decimal128.of(BigDecimal.ZERO);

  /// Leaves out what is no number.
  public void add(Value value) {
    if (!Operands.isNumber(value)) {
      return;
    }
    count++;
    type = type.compareTo(value.kind()) >= 0 ? type : value.kind();
    switch (value) {
      case Value.Int32(int number) -> addWhole(number);
      case Value.Int64(long number) -> addWhole(number);
      case Value.Float64(double number) -> addDouble(number);
      case Value other -> decimals = (Value.Decimal128) ArithmeticOperators.add(decimals, other);
    }
  }

  private void addWhole(long number) {
    long sum = small + number;
    if (((small ^ sum) & (number ^ sum)) < 0) {
      whole = whole.add(BigDecimal.valueOf(small)).add(BigDecimal.valueOf(number));
      small = 0;
    } else {
      small = sum;
    }
  }

  private void addDouble(double number) {
    double sum = doubles + number;
    if (Double.isFinite(sum)) {
      lost +=
          Math.abs(doubles) >= Math.abs(number) ? doubles - sum + number : number - sum + doubles;
    }
    doubles = sum;
  }

  public long count() {
    return count;
  }

  private BigDecimal wholes() {
    return whole.add(BigDecimal.valueOf(small));
  }

  private double asDouble() {
    return Double.isFinite(doubles) ? wholes().doubleValue() + doubles + lost : doubles;
  }

  private Value.Decimal128 asDecimal() {
    Value total = ArithmeticOperators.add(decimals, Decimals.rounded(wholes()));
    return (Value.Decimal128)
        (doubles == 0 && lost == 0
            ? total
            : ArithmeticOperators.add(
                total, new Value.Float64(Double.isFinite(doubles) ? doubles + lost : doubles)));
  }

  public Value sum() {
    return switch (type) {
      case DECIMAL128 -> asDecimal();
      case FLOAT64 -> new Value.Float64(asDouble());
      case Value.Kind _ -> {
        BigDecimal total = wholes();
        if (total.toBigInteger().bitLength() > 63) {
          yield new Value.Float64(total.doubleValue());
        }
        long number = total.longValueExact();
        yield type == Value.Kind.INT32 ? Operands.whole(number) : new Value.Int64(number);
      }
    };
  }

  /// Null of nothing.
  public Value average() {
    if (count == 0) {
      return Value.Null.NULL;
    }
    if (type == Value.Kind.DECIMAL128) {
      Value.Decimal128 total = asDecimal();
      return total.isFinite()
          ? Decimals.rounded(
              total.toBigDecimal().divide(BigDecimal.valueOf(count), MathContext.DECIMAL128))
          : total;
    }
    double total = type == Value.Kind.FLOAT64 ? asDouble() : wholes().doubleValue();
    return new Value.Float64(total / count);
  }
}
