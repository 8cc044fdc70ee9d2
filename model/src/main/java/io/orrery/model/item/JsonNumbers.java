// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.encoding.ByteWriter;
import java.math.BigDecimal;
import java.math.MathContext;

/// Numbers as JavaScript prints them: the shortest digits that read back as the same double,
/// without an exponent from 1e-6 up to 1e21.
final class JsonNumbers {
  private static final double INTEGER_MAX = 0x1p53;

  /// Longer than any long.
  private static final int DIGITS_MAX = 20;

  private JsonNumbers() {}

  static void write(ByteWriter out, long value) {
    byte[] target = out.reserve(DIGITS_MAX);
    int digits = digitCount(value);
    int begin = out.size();
    int at = begin + digits + (value < 0 ? 1 : 0);
    out.advance(at - begin);
    long rest = value;
    do {
      // The remainder of a negative number is negative; negating first would overflow once.
      target[--at] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    } while (rest != 0);
    if (value < 0) {
      target[begin] = '-';
    }
  }

  static void write(ByteWriter out, double value) {
    if (Math.abs(value) <= INTEGER_MAX && value == (long) value) {
      write(out, (long) value);
      return;
    }
    if (value < 0) {
      out.writeByte('-');
    }
    BigDecimal shortest = shortest(Math.abs(value));
    String digits = shortest.unscaledValue().toString();
    writeDigits(out, digits, digits.length() - shortest.scale());
  }

  /// The steps of ECMAScript's Number::toString; the value is 0.digits times ten to the point.
  private static void writeDigits(ByteWriter out, String digits, int point) {
    int count = digits.length();
    if (count <= point && point <= 21) {
      ascii(out, digits);
      zeros(out, point - count);
    } else if (0 < point && point <= 21) {
      ascii(out, digits.substring(0, point));
      out.writeByte('.');
      ascii(out, digits.substring(point));
    } else if (-6 < point && point <= 0) {
      ascii(out, "0.");
      zeros(out, -point);
      ascii(out, digits);
    } else {
      ascii(out, digits.substring(0, 1));
      if (count > 1) {
        out.writeByte('.');
        ascii(out, digits.substring(1));
      }
      ascii(out, point > 0 ? "e+" : "e");
      write(out, point - 1L);
    }
  }

  private static BigDecimal shortest(double value) {
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    // Java prefers two digits to one where both read back as the same number: the very smallest.
    if (shortest.precision() == 2) {
      BigDecimal shorter = new BigDecimal(value).round(new MathContext(1));
      if (shorter.doubleValue() == value) {
        return shorter.stripTrailingZeros();
      }
    }
    return shortest;
  }

  private static int digitCount(long value) {
    int count = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      count++;
    }
    return count;
  }

  private static void zeros(ByteWriter out, int count) {
    for (int i = 0; i < count; i++) {
      out.writeByte('0');
    }
  }

  private static void ascii(ByteWriter out, String text) {
    for (int i = 0; i < text.length(); i++) {
      out.writeByte(text.charAt(i));
    }
  }
}
