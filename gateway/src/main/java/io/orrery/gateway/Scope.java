// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.fragment.ItemScope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which part of a container a scan or a feed is about: one logical partition, some ranges of the
/// ring, or everything.
public final class Scope {
  /// The whole container.
  public static final Scope ALL = of(List.of(HashRange.FULL));

  private final ItemScope items;

  private Scope(List<HashRange> ranges, @Nullable ItemKey key) {
    this.items = new ItemScope(union(ranges), key);
  }

  /// The ranges of the ring, which may overlap. Fails with INVALID_ARGUMENT if there are none.
  public static Scope of(List<HashRange> ranges) {
    List<HashRange> onRing =
        ranges.stream().filter(HashRange.FULL::overlaps).map(HashRange.FULL::intersect).toList();
    if (onRing.isEmpty()) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The ranges " + ranges + " hold no part of the container.");
    }
    return new Scope(onRing, null);
  }

  public static Scope of(HashRange range) {
    return of(List.of(range));
  }

  /// The logical partition of a key, whose row key does not count.
  public static Scope of(ItemKey key) {
    EffectivePartitionKey position = key.position();
    byte[] next = new ByteWriter().writeBytes(position.bytes()).writeByte(0).toByteArray();
    return new Scope(List.of(new HashRange(position, EffectivePartitionKey.of(next))), key);
  }

  /// The same as partitions are told it.
  public ItemScope items() {
    return items;
  }

  /// In ring order, neither overlapping nor touching.
  public List<HashRange> ranges() {
    return items.ranges();
  }

  /// Whether this is one logical partition, so that all its items have the same partition key.
  public boolean isLogicalPartition() {
    return items.logicalPartition() != null;
  }

  /// Any key of the logical partition that this is; null if it is none.
  public @Nullable ItemKey logicalPartition() {
    return items.logicalPartition();
  }

  /// The first position of this scope that is not in front of the given one; null if there is none.
  @Nullable EffectivePartitionKey firstFrom(EffectivePartitionKey position) {
    for (HashRange range : ranges()) {
      if (position.compareTo(range.max()) < 0) {
        return position.compareTo(range.min()) < 0 ? range.min() : position;
      }
    }
    return null;
  }

  /// Whether an item belongs here.
  public boolean includes(ItemKey item) {
    return items.includes(item);
  }

  /// Whether every item in the range belongs here.
  public boolean isAllOf(HashRange range) {
    return items.isAllOf(range);
  }

  /// The smallest range that holds all of this scope that lies in `range`; the two must overlap.
  public HashRange hullIn(HashRange range) {
    return items.hullIn(range);
  }

  /// The same positions as ranges in ring order that neither overlap nor touch.
  static List<HashRange> union(List<HashRange> ranges) {
    List<HashRange> sorted = ranges.stream().sorted(Comparator.comparing(HashRange::min)).toList();
    List<HashRange> union = new ArrayList<>();
    for (HashRange next : sorted) {
      HashRange last = union.isEmpty() ? null : union.getLast();
      if (last == null || last.max().compareTo(next.min()) < 0) {
        union.add(next);
      } else if (last.max().compareTo(next.max()) < 0) {
        union.set(union.size() - 1, new HashRange(last.min(), next.max()));
      }
    }
    return List.copyOf(union);
  }
}
