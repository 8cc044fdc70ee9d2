// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.CountersCursor;
import io.orrery.partition.PartitionState;
import io.orrery.partition.SettingsHistory;
import io.orrery.partition.layout.Counters;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.Layout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// What a container holds, and how it is spread. Not charged: it is the operator who asks.
final class Statistics {
  private static final int TOP_MAX = 1000;
  private static final int PERCENT = 100;

  /// Enough halvings of a range to tell hundredths of it apart.
  private static final int HALVINGS = 7;

  private final GatewaySettings settings;

  Statistics(GatewaySettings settings) {
    this.settings = settings;
  }

  List<PartitionStatistics> partitions(ContainerHandle container) {
    List<PartitionStatistics> all = new ArrayList<>();
    for (Route route : container.table().routes().all()) {
      PartitionState state = route.partition().state();
      all.add(
          new PartitionStatistics(
              route.ordinal(),
              route.range(),
              route.parents(),
              state.lsn(),
              state.counters(),
              route.bucket().unitsPerSecond(),
              reindexPercent(container, route)));
    }
    return all;
  }

  /// The partitions weigh as many items as they hold.
  int reindexPercent(ContainerHandle container) {
    long items = 0;
    long done = 0;
    boolean indexing = false;
    for (Route route : container.table().routes().all()) {
      long weight = 1 + route.partition().state().counters().items();
      int percent = reindexPercent(container, route);
      items += weight;
      done += weight * percent;
      indexing |= percent < PERCENT;
    }
    return indexing ? (int) Math.min(PERCENT - 1, done / items) : PERCENT;
  }

  /// Keys are hashed, so how far re-indexing has come along the ring is how far it has come.
  private static int reindexPercent(ContainerHandle container, Route route) {
    SettingsHistory history = route.partition().settings();
    if (!history.isIndexing()) {
      return PERCENT;
    }
    return history.cursor().length == 0
        ? 0
        : percentBefore(history.cursor(), route.range(), container.definition());
  }

  private static int percentBefore(
      byte[] cursor, HashRange range, PartitionKeyDefinition definition) {
    if (definition.kind() == PartitionKeyDefinition.Kind.NONE) {
      return 0; // All items share one position.
    }
    double before = 0;
    HashRange rest = range;
    for (int i = 1; i <= HALVINGS; i++) {
      EffectivePartitionKey middle = definition.middle(rest);
      if (Layout.compare(cursor, middle) >= 0) {
        before += Math.scalb(1.0, -i);
        rest = new HashRange(middle, rest.max());
      } else {
        rest = new HashRange(rest.min(), middle);
      }
    }
    return (int) (before * PERCENT);
  }

  /// The heaviest first.
  List<LogicalPartitionSize> topKeys(ContainerHandle container, int count, RequestContext context) {
    if (count < 1 || count > TOP_MAX) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "From 1 to %d keys can be listed, not %d.".formatted(TOP_MAX, count));
    }
    record Weighed(ItemKey key, Counters counters) {}
    Comparator<Weighed> byBytes = Comparator.comparingLong(each -> each.counters().bytes());
    PriorityQueue<Weighed> heaviest = new PriorityQueue<>(byBytes);
    EffectivePartitionKey at = EffectivePartitionKey.MIN;
    while (at.compareTo(EffectivePartitionKey.MAX) < 0) {
      try (Visit visit = visit(at, container, context);
          CountersCursor keys = visit.view().logicalPartitions(HashRange.FULL)) {
        while (keys.next()) {
          context.throwIfDone();
          heaviest.add(new Weighed(keys.key(), keys.counters()));
          if (heaviest.size() > count) {
            heaviest.poll();
          }
        }
        at = visit.route().range().max();
      }
    }
    return heaviest.stream()
        .sorted(byBytes.reversed().thenComparing(Weighed::key))
        .map(each -> new LogicalPartitionSize(container.partitionKey(each.key()), each.counters()))
        .toList();
  }

  private Visit visit(EffectivePartitionKey at, ContainerHandle container, RequestContext context) {
    return Visit.at(
        RouteTable.start(at),
        container,
        settings.clock().millis(),
        _ -> context.throwIfDone(),
        context);
  }
}
