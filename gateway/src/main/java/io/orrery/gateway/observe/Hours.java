// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.Arrays;

/// In which of the last hours requests of one sort were.
final class Hours {
  private final Usage[] hours; // guarded by this
  private long newest = Long.MIN_VALUE; // guarded by this
  private Usage booked = Usage.NONE; // guarded by this

  Hours(int keep) {
    this.hours = new Usage[keep];
    Arrays.fill(hours, Usage.NONE);
  }

  /// Books what came since the last time to this hour, or to the newest should the clock go back.
  ///
  /// @param hour since any beginning
  /// @param total of all requests there ever were
  synchronized void book(long hour, Usage total) {
    if (newest == Long.MIN_VALUE || hour - newest >= hours.length) {
      Arrays.fill(hours, Usage.NONE);
      newest = hour;
    }
    while (newest < hour) {
      newest++;
      hours[place(newest)] = Usage.NONE;
    }
    int place = place(newest);
    hours[place] = hours[place].plus(total.minus(booked));
    booked = total;
  }

  private int place(long hour) {
    return (int) Math.floorMod(hour, (long) hours.length);
  }

  /// Of all hours that are kept.
  synchronized Usage sum() {
    return Arrays.stream(hours).reduce(Usage.NONE, Usage::plus);
  }

  /// Of the one in which most was spent.
  synchronized Usage peak() {
    return Arrays.stream(hours)
        .reduce(Usage.NONE, (one, two) -> two.thousandths() > one.thousandths() ? two : one);
  }
}
