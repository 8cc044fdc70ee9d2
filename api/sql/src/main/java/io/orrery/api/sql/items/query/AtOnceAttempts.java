// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import java.util.concurrent.atomic.AtomicIntegerArray;

/// Remembers which queries could not be answered at once: an attempt in vain costs something, and a
/// query that reads much today does so tomorrow. After one in vain the next are not even made: one
/// at first, twice as many each time, until one succeeds.
///
/// Texts with the same hash share a place, and threads get in each other's way: then a few attempts
/// more or less are made.
final class AtOnceAttempts {
  private static final int PLACES = 1024;
  private static final int PAUSE_MAX = 255;

  /// How many attempts are still to be left out, and how many were after the last one in vain.
  private final AtomicIntegerArray left = new AtomicIntegerArray(PLACES);

  private final AtomicIntegerArray pauses = new AtomicIntegerArray(PLACES);

  boolean isDue(String text) {
    int place = place(text);
    return left.get(place) <= 0 || left.getAndDecrement(place) <= 0;
  }

  /// @param answered whether the attempt was not in vain
  void ended(String text, boolean answered) {
    int place = place(text);
    if (!answered) {
      int pause = Math.min(2 * pauses.get(place) + 1, PAUSE_MAX);
      pauses.set(place, pause);
      left.set(place, pause);
    } else if (pauses.get(place) > 0) {
      pauses.set(place, 0);
    }
  }

  private static int place(String text) {
    return Math.floorMod(text.hashCode(), PLACES);
  }
}
