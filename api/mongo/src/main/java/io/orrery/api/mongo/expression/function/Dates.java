// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Points in time and the time zones in which they are looked at.
public final class Dates {
  private static final Pattern OFFSET = Pattern.compile("([+-])(\\d{2})(?::?(\\d{2}))?");

  static final Value UTC = new Value.Text("UTC");

  private Dates() {}

  static Value.DateTime of(Instant instant) {
    return new Value.DateTime(instant.toEpochMilli(), 0);
  }

  /// What can be taken for a date: ids and timestamps have one in them.
  public static Instant instant(Value value) {
    return switch (value) {
      case Value.DateTime date -> Instant.ofEpochMilli(date.epochMilli());
      case Value.Timestamp(long bits) -> Instant.ofEpochSecond(bits >>> 32);
      case Value.ObjectId id -> Instant.ofEpochSecond(id.high() >>> 32);
      case Value other ->
          throw MongoFailure.at(
              16006, "can't convert from BSON type %s to Date".formatted(Operands.type(other)));
    };
  }

  static boolean isDate(Value value) {
    return value instanceof Value.DateTime
        || value instanceof Value.Timestamp
        || value instanceof Value.ObjectId;
  }

  static ZonedDateTime local(Value date, Value zone) {
    return instant(date).atZone(zone(zone));
  }

  static ZoneId zone(Value zone) {
    if (!(zone instanceof Value.Text(String name))) {
      throw MongoFailure.at(
          40517, "timezone must evaluate to a string, found " + Operands.type(zone));
    }
    return zone(name);
  }

  /// A zone by the name that the time zone database has for it, or by its offset.
  static ZoneId zone(String name) {
    if (name.equals("UTC") || name.equals("GMT") || name.equals("Z")) {
      return ZoneOffset.UTC;
    }
    Matcher offset = OFFSET.matcher(name);
    if (offset.matches()) {
      int hours = Integer.parseInt(offset.group(2));
      int minutes = offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3));
      int total = (hours * 60 + minutes) * (offset.group(1).equals("-") ? -1 : 1);
      if (Math.abs(total) <= 18 * 60) {
        return ZoneOffset.ofTotalSeconds(total * 60);
      }
    }
    if (!ZoneId.getAvailableZoneIds().contains(name)) {
      throw MongoFailure.at(40485, "unrecognized time zone identifier: \"%s\"".formatted(name));
    }
    return ZoneId.of(name);
  }
}
