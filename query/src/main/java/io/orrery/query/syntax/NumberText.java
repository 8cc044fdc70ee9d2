// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.model.value.Value;
import java.math.BigInteger;

/// Numbers as a query writes them.
final class NumberText {
  /// No long has more; longer ones are not even tried.
  private static final int LONG_DIGITS_MAX = 20;

  private NumberText() {}

  /// The value of a number: an integer if it is written as one and fits, as items read from JSON
  /// have them.
  static Value value(String text, Span span) {
    if (text.indexOf('x') >= 0 || text.indexOf('X') >= 0) {
      return hexadecimal(text);
    }
    if (text.length() <= LONG_DIGITS_MAX && isWhole(text)) {
      try {
        long whole = Long.parseLong(text);
        return whole == (int) whole ? new Value.Int32((int) whole) : new Value.Int64(whole);
      } catch (NumberFormatException tooLarge) {
        return new Value.Float64(Double.parseDouble(text));
      }
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      String message = "Syntax error, invalid numeric value token '%s'.".formatted(text);
      throw new QueryException(new QueryError("SC1011", message, span));
    }
    return new Value.Float64(value);
  }

  /// `0x1F` or `-0x1F`; beyond 64 bits the nearest double.
  private static Value hexadecimal(String text) {
    BigInteger digits = new BigInteger(text.substring(text.indexOf('0') + 2), 16);
    BigInteger whole = text.charAt(0) == '-' ? digits.negate() : digits;
    if (whole.bitLength() < Integer.SIZE) {
      return new Value.Int32(whole.intValue());
    }
    return whole.bitLength() < Long.SIZE
        ? new Value.Int64(whole.longValue())
        : new Value.Float64(whole.doubleValue());
  }

  private static boolean isWhole(String text) {
    for (int i = text.charAt(0) == '-' ? 1 : 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
