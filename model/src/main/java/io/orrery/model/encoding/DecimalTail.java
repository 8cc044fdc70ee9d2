// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value.Decimal;
import java.math.BigDecimal;
import java.math.BigInteger;

/// The exact value of a number that is no double, as ordered bytes behind its floor double (which
/// tells the sign, and whether there is a tail at all).
///
/// The magnitude as 0.d₁d₂d₃… · 10ᵉ with d₁ ≠ 0: the biased exponent in two bytes, then the digits
/// in pairs, each pair times two, plus one when another follows. An exponent that does not fit two
/// bytes follows the lowest or the highest number that does, in eight. Negative numbers have every
/// bit inverted.
final class DecimalTail {
  private static final int EXPONENT_BIAS = 0x4000;
  private static final int BELOW = 0x0000;
  private static final int ABOVE = 0x7FFF;

  /// More than the longest decimal has.
  private static final int DIGITS_MAX = 10_000;

  private DecimalTail() {}

  static void write(ByteWriter out, BigDecimal value) {
    int from = out.size();
    BigDecimal stripped = value.stripTrailingZeros();
    String digits = stripped.unscaledValue().abs().toString();
    writeExponent(out, digits.length() - (long) stripped.scale());
    for (int i = 0; i < digits.length(); i += 2) {
      int ones = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
      int pair = (digits.charAt(i) - '0') * 10 + ones;
      out.writeByte(pair * 2 + (i + 2 < digits.length() ? 1 : 0));
    }
    if (value.signum() < 0) {
      out.invert(from);
    }
  }

  private static void writeExponent(ByteWriter out, long exponent) {
    long biased = exponent + EXPONENT_BIAS;
    int shown = Math.clamp(biased, BELOW, ABOVE);
    out.writeByte(shown >>> 8).writeByte(shown);
    if (isLong(shown)) {
      out.writeLong(exponent ^ Long.MIN_VALUE);
    }
  }

  private static boolean isLong(int biased) {
    return biased == BELOW || biased == ABOVE;
  }

  static BigDecimal read(ByteReader in, boolean negative) {
    int flip = negative ? 0xFF : 0;
    long exponent = readExponent(in, flip);
    StringBuilder digits = new StringBuilder();
    int pair;
    do {
      pair = in.readByte() ^ flip;
      boolean needlessZero = pair == 0 || (digits.isEmpty() && pair < 20);
      if (needlessZero || pair >= 200 || digits.length() > DIGITS_MAX) {
        throw OrreryException.corrupted("a decimal number in a key has impossible digits");
      }
      digits.append((char) ('0' + (pair >> 1) / 10)).append((char) ('0' + (pair >> 1) % 10));
    } while ((pair & 1) != 0);
    long scale = digits.length() - exponent;
    // Stripping a zero takes one from the scale, so the lowest one has to go first.
    if (digits.charAt(digits.length() - 1) == '0') {
      digits.setLength(digits.length() - 1);
      scale--;
    }
    BigInteger magnitude = new BigInteger(digits.toString());
    if (scale != (int) scale) {
      throw outOfRange();
    }
    BigDecimal value = new BigDecimal(negative ? magnitude.negate() : magnitude, (int) scale);
    if (!Decimal.isValid(value)) {
      throw outOfRange();
    }
    return value;
  }

  private static OrreryException outOfRange() {
    return OrreryException.corrupted("a decimal number in a key is out of range");
  }

  private static long readExponent(ByteReader in, int flip) {
    int biased = (in.readByte() ^ flip) << 8 | (in.readByte() ^ flip);
    if (biased > ABOVE) {
      throw OrreryException.corrupted("a decimal number in a key has an impossible exponent");
    }
    if (!isLong(biased)) {
      return biased - (long) EXPONENT_BIAS;
    }
    long exponent = in.readLong() ^ Long.MIN_VALUE;
    exponent = flip == 0 ? exponent : ~exponent;
    if (exponent + EXPONENT_BIAS > BELOW && exponent + EXPONENT_BIAS < ABOVE) {
      throw OrreryException.corrupted("a decimal number in a key has an impossible exponent");
    }
    return exponent;
  }
}
