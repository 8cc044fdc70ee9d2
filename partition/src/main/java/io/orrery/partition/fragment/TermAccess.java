// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.key.IndexPath;
import io.orrery.partition.indexing.DeclaredBounds;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What an access path reads of the index: ranges of terms, in their order and that of the terms in
/// them.
///
/// @param repeating whether an item may have several entries in the ranges
/// @param sameValue whether all entries have one value, so that they are in the order of their
///   items' creation
record TermAccess(
    List<TermRange> ranges, Direction direction, boolean repeating, boolean sameValue) {

  static TermAccess of(AccessPath.IndexRanges path, TermForm form) {
    List<Condition.Values> values = path.values();
    List<TermRange> ranges = new ArrayList<>(values.size());
    boolean onePath = true;
    for (Condition.Values each : values) {
      ranges.add(range(each.path(), each.interval(), form));
      onePath &= !each.isMultiple() && each.path().equals(values.getFirst().path());
    }
    boolean sameValue = values.size() == 1 && values.getFirst().interval().isPoint();
    return new TermAccess(union(ranges), Direction.FORWARD, !onePath, sameValue);
  }

  static TermAccess of(AccessPath.IndexOrder path, TermForm form) {
    return of(range(path.path(), path.interval(), form), path.direction());
  }

  static TermAccess of(AccessPath.CompositeOrder path, TermForm form) {
    List<CompositeIndex.Part> parts = new ArrayList<>();
    for (AccessPath.CompositeOrder.Part part : path.parts()) {
      parts.add(new CompositeIndex.Part(part.path(), part.descending()));
    }
    CompositeIndex index = new CompositeIndex(path.index(), parts);
    Interval leading = path.leading();
    TermRange range =
        leading == null
            ? TermRange.of(index)
            : TermRange.between(index, leading.lower(), leading.upper(), form);
    return of(range, path.direction());
  }

  static TermAccess of(AccessPath.DeclaredRanges path, TermForm form) {
    List<TermRange> ranges = new ArrayList<>(path.ranges().size());
    boolean points = path.ranges().size() == 1;
    for (AccessPath.DeclaredRanges.Range range : path.ranges()) {
      ranges.add(DeclaredBounds.range(range, form));
      points &=
          range.intervals().size() == range.descending().size()
              && range.intervals().stream().allMatch(Interval::isPoint);
    }
    List<TermRange> union = union(ranges);
    return new TermAccess(
        path.direction() == Direction.FORWARD ? union : union.reversed(),
        path.direction(),
        path.repeating(),
        points && path.direction() == Direction.FORWARD);
  }

  /// All entries of a range, of which each item has one.
  static TermAccess of(TermRange range, Direction direction) {
    return new TermAccess(List.of(range), direction, false, false);
  }

  static TermRange range(List<IndexPath.Segment> path, Interval interval, TermForm form) {
    return TermRange.between(path, interval.lower(), interval.upper(), form);
  }

  /// The ranges in ascending order, those that overlap made one.
  private static List<TermRange> union(List<TermRange> ranges) {
    List<TermRange> sorted = new ArrayList<>(ranges);
    sorted.removeIf(TermRange::isEmpty);
    sorted.sort((one, other) -> Arrays.compareUnsigned(one.from(), other.from()));
    List<TermRange> union = new ArrayList<>();
    for (TermRange range : sorted) {
      TermRange last = union.isEmpty() ? null : union.getLast();
      if (last == null || Arrays.compareUnsigned(last.to(), range.from()) < 0) {
        union.add(range);
      } else if (Arrays.compareUnsigned(last.to(), range.to()) < 0) {
        union.set(union.size() - 1, new TermRange(last.from(), range.to()));
      }
    }
    return union;
  }
}
