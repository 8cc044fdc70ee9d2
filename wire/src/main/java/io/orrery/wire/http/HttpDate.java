// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.model.SystemTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The value of the `Date` header, formatted once a second. It is the time of this machine,
/// whatever time the rooms behind it live in.
final class HttpDate {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private record Second(long epochSecond, String text) {}

  private static volatile Second last = format(0);

  private HttpDate() {}

  static String now() {
    long epochSecond = SystemTime.CLOCK.millis() / 1000;
    Second second = last;
    if (second.epochSecond != epochSecond) {
      second = format(epochSecond);
      last = second;
    }
    return second.text;
  }

  private static Second format(long epochSecond) {
    return new Second(epochSecond, FORMAT.format(Instant.ofEpochSecond(epochSecond)));
  }
}
