// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.time.Duration;
import java.util.Optional;

/// How large something was at some moments of the last day. There is room for a few moments only:
/// when they are full every other one goes, so the longer it is watched the further they lie apart.
final class SizeSeries {
  static final int POINTS = 24;
  static final Duration STEP = Duration.ofMinutes(5);
  static final Duration REACH = Duration.ofDays(1);

  /// What is seen for a shorter time says nothing about a day.
  static final Duration ENOUGH = Duration.ofMinutes(10);

  private final long[] millis = new long[POINTS];
  private final long[] bytes = new long[POINTS];
  private int count;
  private long stepMillis = STEP.toMillis();

  /// Should the clock go back, what was seen before is of no use.
  void add(long nowMillis, long size) {
    if (count > 0 && nowMillis < millis[count - 1]) {
      count = 0;
    }
    if (count > 0 && nowMillis - millis[count - 1] < stepMillis) {
      return;
    }
    forgetBefore(nowMillis - REACH.toMillis());
    if (count == POINTS) {
      thin();
    }
    millis[count] = nowMillis;
    bytes[count] = size;
    count++;
  }

  /// One that is older stays, so that a whole day can be told.
  private void forgetBefore(long oldest) {
    int first = 0;
    while (first + 1 < count && millis[first + 1] <= oldest) {
      first++;
    }
    count -= first;
    System.arraycopy(millis, first, millis, 0, count);
    System.arraycopy(bytes, first, bytes, 0, count);
  }

  private void thin() {
    for (int i = 0; i < POINTS / 2; i++) {
      millis[i] = millis[2 * i];
      bytes[i] = bytes[2 * i];
    }
    count = POINTS / 2;
    stepMillis *= 2;
  }

  /// As it was when it was last looked at.
  long newest() {
    return bytes[count - 1];
  }

  /// From the oldest moment that is known; empty if that is not long enough ago.
  Optional<KeyGrowth> growth(long nowMillis, long size) {
    long elapsed = count == 0 ? 0 : nowMillis - millis[0];
    if (elapsed < ENOUGH.toMillis()) {
      return Optional.empty();
    }
    double days = (double) elapsed / Duration.ofDays(1).toMillis();
    return Optional.of(
        new KeyGrowth(Duration.ofMillis(elapsed), Math.round((size - bytes[0]) / days)));
  }
}
