// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.IndexRow;
import io.orrery.gateway.IndexScan;
import io.orrery.gateway.LogicalPartitionScan;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.Direction;
import io.orrery.model.key.IndexPath;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.ItemKey;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A scan that is read a page at a time. Put together, its pages have every item that was there
/// when it began and stayed, and none twice.
final class ScanFollower {
  private static final IndexPath NAME = IndexPath.parse("/name/?");

  enum Kind {
    ITEMS,
    INDEX,
    INDEX_REVERSE,
    LOGICAL_PARTITION
  }

  private final Growth growth;
  private final Kind kind;
  private final Set<String> atLeast;
  private final Set<String> found = new TreeSet<>();
  private final ItemKey partition;
  private @Nullable String continuation;

  ScanFollower(Growth growth, Kind kind, String anyName) {
    this.growth = growth;
    this.kind = kind;
    this.partition = growth.key(anyName);
    String prefix = anyName.substring(0, anyName.indexOf('/') + 1);
    this.atLeast =
        growth.acknowledged().keySet().stream()
            .filter(name -> !Growth.isFleeting(name))
            .filter(name -> kind != Kind.LOGICAL_PARTITION || name.startsWith(prefix))
            .collect(Collectors.toSet());
  }

  /// Reads a page. False if it was the last.
  boolean read(int itemsMax) {
    PageRequest request = new PageRequest(itemsMax, continuation);
    return switch (kind) {
      case ITEMS ->
          take(
              growth
                  .gateway()
                  .scanItems(growth.container(), Scope.ALL, request, growth.engine().request()));
      case LOGICAL_PARTITION ->
          take(
              growth
                  .gateway()
                  .scanLogicalPartition(
                      growth.container(),
                      LogicalPartitionScan.of(partition),
                      request,
                      growth.engine().request()));
      case INDEX -> takeIndex(readIndex(Direction.FORWARD, request));
      case INDEX_REVERSE -> takeIndex(readIndex(Direction.REVERSE, request));
    };
  }

  private Page<IndexRow> readIndex(Direction direction, PageRequest request) {
    IndexScan scan = IndexScan.of(Scope.ALL, TermRange.of(NAME.segments()), direction);
    return growth.gateway().scanIndex(growth.container(), scan, request, growth.engine().request());
  }

  private boolean take(Page<Row> page) {
    return note(
        page.rows().stream().map(row -> Growth.name(row.item())).toList(),
        page.continuation().orElse(null));
  }

  private boolean takeIndex(Page<IndexRow> page) {
    return note(
        page.rows().stream().map(row -> Growth.name(row.item().orElseThrow())).toList(),
        page.continuation().orElse(null));
  }

  private boolean note(List<String> names, @Nullable String next) {
    for (String name : names) {
      // Deleted and created again it is another item, which may well lie ahead.
      if (!found.add(name) && !Growth.isFleeting(name)) {
        throw new AssertionError(kind + " found " + name + " twice");
      }
    }
    continuation = next;
    return next != null;
  }

  void readToTheEnd(int itemsMax) {
    boolean more = true;
    while (more) {
      more = read(itemsMax);
    }
    Set<String> missing = new TreeSet<>(atLeast);
    missing.removeAll(found);
    assertThat(missing).as("items that %s did not find", kind).isEmpty();
  }
}
