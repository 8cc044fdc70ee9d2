// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/// Dates and times as ticks: units of 100 ns since 1970-01-01T00:00:00Z, from year 1 to year 9999.
/// Their text is `YYYY-MM-DDThh:mm:ss.fffffffZ`.
///
/// On reading, a space may stand for the `T`, and the `Z`, the fraction, the seconds and the whole
/// time may be missing, as in the documentation's examples. Everything is UTC: a text with another
/// offset is no date and time.
final class DateTimes {
  static final long TICKS_PER_MILLISECOND = 10_000;
  static final long TICKS_PER_SECOND = 10_000_000;
  static final long TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;

  /// What is no date and time.
  static final long NONE = Long.MIN_VALUE;

  private static final long FIRST = LocalDate.of(1, 1, 1).toEpochDay() * TICKS_PER_DAY;
  private static final long LAST = LocalDate.of(10_000, 1, 1).toEpochDay() * TICKS_PER_DAY - 1;
  private static final int NANOS_PER_TICK = 100;
  private static final int FRACTION_DIGITS = 7;

  private static final String FORM = "dddd-dd-ddTdd:dd:dd.ddddddd";
  private static final int DATE_END = 10;
  private static final int MINUTES_END = 16;
  private static final int SECONDS_END = 19;

  private DateTimes() {}

  static boolean isValid(long ticks) {
    return ticks >= FIRST && ticks <= LAST;
  }

  static long ticks(Instant instant) {
    return instant.getEpochSecond() * TICKS_PER_SECOND + instant.getNano() / NANOS_PER_TICK;
  }

  static long ticks(LocalDateTime dateTime) {
    return dateTime.toEpochSecond(ZoneOffset.UTC) * TICKS_PER_SECOND
        + dateTime.get(ChronoField.NANO_OF_SECOND) / NANOS_PER_TICK;
  }

  static LocalDateTime local(long ticks) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(ticks, TICKS_PER_SECOND),
        (int) Math.floorMod(ticks, TICKS_PER_SECOND) * NANOS_PER_TICK,
        ZoneOffset.UTC);
  }

  static String text(long ticks) {
    LocalDateTime dateTime = local(ticks);
    StringBuilder text = new StringBuilder(28);
    digits(text, dateTime.getYear(), 4).append('-');
    digits(text, dateTime.getMonthValue(), 2).append('-');
    digits(text, dateTime.getDayOfMonth(), 2).append('T');
    digits(text, dateTime.getHour(), 2).append(':');
    digits(text, dateTime.getMinute(), 2).append(':');
    digits(text, dateTime.getSecond(), 2).append('.');
    return digits(text, dateTime.getNano() / NANOS_PER_TICK, FRACTION_DIGITS)
        .append('Z')
        .toString();
  }

  static StringBuilder digits(StringBuilder text, int number, int width) {
    String digits = Integer.toString(number);
    return text.repeat('0', Math.max(0, width - digits.length())).append(digits);
  }

  /// [#NONE] if the text is no date and time.
  static long parse(String text) {
    int end = text.length() - (text.endsWith("Z") ? 1 : 0);
    boolean complete =
        switch (end) {
          case DATE_END, MINUTES_END, SECONDS_END -> true;
          default -> end > SECONDS_END + 1 && end <= FORM.length();
        };
    if (!complete || !hasForm(text, end)) {
      return NONE;
    }
    return ticks(
        new int[] {
          number(text, 0, 4),
          number(text, 5, 7),
          number(text, 8, DATE_END),
          end > DATE_END ? number(text, 11, 13) : 0,
          end > DATE_END ? number(text, 14, MINUTES_END) : 0,
          end > MINUTES_END ? number(text, 17, SECONDS_END) : 0,
          end > SECONDS_END ? fraction(text, end) : 0
        });
  }

  private static boolean hasForm(String text, int end) {
    for (int i = 0; i < end; i++) {
      char actual = text.charAt(i);
      boolean fits =
          switch (FORM.charAt(i)) {
            case 'd' -> actual >= '0' && actual <= '9';
            case 'T' -> actual == 'T' || actual == ' ';
            default -> actual == FORM.charAt(i);
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int begin, int end) {
    return Integer.parseInt(text, begin, end, 10);
  }

  private static int fraction(String text, int end) {
    int fraction = number(text, SECONDS_END + 1, end);
    for (int i = end; i < FORM.length(); i++) {
      fraction *= 10;
    }
    return fraction;
  }

  /// The ticks of year, month, day, hour, minute, second and ticks of a second; [#NONE] if there is
  /// no such date and time.
  static long ticks(int[] parts) {
    if (parts[0] < 1 || parts[0] > 9999 || parts[6] < 0 || parts[6] >= TICKS_PER_SECOND) {
      return NONE;
    }
    try {
      return ticks(LocalDateTime.of(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]))
          + parts[6];
    } catch (DateTimeException _) {
      return NONE; // no such day or time, and that is what the caller wants to know
    }
  }
}
