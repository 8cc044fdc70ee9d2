// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/// Items of 1 KB with ten properties, 1,000 partition keys.
public final class Items {
  private static final int PARTITION_KEYS = 1000;
  private static final int TEXTS = 6;

  private static final long SCATTER = 61_603;
  private static final long GROUPED = 100_000;
  private static final long GROUP_SIZE = 20;

  private Items() {}

  public static String partitionKey(long number) {
    return "tenant-" + number % PARTITION_KEYS;
  }

  public static String id(long number) {
    return "item-" + number;
  }

  /// One of 5,000. Items of a group follow each other neither as they are made nor by their
  /// partition keys.
  private static long group(long number) {
    return number * SCATTER % GROUPED / GROUP_SIZE;
  }

  public static byte[] json(long number) {
    Random random = new Random(number);
    StringBuilder json = new StringBuilder(1100);
    json.append("{\"id\":\"").append(id(number));
    json.append("\",\"pk\":\"").append(partitionKey(number));
    json.append("\",\"number\":").append(number);
    json.append(",\"group\":").append(group(number));
    for (int i = 0; i < TEXTS; i++) {
      json.append(",\"text").append(i).append("\":\"");
      for (int c = 0; c < 145; c++) {
        json.append((char) ('a' + random.nextInt(26)));
      }
      json.append('"');
    }
    return json.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }
}
