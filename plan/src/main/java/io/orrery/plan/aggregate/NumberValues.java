// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Undefined;

/// Numbers as values: the smallest kind of integer that holds them, or a double.
public final class NumberValues {
  private NumberValues() {}

  public static Value of(long value) {
    return value == (int) value ? new Int32((int) value) : new Int64(value);
  }

  /// Undefined unless finite.
  public static Value of(double value) {
    return Double.isFinite(value) ? new Float64(value) : Undefined.UNDEFINED;
  }

  public static boolean isInteger(Value value) {
    return value instanceof Int32 || value instanceof Int64;
  }

  /// The number that an integer is.
  public static long integer(Value value) {
    return value instanceof Int32(int number) ? number : ((Int64) value).value();
  }
}
