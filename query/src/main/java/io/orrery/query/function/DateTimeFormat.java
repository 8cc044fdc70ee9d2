// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/// Writes a date and time in the way of a format string. The specifiers are those of .NET's custom
/// formats, which the documentation's examples use: `yyyy MM dd HH mm ss fff` and so on; a
/// backslash makes the next character ordinary. Two differences are on purpose: as in the
/// documentation, a point before `FFF` stays when no digits follow it; and the specifiers for
/// offsets, eras, quotes and `%`, about which it says nothing, are refused.
final class DateTimeFormat {
  private static final String UNSUPPORTED = "gKz%'\"";
  private static final int TICK_DIGITS = 7;

  private DateTimeFormat() {}

  static String format(long dateTime, String format) {
    TextFunctions.requireLength("DateTimeFormat", format.length());
    LocalDateTime local = DateTimes.local(dateTime);
    StringBuilder text = new StringBuilder(format.length() + 16);
    int at = 0;
    while (at < format.length()) {
      char specifier = format.charAt(at);
      if (specifier == '\\' && at + 1 < format.length()) {
        text.append(format.charAt(at + 1));
        at += 2;
      } else {
        int count = repetitions(format, at);
        append(text, local, specifier, count);
        at += count;
      }
    }
    return text.toString();
  }

  private static int repetitions(String format, int at) {
    int end = at;
    while (end < format.length() && format.charAt(end) == format.charAt(at)) {
      end++;
    }
    return end - at;
  }

  private static void append(StringBuilder text, LocalDateTime local, char specifier, int count) {
    switch (specifier) {
      case 'y' -> appendYear(text, local.getYear(), count);
      case 'M' -> appendMonth(text, local, count);
      case 'd' -> appendDay(text, local, count);
      case 'H' -> DateTimes.digits(text, local.getHour(), Math.min(count, 2));
      case 'h' -> DateTimes.digits(text, (local.getHour() + 11) % 12 + 1, Math.min(count, 2));
      case 'm' -> DateTimes.digits(text, local.getMinute(), Math.min(count, 2));
      case 's' -> DateTimes.digits(text, local.getSecond(), Math.min(count, 2));
      case 'f' -> text.append(fraction(local, count));
      case 'F' -> text.append(fraction(local, count).replaceAll("0+$", ""));
      case 't' -> text.append(local.getHour() < 12 ? "AM" : "PM", 0, Math.min(count, 2));
      default -> appendOrdinary(text, specifier, count);
    }
  }

  private static void appendOrdinary(StringBuilder text, char character, int count) {
    if (UNSUPPORTED.indexOf(character) >= 0) {
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          "The format specifier '"
              + character
              + "' of DateTimeFormat is not supported; write a backslash before it for the"
              + " character itself.");
    }
    text.repeat(character, count);
  }

  private static void appendYear(StringBuilder text, int year, int count) {
    DateTimes.digits(text, count <= 2 ? year % 100 : year, count);
  }

  private static void appendMonth(StringBuilder text, LocalDateTime local, int count) {
    if (count <= 2) {
      DateTimes.digits(text, local.getMonthValue(), count);
    } else {
      text.append(local.getMonth().getDisplayName(style(count), Locale.ENGLISH));
    }
  }

  private static void appendDay(StringBuilder text, LocalDateTime local, int count) {
    if (count <= 2) {
      DateTimes.digits(text, local.getDayOfMonth(), count);
    } else {
      text.append(local.getDayOfWeek().getDisplayName(style(count), Locale.ENGLISH));
    }
  }

  private static TextStyle style(int count) {
    return count == 3 ? TextStyle.SHORT : TextStyle.FULL;
  }

  private static String fraction(LocalDateTime local, int count) {
    if (count > TICK_DIGITS) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "DateTimeFormat has at most seven digits for the fraction of a second, not "
              + count
              + ".");
    }
    StringBuilder digits = new StringBuilder(TICK_DIGITS);
    return DateTimes.digits(digits, local.get(ChronoField.NANO_OF_SECOND) / 100, TICK_DIGITS)
        .substring(0, count);
  }
}
