// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.LogicalPartitionScan;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.container.ItemKey;
import io.orrery.tests.query.SqlQueries;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A scan or a query that is read a page at a time. Put together, its pages have every item that
/// was there when it began and stayed, and none twice.
final class ScanFollower {
  enum Kind {
    ITEMS(null),
    LOGICAL_PARTITION(null),
    UNORDERED("SELECT * FROM c WHERE c.name > '0'"),
    ORDERED("SELECT * FROM c ORDER BY c.name"),
    ORDERED_DESCENDING("SELECT * FROM c ORDER BY c.name DESC"),
    ORDERED_AND_FILTERED("SELECT * FROM c WHERE c.changes > 0 AND c.p1 != '' ORDER BY c.name"),
    SORTED("SELECT * FROM c ORDER BY CONCAT(c.name, '')");

    private final @Nullable String query;

    Kind(@Nullable String query) {
      this.query = query;
    }
  }

  private final Growth growth;
  private final Kind kind;
  private final Set<String> atLeast;
  private final Set<String> found = new TreeSet<>();
  private final ItemKey partition;
  private @Nullable String continuation;
  private @Nullable String last;

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
      case UNORDERED, ORDERED, ORDERED_DESCENDING, ORDERED_AND_FILTERED, SORTED ->
          take(
              SqlQueries.items(
                  growth.gateway(),
                  growth.container(),
                  Objects.requireNonNull(kind.query),
                  Scope.ALL,
                  request,
                  growth.engine().request()));
    };
  }

  private boolean take(Page<Row> page) {
    return note(
        page.rows().stream().map(row -> Growth.name(row.item())).toList(),
        page.continuation().orElse(null));
  }

  private boolean note(List<String> names, @Nullable String next) {
    for (String name : names) {
      // Deleted and created again it is another item, which may well lie ahead.
      if (!found.add(name) && !Growth.isFleeting(name)) {
        throw new AssertionError(kind + " found " + name + " twice");
      }
      if (last != null && isWrongAfter(last, name)) {
        throw new AssertionError(kind + " found " + name + " behind " + last);
      }
      last = name;
    }
    continuation = next;
    return next != null;
  }

  private boolean isWrongAfter(String before, String name) {
    return switch (kind) {
      case ORDERED, ORDERED_AND_FILTERED, SORTED -> before.compareTo(name) > 0;
      case ORDERED_DESCENDING -> before.compareTo(name) < 0;
      case ITEMS, LOGICAL_PARTITION, UNORDERED -> false;
    };
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
