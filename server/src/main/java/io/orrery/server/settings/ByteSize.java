// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes with a unit behind them. They are binary whichever way they are written: 2MB = 2MiB = 2 ×
/// 1024 × 1024 bytes, as in the service's own limits.
final class ByteSize {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*([KMGT]?)(I?B)?");
  private static final String PREFIXES = "KMGT";

  private ByteSize() {}

  static long parse(String text) {
    Matcher matcher = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    String prefix = matcher.group(2);
    int power = prefix.isEmpty() ? 0 : PREFIXES.indexOf(prefix) + 1;
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static String format(long bytes) {
    long number = bytes;
    int power = 0;
    while (number != 0 && number % 1024 == 0 && power < PREFIXES.length()) {
      number /= 1024;
      power++;
    }
    return power == 0 ? Long.toString(number) : number + PREFIXES.substring(power - 1, power) + "B";
  }
}
