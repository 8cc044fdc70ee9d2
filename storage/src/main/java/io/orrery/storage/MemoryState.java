// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Everything a [MemoryStore] holds at one moment. Immutable; hands out copies of its bytes.
final class MemoryState {
  static final MemoryState EMPTY = new MemoryState(new EnumMap<>(Family.class));

  private final EnumMap<Family, SortedTree> trees;

  private MemoryState(EnumMap<Family, SortedTree> trees) {
    this.trees = trees;
  }

  SortedTree tree(Family family) {
    return trees.getOrDefault(family, SortedTree.EMPTY);
  }

  byte @Nullable [] get(Family family, byte[] key) {
    byte[] value = tree(family).get(key);
    return value == null ? null : value.clone();
  }

  List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    long bytes = 0;
    for (byte[] key : keys) {
      byte[] value = get(family, key);
      bytes += value == null ? 0 : value.length;
      if (bytes > bytesMax && !values.isEmpty()) {
        return values;
      }
      values.add(value);
    }
    return values;
  }

  MemoryState with(SerializedBatch batch, RandomGenerator random) {
    MemoryState next = new MemoryState(new EnumMap<>(trees));
    batch.forEach(
        new SerializedBatch.Changes() {
          @Override
          public void put(Family family, byte[] key, byte[] value) {
            next.trees.put(family, next.tree(family).put(key, value, random));
          }

          @Override
          public void delete(Family family, byte[] key) {
            next.trees.put(family, next.tree(family).remove(key));
          }

          @Override
          public void deleteRange(Family family, KeyRange range) {
            next.trees.put(family, next.tree(family).removeRange(range));
          }
        });
    return next;
  }
}
