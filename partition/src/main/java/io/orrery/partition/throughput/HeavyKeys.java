// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import io.orrery.model.container.ItemKey;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Which logical partitions weigh most, found in bounded memory: the space-saving sketch of
/// Metwally, Agrawal and El Abbadi. Of `capacity` keys the weight is counted; a key that is not
/// among them takes the place, and the weight, of the lightest. So no key is counted too low, none
/// too high by more than the total divided by the capacity, and every key that weighs more than
/// that is there.
///
/// For one thread at a time.
final class HeavyKeys {
  private final long[] hashes;
  private final byte[][] keys;
  private final long[] weights;
  private final long[] errors;
  private int size;

  HeavyKeys(int capacity) {
    this.hashes = new long[capacity];
    this.keys = new byte[capacity][];
    this.weights = new long[capacity];
    this.errors = new long[capacity];
  }

  /// @param key any key of the logical partition; its row key does not count
  void add(ItemKey key, long weight) {
    long hash = key.logicalHash();
    int known = find(hash, key);
    if (known >= 0) {
      weights[known] += weight;
    } else if (size < keys.length) {
      put(size++, hash, key, weight, 0);
    } else {
      int lightest = lightest();
      put(lightest, hash, key, weights[lightest] + weight, weights[lightest]);
    }
  }

  private int find(long hash, ItemKey key) {
    for (int i = 0; i < size; i++) {
      if (hashes[i] == hash && ItemKey.isIn(key.encoded(), keys[i])) {
        return i;
      }
    }
    return -1;
  }

  private int lightest() {
    int lightest = 0;
    for (int i = 1; i < size; i++) {
      if (weights[i] < weights[lightest]) {
        lightest = i;
      }
    }
    return lightest;
  }

  private void put(int place, long hash, ItemKey key, long weight, long error) {
    hashes[place] = hash;
    keys[place] = key.logicalPartition();
    weights[place] = weight;
    errors[place] = error;
  }

  /// All that is counted, the heaviest first.
  List<HotKey> heaviest() {
    return IntStream.range(0, size)
        .mapToObj(i -> new HotKey(ItemKey.decode(keys[i]), weights[i], errors[i]))
        .sorted(Comparator.comparingLong(HotKey::thousandths).reversed().thenComparing(HotKey::key))
        .toList();
  }

  /// Adds what another sketch has counted. What it has not counted may have been, at most, as heavy
  /// as its lightest: that much may be missing.
  void addAll(HeavyKeys other) {
    for (int i = 0; i < other.size; i++) {
      ItemKey key = ItemKey.decode(other.keys[i]);
      add(key, other.weights[i]);
      int place = find(other.hashes[i], key);
      errors[place] += other.errors[i];
    }
  }

  void clear() {
    Arrays.fill(keys, 0, size, null);
    size = 0;
  }
}
