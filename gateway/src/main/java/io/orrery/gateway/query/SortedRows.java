// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The first of many things by their keys: as many as asked for, or as many as memory allows. What
/// does not fit is forgotten, and so is everything behind it: another pass finds it again.
final class SortedRows<T> {

  /// Something kept, and how much memory it takes.
  private record Kept<T>(T thing, long bytes) {}

  private final TreeMap<byte[], Kept<T>> kept = new TreeMap<>(Arrays::compareUnsigned);
  private final long countMax;
  private final long bytesMax;
  private long bytes;
  private byte @Nullable [] forgotten;

  SortedRows(long countMax, long bytesMax) {
    this.countMax = Math.max(1, countMax);
    this.bytesMax = bytesMax;
  }

  /// Whether something with this key would be forgotten at once.
  boolean isBehind(byte[] key) {
    return forgotten != null && Arrays.compareUnsigned(key, forgotten) >= 0;
  }

  @Nullable T find(byte[] key) {
    Kept<T> found = kept.get(key);
    return found == null ? null : found.thing();
  }

  /// How many bytes are booked for what has this key; 0 if there is nothing.
  long size(byte[] key) {
    Kept<T> found = kept.get(key);
    return found == null ? 0 : found.bytes() - key.length;
  }

  void put(byte[] key, T thing, long size) {
    if (isBehind(key)) {
      return;
    }
    Kept<T> before = kept.put(key, new Kept<>(thing, size + key.length));
    bytes += size + key.length - (before == null ? 0 : before.bytes());
    shrink();
  }

  private void shrink() {
    while (kept.size() > 1 && (kept.size() > countMax || bytes > bytesMax)) {
      forgetFrom(kept.lastKey());
    }
  }

  private void forgetFrom(byte[] key) {
    Map<byte[], Kept<T>> tail = kept.tailMap(key, true);
    tail.values().forEach(each -> bytes -= each.bytes());
    tail.clear();
    forgotten = key;
  }

  /// Everything another one has, too.
  void merge(SortedRows<T> other, Merge<T> merge) {
    if (other.forgotten != null && !isBehind(other.forgotten)) {
      forgetFrom(other.forgotten);
    }
    other.kept.forEach(
        (key, theirs) -> {
          Kept<T> mine = kept.get(key);
          if (mine == null) {
            put(key, theirs.thing(), theirs.bytes() - key.length);
          } else {
            put(key, merge.apply(mine.thing(), theirs.thing()), mine.bytes() - key.length);
          }
        });
  }

  /// Makes one of two things with the same key.
  interface Merge<T> {
    T apply(T one, T other);
  }

  Map.@Nullable Entry<byte[], T> takeFirst() {
    Map.Entry<byte[], Kept<T>> first = kept.pollFirstEntry();
    if (first == null) {
      return null;
    }
    bytes -= first.getValue().bytes();
    return Map.entry(first.getKey(), first.getValue().thing());
  }

  /// Whether there may be more behind those kept.
  boolean hasForgotten() {
    return forgotten != null;
  }
}
