// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.PartitionRead;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.Plan;
import io.orrery.plan.access.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the index knows of every item in some partitions, for a plan. While a policy is changing,
/// that is what the old and the new one have in common. An index in another order than the plan's
/// is none: its ranges would be others.
final class Indexes {
  private final List<IndexingPolicy> policies = new ArrayList<>(1);
  private final Set<String> absent;
  private final ValueOrder values;

  Indexes(List<PartitionRead> reads, Plan.Scan scan) {
    this.absent = scan.absent();
    this.values = scan.values();
    for (PartitionRead read : reads) {
      for (IndexingPolicy policy : read.state().policies()) {
        if (!policies.contains(policy)) {
          policies.add(policy);
        }
      }
    }
  }

  /// How much of a value index terms hold in all partitions.
  static int termBytesMax(List<PartitionRead> reads) {
    int bytesMax = Integer.MAX_VALUE;
    for (PartitionRead read : reads) {
      bytesMax = Math.min(bytesMax, read.state().termBytesMax());
    }
    return bytesMax;
  }

  boolean has(List<IndexPath.Segment> path) {
    for (IndexingPolicy policy : policies) {
      if (!policy.indexes(path)) {
        return false;
      }
    }
    return isInOrder() && isStored(path);
  }

  /// The declared indexes that all have, in the plan's order.
  List<DeclaredIndex> declared() {
    List<DeclaredIndex> first = policies.isEmpty() ? List.of() : policies.getFirst().declared();
    return first.isEmpty() || !isInOrder()
        ? List.of()
        : first.stream()
            .filter(each -> policies.stream().allMatch(policy -> policy.declared().contains(each)))
            .toList();
  }

  boolean has(Condition.Values condition) {
    return condition.interval().order() == values && has(condition.path());
  }

  /// Whether the indexes have the plan's order.
  boolean isInOrder() {
    for (IndexingPolicy policy : policies) {
      if (policy.order() != values) {
        return false;
      }
    }
    return true;
  }

  /// Whether the path leads to something that is stored in the item.
  boolean isStored(List<IndexPath.Segment> path) {
    return !(path.getFirst() instanceof IndexPath.Name(String name) && absent.contains(name));
  }

  /// A composite index over exactly these paths, ascending or descending as wanted, or the other
  /// way round each.
  Optional<CompositeIndex> composite(List<CompositeIndex.Part> parts) {
    if (!isInOrder()) {
      return Optional.empty();
    }
    List<CompositeIndex.Part> reversed =
        parts.stream()
            .map(part -> new CompositeIndex.Part(part.path(), !part.descending()))
            .toList();
    return policies.getFirst().composites().stream()
        .filter(each -> each.parts().equals(parts) || each.parts().equals(reversed))
        .filter(each -> policies.stream().allMatch(policy -> policy.composites().contains(each)))
        .findFirst();
  }
}
