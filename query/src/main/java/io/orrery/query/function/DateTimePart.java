// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A part of a date and time, as the first argument of many functions names it.
enum DateTimePart {
  YEAR(0),
  MONTH(0),
  DAY(DateTimes.TICKS_PER_DAY),
  HOUR(3600 * DateTimes.TICKS_PER_SECOND),
  MINUTE(60 * DateTimes.TICKS_PER_SECOND),
  SECOND(DateTimes.TICKS_PER_SECOND),
  MILLISECOND(DateTimes.TICKS_PER_MILLISECOND),
  MICROSECOND(10),
  /// Shorter than a tick.
  NANOSECOND(0);

  private static final int NANOS_PER_TICK = 100;

  /// More than there are between the first and the last date.
  private static final double YEARS = 10_000;

  /// Its length where that is always the same number of ticks, else 0.
  private final long ticks;

  DateTimePart(long ticks) {
    this.ticks = ticks;
  }

  static @Nullable DateTimePart find(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "year", "yyyy", "yy" -> YEAR;
      case "month", "mm", "m" -> MONTH;
      case "day", "dd", "d" -> DAY;
      case "hour", "hh" -> HOUR;
      case "minute", "mi", "n" -> MINUTE;
      case "second", "ss", "s" -> SECOND;
      case "millisecond", "ms" -> MILLISECOND;
      case "microsecond", "mcs" -> MICROSECOND;
      case "nanosecond", "ns" -> NANOSECOND;
      default -> null;
    };
  }

  /// Its value in a date and time.
  int of(long dateTime) {
    LocalDateTime local = DateTimes.local(dateTime);
    return switch (this) {
      case YEAR -> local.getYear();
      case MONTH -> local.getMonthValue();
      case DAY -> local.getDayOfMonth();
      case HOUR -> local.getHour();
      case MINUTE -> local.getMinute();
      case SECOND -> local.getSecond();
      case MILLISECOND -> local.getNano() / 1_000_000;
      case MICROSECOND -> local.getNano() / 1000;
      case NANOSECOND -> local.getNano();
    };
  }

  /// A date and time so many parts later, or [DateTimes#NONE] if that is out of range. A day that
  /// the month reached does not have becomes its last.
  long add(long dateTime, long count) {
    long result =
        switch (this) {
          case YEAR -> addMonths(dateTime, count, 12);
          case MONTH -> addMonths(dateTime, count, 1);
          case NANOSECOND -> dateTime + count / NANOS_PER_TICK;
          case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND ->
              spansAllTime(count) ? DateTimes.NONE : dateTime + count * ticks;
        };
    return DateTimes.isValid(result) ? result : DateTimes.NONE;
  }

  private static long addMonths(long dateTime, long count, int monthsEach) {
    return Math.abs((double) count) > YEARS * 12
        ? DateTimes.NONE
        : DateTimes.ticks(DateTimes.local(dateTime).plusMonths(count * monthsEach));
  }

  /// Whether so many parts lead from any date out of all dates; fewer do not overflow a long.
  private boolean spansAllTime(long count) {
    return Math.abs((double) count) * ticks > YEARS * 366 * DateTimes.TICKS_PER_DAY;
  }

  /// How many times the part changes on the way from one date and time to another, or that many
  /// hundreds of nanoseconds.
  long boundaries(long from, long to) {
    return switch (this) {
      case YEAR -> YEAR.of(to) - (long) YEAR.of(from);
      case MONTH -> 12L * (YEAR.of(to) - YEAR.of(from)) + MONTH.of(to) - MONTH.of(from);
      case NANOSECOND -> to - from;
      case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND ->
          Math.floorDiv(to, ticks) - Math.floorDiv(from, ticks);
    };
  }

  /// Where the bin of so many parts begins that holds the date and time, the first of all bins
  /// beginning at another; [DateTimes#NONE] if bins of years or months are wanted, which differ in
  /// length, or the bin begins too early.
  long bin(long dateTime, long size, long origin) {
    long offset = dateTime - origin;
    long result =
        switch (this) {
          case YEAR, MONTH -> DateTimes.NONE;
          case NANOSECOND -> origin + nanosecondBin(offset, size);
          case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND -> {
            if (spansAllTime(size)) {
              yield offset < 0 ? DateTimes.NONE : origin;
            }
            yield origin + Math.floorDiv(offset, size * ticks) * size * ticks;
          }
        };
    return DateTimes.isValid(result) ? result : DateTimes.NONE;
  }

  /// A bin may begin within a tick: it is the tick that counts.
  private static long nanosecondBin(long offset, long size) {
    BigInteger nanosPerTick = BigInteger.valueOf(NANOS_PER_TICK);
    BigInteger nanos = BigInteger.valueOf(offset).multiply(nanosPerTick);
    BigInteger begin = nanos.subtract(nanos.mod(BigInteger.valueOf(size)));
    return begin.subtract(begin.mod(nanosPerTick)).divide(nanosPerTick).longValueExact();
  }
}
