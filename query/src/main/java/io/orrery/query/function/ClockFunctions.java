// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Text;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;

/// The time, as text, ticks and milliseconds: the present time of each call, or the time when the
/// query began.
final class ClockFunctions {
  static final List<Function> ALL =
      List.of(
          new Function("AGO", 2, 2, false, false, ClockFunctions::ago),
          present("GetCurrentDateTime", ClockFunctions::text),
          beginning("GetCurrentDateTimeStatic", ClockFunctions::text),
          present("GetCurrentTicks", Numbers::of),
          beginning("GetCurrentTicksStatic", Numbers::of),
          present("GetCurrentTimestamp", ClockFunctions::milliseconds),
          beginning("GetCurrentTimestampStatic", ClockFunctions::milliseconds),
          new Function("NOW", 0, 2, false, false, ClockFunctions::now));

  private ClockFunctions() {}

  private static Function present(String name, LongFunction<Value> form) {
    return new Function(
        name, 0, 0, false, false, (_, surroundings) -> of(surroundings.now(), form));
  }

  private static Function beginning(String name, LongFunction<Value> form) {
    return new Function(
        name, 0, 0, true, false, (_, surroundings) -> of(surroundings.started(), form));
  }

  /// So many days, hours or other parts of a time ago.
  private static Value ago(Value[] arguments, Surroundings surroundings) {
    return shifted(arguments[0], arguments[1], -1, surroundings);
  }

  /// The present time, or so many parts of a time later.
  private static Value now(Value[] arguments, Surroundings surroundings) {
    return switch (arguments.length) {
      case 0 -> of(surroundings.now(), ClockFunctions::text);
      case 2 -> shifted(arguments[0], arguments[1], 1, surroundings);
      default -> UNDEFINED;
    };
  }

  private static Value shifted(Value part, Value count, int sign, Surroundings surroundings) {
    if (!Numbers.isInteger(count) || Numbers.toLong(count) == Long.MIN_VALUE) {
      return UNDEFINED;
    }
    return DateTimeFunctions.add(
        part, sign * Numbers.toLong(count), DateTimes.ticks(surroundings.now()));
  }

  private static Value of(Instant instant, LongFunction<Value> form) {
    return form.apply(DateTimes.ticks(instant));
  }

  private static Value text(long ticks) {
    return new Text(DateTimes.text(ticks));
  }

  private static Value milliseconds(long ticks) {
    return Numbers.of(Math.floorDiv(ticks, DateTimes.TICKS_PER_MILLISECOND));
  }
}
