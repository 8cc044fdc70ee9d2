// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.access;

import io.orrery.model.Direction;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// How a partition finds the candidates of a plan. Whichever it is, every item that passes the
/// filter is among them, once.
public sealed interface AccessPath {

  /// All items of the scope, in the order of their keys.
  enum FullScan implements AccessPath {
    FULL_SCAN
  }

  /// The items of one logical partition with row keys in a range, in their order.
  ///
  /// @param to the end, which is left out; null for none
  record PrimaryRange(byte[] from, byte @Nullable [] to, Direction direction)
      implements AccessPath {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof PrimaryRange that
          && Arrays.equals(from, that.from)
          && Arrays.equals(to, that.to)
          && direction == that.direction;
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
    }
  }

  /// Items by their index entries. Each matching item contains at least one of these values, so the
  /// entries of all of them cover all matches; without any value there is no match.
  record IndexRanges(List<Condition.Values> values) implements AccessPath {
    public IndexRanges {
      values = List.copyOf(values);
    }
  }

  /// The items with values in an interval at a path, in the order of these values.
  record IndexOrder(List<IndexPath.Segment> path, Interval interval, Direction direction)
      implements AccessPath {
    public IndexOrder {
      path = List.copyOf(path);
    }

    /// The same order without a filter.
    public IndexOrder whole() {
      return new IndexOrder(path, Interval.defined(interval.order()), direction);
    }
  }

  /// Items in the order of a composite index.
  ///
  /// @param index its number in the container
  /// @param leading where their values at the first path, which is ascending, lie; null for all
  ///   items
  record CompositeOrder(
      int index, List<Part> parts, Direction direction, @Nullable Interval leading)
      implements AccessPath {

    /// One path of the index.
    public record Part(PropertyPath path, boolean descending) {}

    public CompositeOrder {
      parts = List.copyOf(parts);
      if (leading != null && parts.getFirst().descending()) {
        throw new IllegalArgumentException("the first path is descending");
      }
    }

    /// The same order without a filter.
    public CompositeOrder whole() {
      return new CompositeOrder(index, parts, direction, null);
    }
  }

  /// Items by their entries in declared indexes, in the order of these.
  ///
  /// @param repeating whether an item may have several entries in the ranges
  record DeclaredRanges(List<Range> ranges, Direction direction, boolean repeating)
      implements AccessPath {

    /// Some entries of one index.
    ///
    /// @param index its number in the container
    /// @param descending for each path of the index, whether it goes down
    /// @param intervals where the values at the first paths lie: single values, but for the last
    public record Range(int index, List<Boolean> descending, List<Interval> intervals) {
      public Range {
        descending = List.copyOf(descending);
        intervals = List.copyOf(intervals);
        if (intervals.size() > descending.size()) {
          throw new IllegalArgumentException("more intervals than paths");
        }
      }

      Range whole() {
        return new Range(index, descending, List.of());
      }
    }

    public DeclaredRanges {
      ranges = List.copyOf(ranges);
    }

    /// The order of the only index without a filter.
    public DeclaredRanges whole() {
      return new DeclaredRanges(List.of(ranges.getFirst().whole()), direction, repeating);
    }
  }

  /// The same for the same candidates in the same order, today and after a restart: a position in
  /// one access path means nothing to another.
  default int fingerprint() {
    CRC32C sum = new CRC32C();
    sum.update(AccessPathCodec.write(new ByteWriter(64), this).toByteArray());
    return (int) sum.getValue();
  }
}
