// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.PartitionRead;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.partition.fragment.Estimate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The declared indexes that a query may use, as they are in the partitions it reads.
final class DeclaredIndexes {
  private final List<DeclaredIndex> usable;
  private final List<PartitionRead> reads;
  private final boolean required;
  private final Map<Integer, Boolean> multiple = new HashMap<>();

  DeclaredIndexes(Indexes indexes, List<PartitionRead> reads, IndexUse use) {
    List<DeclaredIndex> all = indexes.declared();
    this.usable =
        all.isEmpty()
            ? all
            : all.stream().filter(each -> use.indexes().contains(each.id())).toList();
    this.reads = reads;
    this.required = use.required();
  }

  List<DeclaredIndex> usable() {
    return usable;
  }

  /// Whether one has to be used.
  boolean isRequired() {
    return required && !usable.isEmpty();
  }

  /// Whether an item has several entries, so that what is true of an item need not be true of any
  /// one of its entries.
  boolean isMultiple(DeclaredIndex index) {
    return multiple.computeIfAbsent(
        index.id(),
        id -> reads.stream().anyMatch(read -> read.estimate(new Estimate.Multiple(id)) > 0));
  }
}
