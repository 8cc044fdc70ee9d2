// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Dates as texts.
public final class DateTexts {
  private static final String ISO = "%Y-%m-%dT%H:%M:%S.%LZ";
  private static final String ISO_ELSEWHERE = "%Y-%m-%dT%H:%M:%S.%L";

  private DateTexts() {}

  static void addTo(FunctionTable table) {
    table.named(
        "$dateToString",
        18629,
        18534,
        List.of(
            CallForm.Parameter.required("date", 18628),
            CallForm.Parameter.optional("format", Operands.ABSENT),
            CallForm.Parameter.optional("timezone", Dates.UTC),
            CallForm.Parameter.optional("onNull", Value.Null.NULL)),
        DateTexts::toText);
    table.named(
        "$dateFromString",
        40540,
        40541,
        List.of(
            CallForm.Parameter.required("dateString", 40542),
            CallForm.Parameter.optional("format", Operands.ABSENT),
            CallForm.Parameter.optional("timezone", Operands.ABSENT),
            CallForm.Parameter.optional("onNull", Value.Null.NULL),
            CallForm.Parameter.optional("onError", Operands.ABSENT)),
        DateTexts::fromText);
  }

  static String iso(Value.DateTime date) {
    return format(Instant.ofEpochMilli(date.epochMilli()).atZone(ZoneOffset.UTC), ISO);
  }

  private static Value toText(Value[] arguments) {
    if (!Operands.isNullish(arguments[1])
        && !Operands.isAbsent(arguments[1])
        && !(arguments[1] instanceof Value.Text)) {
      throw MongoFailure.at(
          18533,
          "$dateToString requires that 'format' be a string, found: "
              + Operands.type(arguments[1]));
    }
    if (Operands.isNullish(arguments[0])) {
      return arguments[3];
    }
    if (Operands.anyNullish(arguments[1], arguments[2])) {
      return Value.Null.NULL;
    }
    ZonedDateTime local = Dates.local(arguments[0], arguments[2]);
    String otherwise = local.getZone().equals(ZoneOffset.UTC) ? ISO : ISO_ELSEWHERE;
    String format = arguments[1] instanceof Value.Text(String text) ? text : otherwise;
    return new Value.Text(format(local, format));
  }

  static String format(ZonedDateTime date, String format) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      if (format.charAt(i) != '%') {
        text.append(format.charAt(i));
        continue;
      }
      if (++i == format.length()) {
        throw MongoFailure.at(18535, "Unmatched '%' at end of format string");
      }
      text.append(part(date, format.charAt(i)));
    }
    return text.toString();
  }

  private static String part(ZonedDateTime date, char letter) {
    int offset = date.getOffset().getTotalSeconds() / 60;
    return switch (letter) {
      case '%' -> "%";
      case 'Y' -> year(date.getYear());
      case 'G' -> year(DateParts.isoYear(date));
      case 'm' -> digits(2, date.getMonthValue());
      case 'd' -> digits(2, date.getDayOfMonth());
      case 'H' -> digits(2, date.getHour());
      case 'M' -> digits(2, date.getMinute());
      case 'S' -> digits(2, date.getSecond());
      case 'L' -> digits(3, DateParts.millisecond(date));
      case 'j' -> digits(3, date.getDayOfYear());
      case 'w' -> Integer.toString(DateParts.dayOfWeek(date));
      case 'u' -> Integer.toString(date.getDayOfWeek().getValue());
      case 'U' -> digits(2, DateParts.week(date));
      case 'V' -> digits(2, DateParts.isoWeek(date));
      case 'b' -> date.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
      case 'B' -> date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case 'z' ->
          (offset < 0 ? "-" : "+")
              + digits(2, Math.abs(offset) / 60)
              + digits(2, Math.abs(offset) % 60);
      case 'Z' -> (offset < 0 ? "-" : "+") + digits(3, Math.abs(offset));
      default ->
          throw MongoFailure.at(
              18536, "Invalid format character '%" + letter + "' in format string");
    };
  }

  private static String year(int year) {
    if (year < 0 || year > 9999) {
      throw MongoFailure.at(
          18537, "$dateToString is only defined on year 0-9999, tried to use year " + year);
    }
    return digits(4, year);
  }

  private static String digits(int count, int number) {
    String text = Integer.toString(number);
    return "0".repeat(Math.max(0, count - text.length())) + text;
  }

  private static Value fromText(Value[] arguments) {
    Value text = arguments[0];
    Value format = arguments[1];
    if (Operands.isNullish(text)) {
      return arguments[3];
    }
    try {
      if (!(text instanceof Value.Text(String written))) {
        throw Conversions.failure(
            "$dateFromString requires that 'dateString' be a string, found: "
                + Operands.type(text));
      }
      if (Operands.anyNullish(format, arguments[2])) {
        return Value.Null.NULL;
      }
      if (!Operands.isAbsent(format) && !(format instanceof Value.Text)) {
        throw MongoFailure.at(
            40684,
            "$dateFromString requires that 'format' be a string, found: " + Operands.type(format));
      }
      Optional<ZoneId> zone =
          Operands.isAbsent(arguments[2])
              ? Optional.empty()
              : Optional.of(Dates.zone(arguments[2]));
      return format instanceof Value.Text(String pattern)
          ? new DateScanner(written).read(pattern, zone)
          : parse(written, zone);
    } catch (MongoFailure failure) {
      if (failure.error().code() == 241 && !Operands.isAbsent(arguments[4])) {
        return arguments[4];
      }
      throw failure;
    }
  }

  /// A date as ISO 8601 has it, with or without its time, with or without its zone.
  static Value.DateTime parse(String text, Optional<ZoneId> zone) {
    return new DateScanner(text).readIso(zone);
  }
}
