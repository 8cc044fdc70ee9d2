// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a date out of a text, from its left to its right.
final class DateScanner {
  private final String text;
  private int at;
  private int year = 1970;
  private int month = 1;
  private int day = 1;
  private int dayOfYear;
  private int isoYear;
  private int isoWeek = 1;
  private int isoDay = 1;
  private int hour;
  private int minute;
  private int second;
  private int millis;
  private @Nullable ZoneId written;

  DateScanner(String text) {
    this.text = text;
  }

  Value.DateTime readIso(Optional<ZoneId> zone) {
    year = digits(4, 4);
    boolean dashes = take('-');
    month = digits(2, 2);
    if (dashes) {
      require('-');
    }
    day = digits(2, 2);
    if (take('T') || take('t') || skipSpaces()) {
      if (at < text.length() && Character.isDigit(text.charAt(at))) {
        time();
      }
    }
    boolean _ = skipSpaces();
    if (at < text.length()) {
      written = zone();
    }
    return finish(zone);
  }

  private void time() {
    hour = digits(1, 2);
    require(':');
    minute = digits(2, 2);
    if (take(':')) {
      second = digits(2, 2);
      if (take('.') || take(',')) {
        fraction();
      }
    }
  }

  /// What is behind milliseconds is left out.
  private void fraction() {
    int from = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (at == from) {
      throw unreadable();
    }
    String digits = (text.substring(from, at) + "00").substring(0, 3);
    millis = Integer.parseInt(digits);
  }

  /// Reads by a format.
  Value.DateTime read(String format, Optional<ZoneId> zone) {
    for (int i = 0; i < format.length(); i++) {
      char letter = format.charAt(i);
      if (letter != '%') {
        require(letter);
      } else if (++i == format.length()) {
        throw MongoFailure.at(18535, "Unmatched '%' at end of format string");
      } else {
        part(format.charAt(i));
      }
    }
    return finish(zone);
  }

  private void part(char letter) {
    switch (letter) {
      case '%' -> require('%');
      case 'Y' -> year = digits(1, 4);
      case 'm' -> month = digits(1, 2);
      case 'd' -> day = digits(1, 2);
      case 'H' -> hour = digits(1, 2);
      case 'M' -> minute = digits(1, 2);
      case 'S' -> second = digits(1, 2);
      case 'L' -> fraction();
      case 'j' -> dayOfYear = digits(1, 3);
      case 'G' -> isoYear = digits(1, 4);
      case 'V' -> isoWeek = digits(1, 2);
      case 'u' -> isoDay = digits(1, 1);
      case 'b' -> month = monthNamed(TextStyle.SHORT);
      case 'B' -> month = monthNamed(TextStyle.FULL);
      case 'z' -> written = zone();
      case 'Z' -> {
        int sign = take('-') ? -1 : 1;
        boolean _ = sign > 0 && take('+');
        written = ZoneOffset.ofTotalSeconds(Math.min(digits(1, 3), 18 * 60) * 60 * sign);
      }
      default ->
          throw MongoFailure.at(
              18536, "Invalid format character '%" + letter + "' in format string");
    }
  }

  private int monthNamed(TextStyle style) {
    for (Month each : Month.values()) {
      String name = each.getDisplayName(style, Locale.ENGLISH);
      if (text.regionMatches(true, at, name, 0, name.length())) {
        at += name.length();
        return each.getValue();
      }
    }
    throw unreadable();
  }

  private ZoneId zone() {
    int from = at;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    String name = text.substring(from, at);
    try {
      return Dates.zone(name.equalsIgnoreCase("z") ? "UTC" : name);
    } catch (MongoFailure unknown) {
      throw unreadable();
    }
  }

  private Value.DateTime finish(Optional<ZoneId> zone) {
    if (at != text.length()) {
      throw unreadable();
    }
    if (written != null && zone.isPresent()) {
      throw Conversions.failure(
          "you cannot pass in a date/time string with time zone information ('%s') together with a"
                  .formatted(written)
              + " timezone argument");
    }
    ZoneId place = written != null ? written : zone.orElse(ZoneOffset.UTC);
    try {
      return Dates.of(
          date()
              .atTime(LocalTime.of(hour, minute, second, millis * 1_000_000))
              .atZone(place)
              .toInstant());
    } catch (DateTimeException outOfRange) {
      throw unreadable();
    }
  }

  private LocalDate date() {
    if (isoYear > 0) {
      return LocalDate.of(isoYear, 1, 4)
          .with(DayOfWeek.MONDAY)
          .plusWeeks(isoWeek - 1L)
          .plusDays(isoDay - 1L);
    }
    return dayOfYear > 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
  }

  private int digits(int least, int most) {
    int from = at;
    while (at < text.length() && at - from < most && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (at - from < least) {
      throw unreadable();
    }
    return Integer.parseInt(text.substring(from, at));
  }

  private boolean take(char wanted) {
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private boolean skipSpaces() {
    int from = at;
    while (take(' ')) {
      // One after the other.
    }
    return at > from;
  }

  private void require(char wanted) {
    if (!take(wanted)) {
      throw unreadable();
    }
  }

  private MongoFailure unreadable() {
    return Conversions.failure(
        "Error parsing date string '%s'; %d: unexpected character".formatted(text, at));
  }
}
