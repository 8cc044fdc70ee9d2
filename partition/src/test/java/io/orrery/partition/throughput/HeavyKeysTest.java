// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The sketch against exact counts of the same weights.
class HeavyKeysTest {
  private static final int CAPACITY = 64;
  private static final int ADDITIONS = 100_000;

  static ItemKey key(int number, int row) {
    byte[] name = ("key-" + number).getBytes(StandardCharsets.UTF_8);
    return ItemKey.of(
        EffectivePartitionKey.of(new byte[] {(byte) number, (byte) (number >> 8)}),
        name,
        ("row-" + row).getBytes(StandardCharsets.UTF_8));
  }

  static int number(ItemKey key) {
    return Integer.parseInt(
        new String(key.partitionKey(), StandardCharsets.UTF_8).substring("key-".length()));
  }

  /// Number `n` is about as frequent as 1/(n+1).
  static int skewed(Random random, int keys) {
    return (int) Math.pow(keys, random.nextDouble()) - 1;
  }

  @Test
  void estimatesAreNeverLowAndNeverHighByMoreThanTheBound() {
    for (long seed = 1; seed <= 5; seed++) {
      Random random = new Random(seed);
      check(seed, _ -> skewed(random, 10_000));
      check(seed, _ -> random.nextInt(1000));
      check(seed, i -> i % 100);
      check(seed, i -> i < ADDITIONS / 2 ? i : 7);
    }
  }

  private static void check(long seed, IntUnaryOperator keyOf) {
    HeavyKeys sketch = new HeavyKeys(CAPACITY);
    Map<Integer, Long> exact = new HashMap<>();
    long total = 0;
    for (int i = 0; i < ADDITIONS; i++) {
      int number = keyOf.applyAsInt(i);
      long weight = 1L + i % 7;
      sketch.add(key(number, i), weight);
      exact.merge(number, weight, Long::sum);
      total += weight;
    }
    long bound = total / CAPACITY;
    List<HotKey> found = sketch.heaviest();
    assertThat(found).as("seed %d", seed).hasSizeLessThanOrEqualTo(CAPACITY);
    for (HotKey each : found) {
      long truth = exact.getOrDefault(number(each.key()), 0L);
      assertThat(each.thousandths()).isBetween(truth, truth + bound);
      assertThat(each.thousandths() - each.errorThousandths()).isLessThanOrEqualTo(truth);
    }
    Map<Integer, HotKey> byNumber =
        found.stream().collect(Collectors.toMap(each -> number(each.key()), each -> each));
    exact.forEach(
        (number, weight) -> {
          if (weight > bound) {
            assertThat(byNumber).containsKey(number);
          }
        });
  }

  @Test
  void rowsOfALogicalPartitionAreOneKey() {
    HeavyKeys sketch = new HeavyKeys(2);
    for (int row = 0; row < 10; row++) {
      sketch.add(key(1, row), 5);
    }
    assertThat(sketch.heaviest()).hasSize(1);
    assertThat(sketch.heaviest().getFirst().thousandths()).isEqualTo(50);
    assertThat(sketch.heaviest().getFirst().key().rowKey()).isEmpty();
  }

  @Test
  void twoSketchesAddUp() {
    HeavyKeys sum = new HeavyKeys(4);
    HeavyKeys one = new HeavyKeys(2);
    HeavyKeys two = new HeavyKeys(2);
    one.add(key(1, 0), 10);
    two.add(key(1, 0), 3);
    two.add(key(2, 0), 5);
    sum.addAll(one);
    sum.addAll(two);
    assertThat(sum.heaviest()).extracting(each -> number(each.key())).containsExactly(1, 2);
    assertThat(sum.heaviest()).extracting(HotKey::thousandths).containsExactly(13L, 5L);
  }
}
