// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int64;
import java.math.BigDecimal;

/// A number of any type as ordered bytes, without its tag.
///
/// First the largest double that is not above the number, its 64 bits made to sort (positive: sign
/// bit set; negative: negated, which keeps the trailing zeros of small integers; NaN: 0). The top
/// byte as it is, then groups of seven bits, each followed by one bit that says whether more
/// follow; groups of trailing zeros are left out. A number that is not exactly that double sets all
/// eight of these bits, which sorts it above the double itself, and adds its [DecimalTail].
final class NumberKey {
  private static final int GROUPS = 8;
  private static final double TWO_TO_63 = 0x1p63;

  /// What a decimal128 can hold: digits, digits in front of the point, digits behind it.
  private static final int DIGITS_128 = 34;

  private static final int POINT_128 = 6145;
  private static final int SCALE_128 = 6176;

  private NumberKey() {}

  static void write(ByteWriter out, long value) {
    double near = (double) value;
    if (near < TWO_TO_63 && (long) near == value) {
      writeExact(out, near);
      return;
    }
    boolean above = near >= TWO_TO_63 || (long) near > value;
    writeInexact(out, above ? Math.nextDown(near) : near);
    DecimalTail.write(out, BigDecimal.valueOf(value));
  }

  static void write(ByteWriter out, double value) {
    writeExact(out, value);
  }

  static void write(ByteWriter out, Decimal128 decimal) {
    if (decimal.isNaN()) {
      writeExact(out, Double.NaN);
    } else if (decimal.isInfinite()) {
      writeExact(out, decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    } else {
      write(out, decimal.toBigDecimal());
    }
  }

  static void write(ByteWriter out, BigDecimal value) {
    double floor = floor(value);
    if (isExactly(floor, value)) {
      writeExact(out, floor);
    } else {
      writeInexact(out, floor);
      DecimalTail.write(out, value);
    }
  }

  private static void writeExact(ByteWriter out, double value) {
    long bits = sortable(value);
    out.writeByte((int) (bits >>> 56));
    long rest = bits << 8;
    do {
      int group = (int) (rest >>> 57) << 1;
      rest <<= 7;
      out.writeByte(rest == 0 ? group : group | 1);
    } while (rest != 0);
  }

  private static void writeInexact(ByteWriter out, double floor) {
    long bits = sortable(floor);
    out.writeByte((int) (bits >>> 56));
    for (int i = 1; i <= GROUPS; i++) {
      out.writeByte(((int) ((bits >>> (56 - 7 * i)) & 0x7F) << 1) | 1);
    }
  }

  static Value read(ByteReader in) {
    long bits = (long) in.readByte() << 56;
    for (int i = 1; i <= GROUPS; i++) {
      int group = in.readByte();
      bits |= (long) (group >> 1) << (56 - 7 * i);
      if ((group & 1) == 0) {
        if (group == 0 && i > 1) {
          throw OrreryException.corrupted("a number in a key has needless zeros");
        }
        return ofDouble(unsortable(bits));
      }
    }
    return readInexact(in, unsortable(bits));
  }

  private static Value readInexact(ByteReader in, double floor) {
    BigDecimal value = DecimalTail.read(in, floor < 0);
    if (floor(value) != floor || isExactly(floor, value)) {
      throw OrreryException.corrupted("a number in a key contradicts itself");
    }
    if (Math.abs(floor) <= TWO_TO_63 && value.stripTrailingZeros().scale() <= 0) {
      var integer = value.toBigInteger();
      if (integer.bitLength() < Long.SIZE) {
        return new Int64(integer.longValue());
      }
    }
    return isDecimal128(value) ? Decimal128.of(value) : new Decimal(value);
  }

  private static boolean isDecimal128(BigDecimal stripped) {
    return stripped.precision() <= DIGITS_128
        && (long) stripped.precision() - stripped.scale() <= POINT_128
        && stripped.scale() <= SCALE_128;
  }

  private static Value ofDouble(double value) {
    return value == Math.rint(value) && value >= -TWO_TO_63 && value < TWO_TO_63
        ? new Int64((long) value)
        : new Float64(value);
  }

  /// The largest double that is not above the value.
  private static double floor(BigDecimal value) {
    double near = value.doubleValue() + 0.0;
    if (near == Double.POSITIVE_INFINITY) {
      return Double.MAX_VALUE;
    }
    boolean above = near != Double.NEGATIVE_INFINITY && new BigDecimal(near).compareTo(value) > 0;
    return above ? Math.nextDown(near) : near;
  }

  private static boolean isExactly(double floor, BigDecimal value) {
    return floor != Double.NEGATIVE_INFINITY && new BigDecimal(floor).compareTo(value) == 0;
  }

  private static long sortable(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    long bits = Double.doubleToRawLongBits(value + 0.0); // makes -0 a plain 0
    return bits < 0 ? -bits : bits | Long.MIN_VALUE;
  }

  private static double unsortable(long bits) {
    if (bits == 0) {
      return Double.NaN;
    }
    double value = Double.longBitsToDouble(bits < 0 ? bits & Long.MAX_VALUE : -bits);
    if (Double.isNaN(value)) {
      throw OrreryException.corrupted("a number in a key is out of range");
    }
    return value;
  }
}
