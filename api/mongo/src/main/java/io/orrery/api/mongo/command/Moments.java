// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;

/// Times of changes as clients know them: seconds, and a number within the second that begins with
/// the millisecond. So a time that a client was told leads back to the moment.
public final class Moments {
  private static final long SECOND_MILLIS = 1000;
  private static final int MILLIS_SHIFT = 20;
  private static final long LOW_BITS = 0xFFFF_FFFFL;

  private Moments() {}

  /// The first time of a millisecond.
  public static Value.Timestamp timestamp(long millis) {
    long seconds = Math.floorDiv(millis, SECOND_MILLIS);
    long within = Math.floorMod(millis, SECOND_MILLIS);
    return new Value.Timestamp((seconds << Integer.SIZE) | (within << MILLIS_SHIFT));
  }

  /// The millisecond of a time, which need not be one of ours.
  public static long millis(Value.Timestamp time) {
    long within = (time.bits() & LOW_BITS) >>> MILLIS_SHIFT;
    return (time.bits() >>> Integer.SIZE) * SECOND_MILLIS + Math.min(within, SECOND_MILLIS - 1);
  }
}
