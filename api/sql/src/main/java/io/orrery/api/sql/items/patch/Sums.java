// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;

/// Adds numbers as JSON has them: exactly while they are whole and fit 64 bits, otherwise as
/// doubles.
final class Sums {
  private Sums() {}

  static Value sum(Value left, Value right, PatchPath path) {
    if (isWhole(left) && isWhole(right)) {
      long a = whole(left);
      long b = whole(right);
      long sum = a + b;
      boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
      return overflows ? new Value.Float64((double) a + b) : new Value.Int64(sum);
    }
    double sum = number(left, path) + number(right, path);
    if (!Double.isFinite(sum)) {
      throw Refusals.invalid("The sum at the path %s of the patch is too large.".formatted(path));
    }
    return new Value.Float64(sum);
  }

  private static boolean isWhole(Value value) {
    return value instanceof Value.Int32 || value instanceof Value.Int64;
  }

  private static long whole(Value value) {
    return value instanceof Value.Int32(int number) ? number : ((Value.Int64) value).value();
  }

  private static double number(Value value, PatchPath path) {
    return switch (value) {
      case Value.Int32(int number) -> number;
      case Value.Int64(long number) -> number;
      case Value.Float64(double number) -> number;
      default -> throw notNumber(path);
    };
  }

  private static OrreryException notNumber(PatchPath path) {
    return Refusals.invalid("Node(%s) is not a number.".formatted(path));
  }
}
