// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.value.Value.Duration;

/// Durations as CQL writes them: `1y2mo3d4h5m6s7ms8us9ns`, with a minus sign in front of all.
final class DurationText {
  private static final long MONTHS_PER_YEAR = 12;
  private static final String[] UNITS = {"h", "m", "s", "ms", "us", "ns"};
  private static final long[] NANOS = {
    3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
  };

  private DurationText() {}

  static String of(Duration duration) {
    StringBuilder text = new StringBuilder();
    boolean negative = duration.months() < 0 || duration.days() < 0 || duration.nanos() < 0;
    long months = Math.abs((long) duration.months());
    append(text, months / MONTHS_PER_YEAR, "y");
    append(text, months % MONTHS_PER_YEAR, "mo");
    append(text, Math.abs((long) duration.days()), "d");
    // Negated, because the lowest number has no positive twin.
    long rest = -Math.abs(duration.nanos());
    for (int i = 0; i < UNITS.length; i++) {
      append(text, -(rest / NANOS[i]), UNITS[i]);
      rest %= NANOS[i];
    }
    if (text.isEmpty()) {
      return "0ns";
    }
    return negative ? text.insert(0, '-').toString() : text.toString();
  }

  private static void append(StringBuilder text, long count, String unit) {
    if (count != 0) {
      text.append(count).append(unit);
    }
  }
}
