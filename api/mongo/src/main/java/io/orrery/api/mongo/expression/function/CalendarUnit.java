// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import java.util.Locale;
import java.util.Optional;

/// What dates are counted in.
public enum CalendarUnit {
  YEAR(12, 0),
  QUARTER(3, 0),
  MONTH(1, 0),
  WEEK(0, 604_800_000),
  DAY(0, 86_400_000),
  HOUR(0, 3_600_000),
  MINUTE(0, 60_000),
  SECOND(0, 1000),
  MILLISECOND(0, 1);

  private final int months;
  private final long millis;

  CalendarUnit(int months, long millis) {
    this.months = months;
    this.millis = millis;
  }

  /// 0 if it does not consist of months.
  int months() {
    return months;
  }

  /// 0 if it consists of months.
  public long millis() {
    return millis;
  }

  /// Whether its length does not depend on the place.
  boolean isClockTime() {
    return compareTo(HOUR) >= 0;
  }

  public static Optional<CalendarUnit> find(String name) {
    for (CalendarUnit each : values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
