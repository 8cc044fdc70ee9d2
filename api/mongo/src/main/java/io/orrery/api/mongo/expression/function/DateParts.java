// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.isNullish;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Years, weeks, hours and so on of dates, and dates made of these.
final class DateParts {

  private DateParts() {}

  static void addTo(FunctionTable table) {
    part(table, "$year", ZonedDateTime::getYear);
    part(table, "$month", ZonedDateTime::getMonthValue);
    part(table, "$dayOfMonth", ZonedDateTime::getDayOfMonth);
    part(table, "$hour", ZonedDateTime::getHour);
    part(table, "$minute", ZonedDateTime::getMinute);
    part(table, "$second", ZonedDateTime::getSecond);
    part(table, "$millisecond", DateParts::millisecond);
    part(table, "$dayOfYear", ZonedDateTime::getDayOfYear);
    part(table, "$dayOfWeek", DateParts::dayOfWeek);
    part(table, "$week", DateParts::week);
    part(table, "$isoWeek", DateParts::isoWeek);
    part(table, "$isoDayOfWeek", date -> date.getDayOfWeek().getValue());
    table.ofDate(
        "$isoWeekYear",
        (date, zone) ->
            Operands.anyNullish(date, zone)
                ? Value.Null.NULL
                : new Value.Int64(isoYear(Dates.local(date, zone))));
    table.named(
        "$dateToParts",
        40524,
        40520,
        List.of(
            CallForm.Parameter.required("date", 40522),
            CallForm.Parameter.optional("timezone", Dates.UTC),
            CallForm.Parameter.optional("iso8601", Value.Bool.FALSE)),
        arguments -> toParts(arguments[0], arguments[1], arguments[2]));
    table.named(
        "$dateFromParts",
        40519,
        40518,
        List.of(
            CallForm.Parameter.optional("year", Operands.ABSENT),
            CallForm.Parameter.optional("isoWeekYear", Operands.ABSENT),
            CallForm.Parameter.optional("month", Operands.ABSENT),
            CallForm.Parameter.optional("isoWeek", Operands.ABSENT),
            CallForm.Parameter.optional("day", Operands.ABSENT),
            CallForm.Parameter.optional("isoDayOfWeek", Operands.ABSENT),
            CallForm.Parameter.optional("hour", Operands.ABSENT),
            CallForm.Parameter.optional("minute", Operands.ABSENT),
            CallForm.Parameter.optional("second", Operands.ABSENT),
            CallForm.Parameter.optional("millisecond", Operands.ABSENT),
            CallForm.Parameter.optional("timezone", Dates.UTC)),
        DateParts::fromParts);
  }

  private static void part(FunctionTable table, String name, ToLongFunction<ZonedDateTime> part) {
    table.ofDate(
        name,
        (date, zone) ->
            Operands.anyNullish(date, zone)
                ? Value.Null.NULL
                : new Value.Int32((int) part.applyAsLong(Dates.local(date, zone))));
  }

  static int millisecond(ZonedDateTime date) {
    return date.getNano() / 1_000_000;
  }

  /// From Sunday, which is 1.
  static int dayOfWeek(ZonedDateTime date) {
    return date.getDayOfWeek().getValue() % 7 + 1;
  }

  /// Weeks begin with a Sunday; the days before the first one are week 0.
  static int week(ZonedDateTime date) {
    return (date.getDayOfYear() + 7 - dayOfWeek(date)) / 7;
  }

  static int isoWeek(ZonedDateTime date) {
    return date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
  }

  static int isoYear(ZonedDateTime date) {
    return date.get(IsoFields.WEEK_BASED_YEAR);
  }

  private static Value toParts(Value date, Value zone, Value iso) {
    if (!isNullish(iso) && !(iso instanceof Value.Bool)) {
      throw MongoFailure.at(40521, "iso8601 must evaluate to a bool, found " + Operands.type(iso));
    }
    if (Operands.anyNullish(date, zone, iso)) {
      return Value.Null.NULL;
    }
    ZonedDateTime local = Dates.local(date, zone);
    LinkedHashMap<String, Value> parts = new LinkedHashMap<>();
    if (iso == Value.Bool.TRUE) {
      put(parts, "isoWeekYear", isoYear(local));
      put(parts, "isoWeek", isoWeek(local));
      put(parts, "isoDayOfWeek", local.getDayOfWeek().getValue());
    } else {
      put(parts, "year", local.getYear());
      put(parts, "month", local.getMonthValue());
      put(parts, "day", local.getDayOfMonth());
    }
    put(parts, "hour", local.getHour());
    put(parts, "minute", local.getMinute());
    put(parts, "second", local.getSecond());
    put(parts, "millisecond", millisecond(local));
    return new Value.Document(parts);
  }

  private static void put(Map<String, Value> parts, String name, int number) {
    parts.put(name, new Value.Int32(number));
  }

  private static Value fromParts(Value[] parts) {
    boolean weeks = !Operands.isAbsent(parts[1]);
    if (Operands.isAbsent(parts[0]) && !weeks) {
      throw MongoFailure.at(
          40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
    }
    boolean mixed =
        weeks
            ? !Operands.isAbsent(parts[0])
                || !Operands.isAbsent(parts[2])
                || !Operands.isAbsent(parts[4])
            : !Operands.isAbsent(parts[3]) || !Operands.isAbsent(parts[5]);
    if (mixed) {
      throw MongoFailure.at(
          weeks ? 40489 : 40525,
          "$dateFromParts does not allow mixing natural dates with ISO dates");
    }
    if (Operands.anyNullish(parts)) {
      return Value.Null.NULL;
    }
    ZoneId zone = Dates.zone(parts[10]);
    int year = year(weeks ? "isoWeekYear" : "year", parts[weeks ? 1 : 0]);
    LocalDateTime start =
        weeks
            ? LocalDateTime.of(year, 1, 4, 0, 0)
                .with(DayOfWeek.MONDAY)
                .plusWeeks(number("isoWeek", parts[3], 1) - 1L)
                .plusDays(number("isoDayOfWeek", parts[5], 1) - 1L)
            : LocalDateTime.of(year, 1, 1, 0, 0)
                .plusMonths(number("month", parts[2], 1) - 1L)
                .plusDays(number("day", parts[4], 1) - 1L);
    LocalDateTime at =
        start
            .plusHours(number("hour", parts[6], 0))
            .plusMinutes(number("minute", parts[7], 0))
            .plusSeconds(number("second", parts[8], 0))
            .plus(number("millisecond", parts[9], 0), ChronoUnit.MILLIS);
    try {
      ZoneOffset offset = zone.getRules().getOffset(at);
      return Dates.of(at.toInstant(offset));
    } catch (DateTimeException | ArithmeticException outOfRange) {
      throw MongoFailure.at(40523, "$dateFromParts: the date is out of range");
    }
  }

  private static int year(String name, Value value) {
    int year = number(name, value, 0);
    if (year < 1 || year > 9999) {
      throw MongoFailure.at(
          40523,
          "'%s' must evaluate to an integer in the range 1 to 9999, found %d"
              .formatted(name, year));
    }
    return year;
  }

  private static int number(String name, Value value, int otherwise) {
    if (Operands.isAbsent(value)) {
      return otherwise;
    }
    long number =
        (Operands.isNumber(value) ? BsonNumbers.findWhole(value) : java.util.Optional.<Long>empty())
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        40515,
                        "'%s' must evaluate to an integer, found %s"
                            .formatted(name, Operands.type(value))));
    if (number < Short.MIN_VALUE || number > Short.MAX_VALUE) {
      throw MongoFailure.at(
          31034,
          "'%s' must evaluate to a value in the range [-32768, 32767]; value %d is not in range"
              .formatted(name, number));
    }
    return (int) number;
  }
}
