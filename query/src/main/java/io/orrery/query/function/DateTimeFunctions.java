// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Text;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Dates and times as text, as milliseconds and as ticks. See [DateTimes] for what counts as text
/// of a date and time.
final class DateTimeFunctions {
  /// The documentation wants bins to begin no earlier than Windows' time.
  private static final long WINDOWS_EPOCH =
      LocalDate.of(1601, 1, 1).toEpochDay() * DateTimes.TICKS_PER_DAY;

  static final List<Function> ALL =
      List.of(
          pure("DateTimeAdd", 3, DateTimeFunctions::add),
          pure("DateTimeBin", 2, 4, DateTimeFunctions::bin),
          pure("DateTimeDiff", 3, DateTimeFunctions::difference),
          pure("DateTimeFormat", 2, DateTimeFunctions::format),
          pure("DateTimeFromParts", 3, 7, DateTimeFunctions::fromParts),
          pure("DateTimePart", 2, arguments -> part(find(arguments[0]), arguments[1])),
          pure("DateTimeToTicks", 1, arguments -> toTicks(arguments[0])),
          pure("DateTimeToTimestamp", 1, arguments -> toTimestamp(arguments[0])),
          pure("DAY", 1, arguments -> part(DateTimePart.DAY, arguments[0])),
          pure("IS_DATETIME", 1, arguments -> Bool.of(ticks(arguments[0]) != DateTimes.NONE)),
          pure("MONTH", 1, arguments -> part(DateTimePart.MONTH, arguments[0])),
          pure("TicksToDateTime", 1, arguments -> fromTicks(arguments[0], 1)),
          pure(
              "TimestampToDateTime",
              1,
              arguments -> fromTicks(arguments[0], DateTimes.TICKS_PER_MILLISECOND)),
          pure("YEAR", 1, arguments -> part(DateTimePart.YEAR, arguments[0])));

  private DateTimeFunctions() {}

  private static @Nullable DateTimePart find(Value argument) {
    return argument instanceof Text(String name) ? DateTimePart.find(name) : null;
  }

  private static long ticks(Value argument) {
    return argument instanceof Text(String text) ? DateTimes.parse(text) : DateTimes.NONE;
  }

  private static Value text(long ticks) {
    return ticks == DateTimes.NONE ? UNDEFINED : new Text(DateTimes.text(ticks));
  }

  private static Value add(Value[] arguments) {
    return Numbers.isInteger(arguments[1])
        ? add(arguments[0], Numbers.toLong(arguments[1]), ticks(arguments[2]))
        : UNDEFINED;
  }

  /// The date and time so many of its parts later, as text.
  static Value add(Value partName, long count, long dateTime) {
    DateTimePart part = find(partName);
    return part == null || dateTime == DateTimes.NONE ? UNDEFINED : text(part.add(dateTime, count));
  }

  private static Value bin(Value[] arguments) {
    long dateTime = ticks(arguments[0]);
    DateTimePart part = find(arguments[1]);
    Value size = arguments.length > 2 ? arguments[2] : Numbers.of(1L);
    long origin = arguments.length > 3 ? ticks(arguments[3]) : 0;
    if (part == null
        || dateTime == DateTimes.NONE
        || origin < WINDOWS_EPOCH
        || !Numbers.isInteger(size)
        || Numbers.toLong(size) <= 0) {
      return UNDEFINED;
    }
    return text(part.bin(dateTime, Numbers.toLong(size), origin));
  }

  private static Value difference(Value[] arguments) {
    DateTimePart part = find(arguments[0]);
    long from = ticks(arguments[1]);
    long to = ticks(arguments[2]);
    if (part == null || from == DateTimes.NONE || to == DateTimes.NONE) {
      return UNDEFINED;
    }
    long boundaries = part.boundaries(from, to);
    if (part != DateTimePart.NANOSECOND) {
      return Numbers.of(boundaries);
    }
    // Beyond 292 years the number of nanoseconds does not fit a long.
    return Math.abs(boundaries) > Long.MAX_VALUE / 100
        ? Numbers.of(boundaries * 100.0)
        : Numbers.of(boundaries * 100);
  }

  private static Value format(Value[] arguments) {
    long dateTime = ticks(arguments[0]);
    return dateTime != DateTimes.NONE && arguments[1] instanceof Text(String format)
        ? new Text(DateTimeFormat.format(dateTime, format))
        : UNDEFINED;
  }

  private static Value fromParts(Value[] arguments) {
    int[] parts = new int[7];
    for (int i = 0; i < arguments.length; i++) {
      if (!Numbers.isInteger(arguments[i])) {
        return UNDEFINED;
      }
      long part = Numbers.toLong(arguments[i]);
      parts[i] = (int) part == part ? (int) part : -1;
    }
    return text(DateTimes.ticks(parts));
  }

  private static Value part(@Nullable DateTimePart part, Value argument) {
    long dateTime = ticks(argument);
    return part == null || dateTime == DateTimes.NONE
        ? UNDEFINED
        : Numbers.of((long) part.of(dateTime));
  }

  private static Value toTicks(Value argument) {
    long dateTime = ticks(argument);
    return dateTime == DateTimes.NONE ? UNDEFINED : Numbers.of(dateTime);
  }

  private static Value toTimestamp(Value argument) {
    long dateTime = ticks(argument);
    return dateTime == DateTimes.NONE
        ? UNDEFINED
        : Numbers.of(Math.floorDiv(dateTime, DateTimes.TICKS_PER_MILLISECOND));
  }

  private static Value fromTicks(Value argument, long unit) {
    if (!Numbers.isInteger(argument)) {
      return UNDEFINED;
    }
    long count = Numbers.toLong(argument);
    boolean fits = Math.abs((double) count) < Long.MAX_VALUE / (double) unit;
    return fits && DateTimes.isValid(count * unit) ? text(count * unit) : UNDEFINED;
  }
}
