// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/// Items of 1 KB with ten properties: `id`, `pk`, `number`, `grp` and six texts.
///
/// @param keys how many partition keys they are spread over
public record Items(int keys) {
  /// For 100,000 items: a hundred with each key.
  public static final Items DEFAULT = new Items(1000);

  private static final int TEXTS = 6;
  private static final int TEXT_LENGTH = 145;
  private static final int LETTERS = 26;

  /// So many letters come out of one random number.
  private static final int LETTERS_AT_ONCE = 12;

  /// Numbers follow each other in blocks; a group lies in one block.
  private static final long BLOCK = 10_000;

  private static final long BLOCKS_MAX = 1_000_000;
  private static final long SCATTER = 61_603;
  private static final long GROUP_SIZE = 20;

  public String partitionKey(long number) {
    return "tenant-" + number % keys;
  }

  public static String id(long number) {
    return "item-" + number;
  }

  /// Twenty items have the same. They follow each other neither as they are made nor by their
  /// partition keys, and groups of items made later lie between those of earlier ones: whoever asks
  /// for a group looks where writers have just been, and still gets twenty.
  public static long group(long number) {
    return number * SCATTER % BLOCK / GROUP_SIZE * BLOCKS_MAX + number / BLOCK;
  }

  /// As it is made.
  public byte[] json(long number) {
    return json(number, 0, 0);
  }

  /// With one text instead of six: a quarter of the bytes.
  public byte[] shortJson(long number) {
    return json(number, 0, 0, 1);
  }

  /// As it is after changes.
  ///
  /// @param version differs from change to change
  /// @param changed how many of the texts are those of this version
  public byte[] json(long number, int version, int changed) {
    return json(number, version, changed, TEXTS);
  }

  private byte[] json(long number, int version, int changed, int texts) {
    StringBuilder json = new StringBuilder(1100);
    json.append("{\"id\":\"").append(id(number));
    json.append("\",\"pk\":\"").append(partitionKey(number));
    json.append("\",\"number\":").append(number);
    json.append(",\"grp\":").append(group(number));
    SplittableRandom first = new SplittableRandom(number);
    SplittableRandom later = new SplittableRandom(-1 - number - ((long) version << 32));
    for (int i = 0; i < texts; i++) {
      json.append(",\"text").append(i).append("\":\"");
      text(json, i < changed ? later : first.split());
      json.append('"');
    }
    return json.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void text(StringBuilder json, SplittableRandom random) {
    long letters = 0;
    for (int i = 0; i < TEXT_LENGTH; i++) {
      if (i % LETTERS_AT_ONCE == 0) {
        letters = random.nextLong() >>> 1;
      }
      json.append((char) ('a' + letters % LETTERS));
      letters /= LETTERS;
    }
  }
}
