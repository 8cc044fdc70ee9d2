// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import java.time.LocalDate;

/// Writes times in UTC digit by digit: every answer has two or three, and formatters take their
/// time.
public final class ClockDigits {
  private static final int SECONDS_PER_DAY = 86_400;

  private ClockDigits() {}

  /// `2026-11-16T08:18:46`, from the years 1 to 9999.
  ///
  /// @param colon what stands between hours, minutes and seconds
  public static void write(StringBuilder out, long epochSecond, String colon) {
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(epochSecond, SECONDS_PER_DAY));
    int second = Math.floorMod(epochSecond, SECONDS_PER_DAY);
    two(out, day.getYear() / 100);
    two(out, day.getYear() % 100);
    two(out.append('-'), day.getMonthValue());
    two(out.append('-'), day.getDayOfMonth());
    two(out.append('T'), second / 3600);
    two(out.append(colon), second / 60 % 60);
    two(out.append(colon), second % 60);
  }

  /// A number with zeros in front of it.
  public static void padded(StringBuilder out, long number, int width) {
    String digits = Long.toString(number);
    out.repeat('0', Math.max(0, width - digits.length())).append(digits);
  }

  private static void two(StringBuilder out, int number) {
    out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
