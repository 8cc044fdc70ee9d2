// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

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
          present("GetCurrentDateTime", ClockFunctions::text),
          beginning("GetCurrentDateTimeStatic", ClockFunctions::text),
          present("GetCurrentTicks", Numbers::of),
          beginning("GetCurrentTicksStatic", Numbers::of),
          present("GetCurrentTimestamp", ClockFunctions::milliseconds),
          beginning("GetCurrentTimestampStatic", ClockFunctions::milliseconds));

  private ClockFunctions() {}

  private static Function present(String name, LongFunction<Value> form) {
    return new Function(
        name, 0, 0, false, false, (_, surroundings) -> of(surroundings.now(), form));
  }

  private static Function beginning(String name, LongFunction<Value> form) {
    return new Function(
        name, 0, 0, true, false, (_, surroundings) -> of(surroundings.started(), form));
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
