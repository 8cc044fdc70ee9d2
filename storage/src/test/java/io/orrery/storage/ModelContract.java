// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/// Random batches and reads against sorted maps of the Java library.
abstract class ModelContract extends ConcurrencyContract {
  private static final List<Family> FAMILIES = List.of(Family.ITEMS, Family.INDEX);

  @RepeatedTest(4)
  void agreesWithAModel(RepetitionInfo repetition) {
    long seed = 20260101L + repetition.getCurrentRepetition();
    Random random = new Random(seed);
    Model model = Model.empty();
    for (int round = 0; round < 120; round++) {
      Model before = model.copy();
      try (Snapshot snapshot = store().snapshot()) {
        writeRandomBatch(random, model);
        String place = "seed %d round %d".formatted(seed, round);
        checkReads(place, store(), model, random);
        checkReads(place + " snapshot", snapshot, before, random);
      }
      if (round % 40 == 39) {
        store().reclaim(FAMILIES.getFirst(), randomRange(random));
      }
    }
  }

  private void writeRandomBatch(Random random, Model model) {
    Batch batch = store().newBatch();
    int changes = 1 + random.nextInt(12);
    for (int i = 0; i < changes; i++) {
      Family family = FAMILIES.get(random.nextInt(FAMILIES.size()));
      NavigableMap<byte[], byte[]> map = model.of(family);
      int kind = random.nextInt(10);
      if (kind < 6) {
        byte[] key = randomKey(random);
        byte[] value = new byte[random.nextInt(300)];
        random.nextBytes(value);
        batch.put(family, key, value);
        map.put(key, value);
      } else if (kind < 9) {
        byte[] key = randomKey(random);
        batch.delete(family, key);
        map.remove(key);
      } else {
        KeyRange range = randomRange(random);
        batch.deleteRange(family, range);
        within(map, range).clear();
      }
    }
    store().write(batch);
  }

  private static void checkReads(String place, Reader reader, Model model, Random random) {
    for (Family family : FAMILIES) {
      NavigableMap<byte[], byte[]> map = model.of(family);
      List<byte[]> keys = List.of(randomKey(random), randomKey(random), randomKey(random));
      List<byte @Nullable []> values = reader.getAll(family, keys, Long.MAX_VALUE);
      for (int i = 0; i < keys.size(); i++) {
        assertThat(values.get(i)).as(place).isEqualTo(map.get(keys.get(i)));
        assertThat(reader.get(family, keys.get(i))).as(place).isEqualTo(map.get(keys.get(i)));
      }
      KeyRange range = randomRange(random);
      byte[] target = randomKey(random);
      NavigableMap<byte[], byte[]> inside = within(map, range);
      checkScan(place, reader.scan(family, range, Direction.FORWARD), inside, null);
      checkScan(place, reader.scan(family, range, Direction.REVERSE), inside.descendingMap(), null);
      checkScan(place, reader.scan(family, range, Direction.FORWARD), inside, target);
      checkScan(
          place, reader.scan(family, range, Direction.REVERSE), inside.descendingMap(), target);
    }
  }

  /// Compares the whole scan, or, with a target, what comes after seeking to it in the middle.
  private static void checkScan(
      String place, Cursor cursor, NavigableMap<byte[], byte[]> inside, byte @Nullable [] target) {
    List<byte[]> expected = new ArrayList<>();
    inside.forEach(
        (key, value) -> {
          if (target == null || compare(inside, key, target) >= 0) {
            expected.add(key);
            expected.add(value);
          }
        });
    List<byte[]> actual = new ArrayList<>();
    try (cursor) {
      if (target != null) {
        cursor.next();
        cursor.seek(target);
      }
      while (cursor.next()) {
        actual.add(cursor.key());
        actual.add(cursor.value());
      }
    }
    assertThat(actual.toArray(byte[][]::new))
        .as(place)
        .isDeepEqualTo(expected.toArray(byte[][]::new));
  }

  /// In the order of the map, which may be descending.
  private static int compare(NavigableMap<byte[], byte[]> map, byte[] key, byte[] target) {
    return Objects.requireNonNull(map.comparator()).compare(key, target);
  }

  private static NavigableMap<byte[], byte[]> within(
      NavigableMap<byte[], byte[]> map, KeyRange range) {
    if (range.isEmpty()) {
      return emptyMap();
    }
    return range.to() == null
        ? map.tailMap(range.from(), true)
        : map.subMap(range.from(), true, range.to(), false);
  }

  /// Few and short keys, so that they meet; among them the bytes at the ends of the order.
  private static byte[] randomKey(Random random) {
    byte[] alphabet = {0, 1, 'a', 'b', (byte) 0x80, (byte) 0xFF};
    byte[] key = new byte[random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = alphabet[random.nextInt(alphabet.length)];
    }
    return key;
  }

  private static KeyRange randomRange(Random random) {
    return new KeyRange(randomKey(random), random.nextInt(4) == 0 ? null : randomKey(random));
  }

  private record Model(NavigableMap<byte[], byte[]> items, NavigableMap<byte[], byte[]> index) {
    static Model empty() {
      return new Model(emptyMap(), emptyMap());
    }

    Model copy() {
      return new Model(new TreeMap<>(items), new TreeMap<>(index));
    }

    NavigableMap<byte[], byte[]> of(Family family) {
      return family == Family.ITEMS ? items : index;
    }
  }

  private static NavigableMap<byte[], byte[]> emptyMap() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }
}
