// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.CompositeIndex;
import io.orrery.partition.indexing.IndexingPolicy;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.indexing.TermValue;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the index knows of every item in some partitions. While a policy is changing, that is what
/// the old and the new one have in common.
final class Indexes {
  private final List<IndexingPolicy> policies;
  private final Set<String> absent;
  private final int termBytesMax;

  /// @param absent properties of every item that are not stored in it, so no index has them
  Indexes(List<ReadView> views, Set<String> absent) {
    List<IndexingPolicy> inForce = new ArrayList<>();
    int bytesMax = Integer.MAX_VALUE;
    for (ReadView view : views) {
      for (PartitionSettings settings : view.view().settings().inForce()) {
        if (!inForce.contains(settings.indexing())) {
          inForce.add(settings.indexing());
        }
        bytesMax = Math.min(bytesMax, settings.bounds().termBytesMax());
      }
    }
    this.policies = inForce;
    this.absent = absent;
    this.termBytesMax = bytesMax;
  }

  boolean has(List<IndexPath.Segment> path) {
    for (IndexingPolicy policy : policies) {
      if (!policy.indexes(path)) {
        return false;
      }
    }
    return isStored(path);
  }

  /// Whether the path leads to something that is stored in the item.
  boolean isStored(List<IndexPath.Segment> path) {
    return !(path.getFirst() instanceof IndexPath.Name(String name) && absent.contains(name));
  }

  /// A composite index over exactly these paths, ascending or descending as wanted, or the other
  /// way round each.
  Optional<CompositeIndex> composite(List<CompositeIndex.Part> parts) {
    List<CompositeIndex.Part> reversed =
        parts.stream()
            .map(part -> new CompositeIndex.Part(part.path(), !part.descending()))
            .toList();
    return policies.getFirst().composites().stream()
        .filter(each -> each.parts().equals(parts) || each.parts().equals(reversed))
        .filter(each -> policies.stream().allMatch(policy -> policy.composites().contains(each)))
        .findFirst();
  }

  int termBytesMax() {
    return termBytesMax;
  }

  private TermForm form() {
    return new TermForm(policies.getFirst().order(), termBytesMax);
  }

  /// Whether the index keeps only the beginning of a value, so that others look the same there.
  boolean isCut(Value value) {
    return TermValue.write(new ByteWriter(), value, form());
  }

  boolean isCut(Bound bound) {
    return bound instanceof Bound.At(Value value, boolean _) && isCut(value);
  }

  TermRange range(Condition.Values values) {
    return range(values.path(), values.interval());
  }

  TermRange range(List<IndexPath.Segment> path, Interval interval) {
    return TermRange.between(path, interval.lower(), interval.upper(), form());
  }

  /// The ranges in ascending order, those that overlap made one.
  static List<TermRange> union(List<TermRange> ranges) {
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
