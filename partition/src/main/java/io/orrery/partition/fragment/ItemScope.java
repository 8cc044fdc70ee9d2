// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which items of a container are meant: those of one logical partition, or those whose hashes lie
/// in some ranges.
public final class ItemScope {
  private static final byte[] EMPTY = new byte[0];

  /// In ring order, neither overlapping nor touching.
  private final List<HashRange> ranges;

  /// The lower bounds of the keys inside each range and behind it.
  private final List<ItemKey> bounds = new ArrayList<>();

  private final @Nullable ItemKey key;

  /// @param ranges in ring order, neither overlapping nor touching; at least one
  /// @param key any key of the logical partition that this is, whose hash the range holds; null if
  ///   it is none
  public ItemScope(List<HashRange> ranges, @Nullable ItemKey key) {
    this.ranges = List.copyOf(ranges);
    this.key = key;
    for (HashRange range : this.ranges) {
      bounds.add(start(range.min()));
      bounds.add(start(range.max()));
    }
  }

  /// Sorts in front of every key at or behind the position, and behind every other.
  public static ItemKey start(EffectivePartitionKey position) {
    return ItemKey.of(position, EMPTY, EMPTY);
  }

  /// In ring order, neither overlapping nor touching.
  public List<HashRange> ranges() {
    return ranges;
  }

  /// Any key of the logical partition that this is; null if it is none.
  public @Nullable ItemKey logicalPartition() {
    return key;
  }

  /// Whether an item belongs here. Different partition keys may share a position, so for a single
  /// one the ranges do not tell.
  public boolean includes(ItemKey item) {
    return key != null ? key.sharesPartitionKey(item) : contains(item);
  }

  /// Whether the place of an item lies in one of the ranges.
  private boolean contains(ItemKey item) {
    for (int i = 0; i < bounds.size(); i += 2) {
      if (bounds.get(i).compareTo(item) <= 0 && item.compareTo(bounds.get(i + 1)) < 0) {
        return true;
      }
    }
    return false;
  }

  /// Whether every item in the range belongs here.
  public boolean isAllOf(HashRange range) {
    if (key != null) {
      return false;
    }
    for (HashRange each : ranges) {
      if (each.contains(range)) {
        return true;
      }
    }
    return false;
  }

  /// The smallest range that holds all of this scope that lies in `range`; the two must overlap.
  public HashRange hullIn(HashRange range) {
    HashRange hull = null;
    for (HashRange each : ranges) {
      if (range.overlaps(each)) {
        HashRange inside = range.intersect(each);
        hull = hull == null ? inside : new HashRange(hull.min(), inside.max());
      }
    }
    return Objects.requireNonNull(hull, "the scope has nothing there");
  }

  /// Whether a key lies in a range of the ring.
  static boolean isIn(ItemKey key, HashRange range) {
    return start(range.min()).compareTo(key) <= 0 && !isBehind(key, range);
  }

  /// Whether a key lies behind a range of the ring.
  static boolean isBehind(ItemKey key, HashRange range) {
    return start(range.max()).compareTo(key) <= 0;
  }

  void write(ByteWriter out) {
    out.writeVarint(ranges.size());
    for (HashRange range : ranges) {
      out.writeBlock(range.min().bytes()).writeBlock(range.max().bytes());
    }
    out.writeBlock(key == null ? EMPTY : key.encoded());
  }

  static ItemScope read(ByteReader in) {
    List<HashRange> ranges = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      ranges.add(readRange(in));
    }
    if (ranges.isEmpty()) {
      throw OrreryException.corrupted("a scope is empty");
    }
    byte[] key = in.readBlock();
    return new ItemScope(ranges, key.length == 0 ? null : ItemKey.decode(key));
  }

  static HashRange readRange(ByteReader in) {
    EffectivePartitionKey min = EffectivePartitionKey.of(in.readBlock());
    EffectivePartitionKey max = EffectivePartitionKey.of(in.readBlock());
    if (min.compareTo(max) >= 0) {
      throw OrreryException.corrupted("a range of hashes is empty");
    }
    return new HashRange(min, max);
  }
}
