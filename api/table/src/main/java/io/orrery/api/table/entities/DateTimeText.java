// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.ClockDigits;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.model.value.Value;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/// Times as text: UTC, to 100 nanoseconds, without zeros at the end of a fraction.
public final class DateTimeText {
  private static final int MILLIS_PER_SECOND = 1000;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final int NANOS_PER_TICK = 100;

  /// The first time of the Gregorian calendar that the service knows.
  private static final Instant FIRST = Instant.parse("1601-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999900Z");

  private static final DateTimeFormatter INPUT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm[:ss]")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .optionalStart()
          .appendOffsetId()
          .optionalEnd()
          .toFormatter(Locale.ROOT);

  private DateTimeText() {}

  /// Fails with InvalidInput if it is no time, with OutOfRangeInput before 1601.
  public static Value.DateTime parse(String text) {
    Instant instant = instant(text);
    if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
      throw new TableRefusal(
          TableError.OUT_OF_RANGE_INPUT,
          "One of the request inputs is out of range: the time %s.".formatted(text));
    }
    int nanos = instant.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI;
    return new Value.DateTime(instant.toEpochMilli(), nanos - nanos % NANOS_PER_TICK);
  }

  private static Instant instant(String text) {
    try {
      TemporalAccessor parsed = INPUT.parse(text);
      return parsed.isSupported(ChronoField.OFFSET_SECONDS)
          ? Instant.from(parsed)
          : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException _) {
      throw TableRefusal.invalid("'%s' is no time.".formatted(text));
    }
  }

  public static String of(Value.DateTime time) {
    long seconds = Math.floorDiv(time.epochMilli(), MILLIS_PER_SECOND);
    long millis = Math.floorMod(time.epochMilli(), MILLIS_PER_SECOND);
    long ticks = (millis * NANOS_PER_MILLI + time.nanoOfMilli()) / NANOS_PER_TICK;
    StringBuilder out = new StringBuilder(28);
    ClockDigits.write(out, seconds, ":");
    if (ticks > 0) {
      String digits = Long.toString(10_000_000 + ticks).substring(1);
      int end = digits.length();
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      out.append('.').append(digits, 0, end);
    }
    return out.append('Z').toString();
  }
}
