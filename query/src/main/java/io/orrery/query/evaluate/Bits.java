// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.Arithmetic;

/// The operators on bits. As in JavaScript they see the lowest 32 bits of a number without its
/// fraction, signed, and a shift counts its distance modulo 32; only `>>>` gives an unsigned
/// result. (Functions such as IntBitAnd work on 64 bits.)
final class Bits {
  private static final double TWO_TO_32 = 0x1p32;

  private Bits() {}

  interface Operation {
    long apply(int left, int right);
  }

  static Value apply(Operation operation, Value left, Value right) {
    return left.kind().isNumber() && right.kind().isNumber()
        ? Arithmetic.number(operation.apply(bits(left), bits(right)))
        : Undefined.UNDEFINED;
  }

  static Value not(Value operand) {
    return operand.kind().isNumber()
        ? Arithmetic.number((long) ~bits(operand))
        : Undefined.UNDEFINED;
  }

  static long leftShift(int value, int distance) {
    int shifted = value << distance;
    return shifted;
  }

  static long rightShift(int value, int distance) {
    return value >> distance;
  }

  static long zeroFillRightShift(int value, int distance) {
    return (value & 0xFFFF_FFFFL) >>> (distance & 31);
  }

  private static int bits(Value number) {
    if (Arithmetic.isInteger(number)) {
      return (int) Arithmetic.integer(number);
    }
    double value = Arithmetic.toDouble(number);
    // The remainder of doubles is exact, so this keeps the lowest bits even of huge numbers.
    return Double.isFinite(value) ? (int) (long) (value % TWO_TO_32) : 0;
  }
}
