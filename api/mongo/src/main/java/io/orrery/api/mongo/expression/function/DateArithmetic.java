// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Distances between dates, and dates at a distance, in a calendar's units and at a place.
public final class DateArithmetic {
  private static final LocalDate REFERENCE = LocalDate.of(2000, 1, 1);
  private static final Value SUNDAY = new Value.Text("sunday");

  private DateArithmetic() {}

  static void addTo(FunctionTable table) {
    shift(table, "$dateAdd", 1);
    shift(table, "$dateSubtract", -1);
    table.named(
        "$dateDiff",
        5166301,
        5166302,
        List.of(
            CallForm.Parameter.required("startDate", 5166303),
            CallForm.Parameter.required("endDate", 5166304),
            CallForm.Parameter.required("unit", 5166305),
            CallForm.Parameter.optional("timezone", Dates.UTC),
            CallForm.Parameter.optional("startOfWeek", SUNDAY)),
        DateArithmetic::difference);
    table.named(
        "$dateTrunc",
        5439007,
        5439008,
        List.of(
            CallForm.Parameter.required("date", 5439009),
            CallForm.Parameter.required("unit", 5439010),
            CallForm.Parameter.optional("binSize", new Value.Int32(1)),
            CallForm.Parameter.optional("timezone", Dates.UTC),
            CallForm.Parameter.optional("startOfWeek", SUNDAY)),
        DateArithmetic::truncate);
  }

  private static void shift(FunctionTable table, String name, int sign) {
    table.named(
        name,
        5166400,
        5166401,
        List.of(
            CallForm.Parameter.required("startDate", 5166402),
            CallForm.Parameter.required("unit", 5166402),
            CallForm.Parameter.required("amount", 5166402),
            CallForm.Parameter.optional("timezone", Dates.UTC)),
        arguments -> shift(name, sign, arguments));
  }

  private static Value shift(String name, int sign, Value[] arguments) {
    if (Operands.anyNullish(arguments)) {
      return Value.Null.NULL;
    }
    if (!Dates.isDate(arguments[0])) {
      throw MongoFailure.at(
          5166403, "%s requires startDate to be convertible to a date".formatted(name));
    }
    if (!(arguments[1] instanceof Value.Text(String unitName))) {
      throw MongoFailure.at(5166404, name + " expects string defining the time unit");
    }
    CalendarUnit unit =
        CalendarUnit.find(unitName)
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.FAILED_TO_PARSE, "unknown time unit value: " + unitName));
    long amount =
        (Operands.isNumber(arguments[2])
                ? BsonNumbers.findWhole(arguments[2])
                : Optional.<Long>empty())
            .orElseThrow(
                () -> MongoFailure.at(5166405, name + " expects integer amount of time units"));
    try {
      return shifted(
          Dates.local(arguments[0], arguments[3]), unit, Math.multiplyExact(amount, sign));
    } catch (ArithmeticException | DateTimeException overflow) {
      throw MongoFailure.at(5166406, "%s overflowed".formatted(name));
    }
  }

  /// The date so many units later.
  static Value shifted(ZonedDateTime from, CalendarUnit unit, long amount) {
    ZonedDateTime to =
        switch (unit) {
          case YEAR -> from.plusYears(amount);
          case QUARTER -> from.plusMonths(Math.multiplyExact(amount, 3L));
          case MONTH -> from.plusMonths(amount);
          case WEEK -> from.plusWeeks(amount);
          case DAY -> from.plusDays(amount);
          case HOUR, MINUTE, SECOND, MILLISECOND ->
              from.toInstant()
                  .plusMillis(Math.multiplyExact(amount, unit.millis()))
                  .atZone(from.getZone());
        };
    return Dates.of(to.toInstant());
  }

  /// The date so many units later, by UTC.
  public static Value shifted(Value date, CalendarUnit unit, long amount) {
    return shifted(Dates.local(date, Dates.UTC), unit, amount);
  }

  private static CalendarUnit unit(String name, Value unit) {
    if (!(unit instanceof Value.Text(String text))) {
      throw MongoFailure.at(
          5439013,
          "%s requires 'unit' to be a string, but got %s".formatted(name, Operands.type(unit)));
    }
    return CalendarUnit.find(text)
        .orElseThrow(
            () ->
                MongoFailure.at(
                    5439014,
                    "%s parameter 'unit' value cannot be recognized as a time unit: %s"
                        .formatted(name, text)));
  }

  private static DayOfWeek weekStart(String name, Value day) {
    if (!(day instanceof Value.Text(String text))) {
      throw MongoFailure.at(
          5439015,
          "%s requires 'startOfWeek' to be a string, but got %s"
              .formatted(name, Operands.type(day)));
    }
    String lower = text.toLowerCase(Locale.ROOT);
    for (DayOfWeek each : DayOfWeek.values()) {
      String full = each.name().toLowerCase(Locale.ROOT);
      if (lower.equals(full) || lower.equals(full.substring(0, 3))) {
        return each;
      }
    }
    throw MongoFailure.at(
        5439016,
        "%s parameter 'startOfWeek' value cannot be recognized as a day of a week: %s"
            .formatted(name, text));
  }

  private static Instant date(String name, String parameter, int location, Value value) {
    if (!Dates.isDate(value)) {
      throw MongoFailure.at(
          location,
          "%s requires '%s' to be a date, but got %s"
              .formatted(name, parameter, Operands.type(value)));
    }
    return Dates.instant(value);
  }

  /// How many boundaries of the unit lie between two dates.
  private static Value difference(Value[] arguments) {
    boolean weeks = arguments[2].equals(new Value.Text("week"));
    if (Operands.anyNullish(arguments[0], arguments[1], arguments[2], arguments[3])
        || (weeks && Operands.isNullish(arguments[4]))) {
      return Value.Null.NULL;
    }
    Instant from = date("$dateDiff", "startDate", 5166307, arguments[0]);
    Instant until = date("$dateDiff", "endDate", 5166307, arguments[1]);
    CalendarUnit unit = unit("$dateDiff", arguments[2]);
    ZoneId zone = Dates.zone(arguments[3]);
    DayOfWeek first = weeks ? weekStart("$dateDiff", arguments[4]) : DayOfWeek.SUNDAY;
    return new Value.Int64(
        place(until.atZone(zone), unit, first) - place(from.atZone(zone), unit, first));
  }

  /// Which unit a date is in, counted from anywhere.
  private static long place(ZonedDateTime date, CalendarUnit unit, DayOfWeek first) {
    if (unit.months() > 0) {
      return Math.floorDiv(date.getYear() * 12L + date.getMonthValue() - 1, unit.months());
    }
    if (unit.isClockTime()) {
      // A unit begins where it does on a clock at that place.
      long shift = date.getOffset().getTotalSeconds() * 1000L % unit.millis();
      return Math.floorDiv(date.toInstant().toEpochMilli() + shift, unit.millis());
    }
    long day = date.toLocalDate().toEpochDay();
    // 1970-01-01 was a Thursday.
    return unit == CalendarUnit.DAY
        ? day
        : Math.floorDiv(day + DayOfWeek.THURSDAY.getValue() - first.getValue(), 7L);
  }

  private static Value truncate(Value[] arguments) {
    boolean weeks = arguments[1].equals(new Value.Text("week"));
    if (Operands.anyNullish(arguments[0], arguments[1], arguments[2], arguments[3])
        || (weeks && Operands.isNullish(arguments[4]))) {
      return Value.Null.NULL;
    }
    Instant instant = date("$dateTrunc", "date", 5439012, arguments[0]);
    CalendarUnit unit = unit("$dateTrunc", arguments[1]);
    long bins =
        (Operands.isNumber(arguments[2])
                ? BsonNumbers.findWhole(arguments[2])
                : Optional.<Long>empty())
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        5439017,
                        "$dateTrunc requires 'binSize' to be a 64-bit integer, but got a value of"
                            + " type "
                            + Operands.type(arguments[2])));
    if (bins <= 0) {
      throw MongoFailure.at(
          5439018, "$dateTrunc requires 'binSize' to be greater than 0, but got value " + bins);
    }
    DayOfWeek first = weeks ? weekStart("$dateTrunc", arguments[4]) : DayOfWeek.SUNDAY;
    try {
      return truncated(instant.atZone(Dates.zone(arguments[3])), unit, bins, first);
    } catch (ArithmeticException | DateTimeException overflow) {
      throw MongoFailure.at(5439005, "$dateTrunc: the date or 'binSize' is out of range");
    }
  }

  private static Value truncated(
      ZonedDateTime date, CalendarUnit unit, long bins, DayOfWeek first) {
    ZoneId zone = date.getZone();
    if (unit.isClockTime()) {
      long size = Math.multiplyExact(bins, unit.millis());
      long start = REFERENCE.atStartOfDay(zone).toInstant().toEpochMilli();
      long since = Math.subtractExact(date.toInstant().toEpochMilli(), start);
      return new Value.DateTime(start + Math.floorDiv(since, size) * size, 0);
    }
    LocalDate day;
    if (unit.months() > 0) {
      long size = Math.multiplyExact(bins, (long) unit.months());
      long since = (date.getYear() - 2000L) * 12 + date.getMonthValue() - 1;
      day = REFERENCE.plusMonths(Math.floorDiv(since, size) * size);
    } else {
      long size = Math.multiplyExact(bins, unit == CalendarUnit.WEEK ? 7L : 1L);
      LocalDate start = unit == CalendarUnit.WEEK ? firstFrom(REFERENCE, first) : REFERENCE;
      long since = date.toLocalDate().toEpochDay() - start.toEpochDay();
      day = start.plusDays(Math.floorDiv(since, size) * size);
    }
    return Dates.of(day.atStartOfDay(zone).toInstant());
  }

  private static LocalDate firstFrom(LocalDate day, DayOfWeek wanted) {
    return day.plusDays(Math.floorMod(wanted.getValue() - day.getDayOfWeek().getValue(), 7));
  }
}
