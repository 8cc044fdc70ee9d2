// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/// Takes the states of accumulators apart. Each method fails with CORRUPTED if it is given
/// something else than it asks for.
final class States {
  /// Longer than any sum of doubles and decimals can be.
  private static final int DIGITS_MAX = 20_000;

  private States() {}

  static List<Value> parts(Value state) {
    if (state instanceof Value.Array(List<Value> parts)) {
      return parts;
    }
    throw wrong();
  }

  static List<Value> parts(Value state, int count) {
    List<Value> parts = parts(state);
    if (parts.size() != count) {
      throw wrong();
    }
    return parts;
  }

  static long number(Value value) {
    if (NumberValues.isInteger(value)) {
      return NumberValues.integer(value);
    }
    throw wrong();
  }

  static double fraction(Value value) {
    if (value instanceof Value.Float64(double number)) {
      return number;
    }
    throw wrong();
  }

  static boolean flag(Value value) {
    if (value instanceof Value.Bool bool) {
      return bool.isTrue();
    }
    throw wrong();
  }

  static BigInteger bigInteger(Value value) {
    try {
      return new BigInteger(digits(value));
    } catch (NumberFormatException _) {
      throw wrong();
    }
  }

  static BigDecimal bigDecimal(Value value) {
    try {
      BigDecimal number = new BigDecimal(digits(value));
      if (Math.abs((long) number.scale()) > DIGITS_MAX) {
        throw wrong();
      }
      return number;
    } catch (NumberFormatException _) {
      throw wrong();
    }
  }

  private static String digits(Value value) {
    if (value instanceof Value.Text(String text) && text.length() <= DIGITS_MAX) {
      return text;
    }
    throw wrong();
  }

  private static OrreryException wrong() {
    return OrreryException.corrupted("the state of an aggregate is not one of its function");
  }
}
