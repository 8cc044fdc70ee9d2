// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import java.math.BigDecimal;
import java.math.BigInteger;

/// The exact value of a number that is no double, as ordered bytes behind its floor double (which
/// tells the sign, and whether there is a tail at all).
///
/// The magnitude as 0.d₁d₂d₃… · 10ᵉ with d₁ ≠ 0: the biased exponent in two bytes, then the digits
/// in pairs, each pair times two, plus one when another follows. Negative numbers have every bit
/// inverted.
final class DecimalTail {
  private static final int EXPONENT_BIAS = 0x4000;
  private static final int PAIRS_MAX = 17;
  private static final int POINT_MAX = 6145;
  private static final int SCALE_MAX = 6176;

  private DecimalTail() {}

  static void write(ByteWriter out, BigDecimal value) {
    int from = out.size();
    BigDecimal stripped = value.stripTrailingZeros();
    String digits = stripped.unscaledValue().abs().toString();
    int exponent = digits.length() - stripped.scale() + EXPONENT_BIAS;
    out.writeByte(exponent >>> 8).writeByte(exponent);
    for (int i = 0; i < digits.length(); i += 2) {
      int ones = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
      int pair = (digits.charAt(i) - '0') * 10 + ones;
      out.writeByte(pair * 2 + (i + 2 < digits.length() ? 1 : 0));
    }
    if (value.signum() < 0) {
      out.invert(from);
    }
  }

  static BigDecimal read(ByteReader in, boolean negative) {
    int flip = negative ? 0xFF : 0;
    int exponent = ((in.readByte() ^ flip) << 8 | (in.readByte() ^ flip)) - EXPONENT_BIAS;
    BigInteger magnitude = BigInteger.ZERO;
    int digits = 0;
    int pair;
    do {
      pair = in.readByte() ^ flip;
      boolean needlessZero = pair == 0 || (digits == 0 && pair < 20);
      digits += 2;
      if (needlessZero || pair >= 200 || digits > 2 * PAIRS_MAX) {
        throw OrreryException.corrupted("a decimal number in a key has impossible digits");
      }
      magnitude = magnitude.multiply(BigInteger.valueOf(100)).add(BigInteger.valueOf(pair >> 1));
    } while ((pair & 1) != 0);
    BigDecimal value =
        new BigDecimal(negative ? magnitude.negate() : magnitude, digits - exponent)
            .stripTrailingZeros();
    if (value.precision() - value.scale() > POINT_MAX || value.scale() > SCALE_MAX) {
      throw OrreryException.corrupted("a decimal number in a key is out of range");
    }
    return value;
  }

  static void skip(ByteReader in, boolean negative) {
    in.skip(2);
    int last = negative ? 1 : 0;
    int pair;
    do {
      pair = in.readByte();
    } while ((pair & 1) != last);
  }
}
