// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.gateway.PartitionCalls.Served;
import io.orrery.gateway.observe.PartitionReading;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionAnswer.Description;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.throughput.HotKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What a container holds, and how it is spread. Not charged: it is the operator who asks.
final class Statistics {
  private static final int TOP_MAX = 1000;
  private static final int PERCENT = 100;

  /// Enough halvings of a range to tell hundredths of it apart.
  private static final int HALVINGS = 7;

  private final ControlPlane plane;
  private final PartitionCalls calls;

  Statistics(ControlPlane plane, PartitionCalls calls) {
    this.plane = plane;
    this.calls = calls;
  }

  List<PartitionStatistics> partitions(ContainerHandle container) {
    List<PartitionStatistics> all = new ArrayList<>();
    for (Route route : container.table().routes().all()) {
      Description state = plane.describe(route);
      all.add(
          new PartitionStatistics(
              route.ordinal(),
              route.range(),
              route.parents(),
              state.lsn(),
              state.counters(),
              state.unitsPerSecond(),
              state.spending(),
              reindexPercent(container, state)));
    }
    return all;
  }

  /// Of those that are there; a container that is being deleted has none.
  List<PartitionReading> readings(OpenContainer open) {
    List<PartitionReading> all = new ArrayList<>();
    for (Route route : open.allRoutes()) {
      Description state = plane.describe(route);
      all.add(
          new PartitionReading(
              route.ordinal(), state.unitsPerSecond(), state.spending(), state.counters()));
    }
    return all;
  }

  /// The partitions weigh as many items as they hold.
  int reindexPercent(ContainerHandle container) {
    long items = 0;
    long done = 0;
    boolean indexing = false;
    for (Route route : container.table().routes().all()) {
      Description state = plane.describe(route);
      long weight = 1 + state.counters().items();
      int percent = reindexPercent(container, state);
      items += weight;
      done += weight * percent;
      indexing |= percent < PERCENT;
    }
    return indexing ? (int) Math.min(PERCENT - 1, done / items) : PERCENT;
  }

  /// Keys are hashed, so how far re-indexing has come along the ring is how far it has come.
  private static int reindexPercent(ContainerHandle container, Description partition) {
    byte[] indexed = partition.indexedUpTo();
    if (indexed == null) {
      return PERCENT;
    }
    return indexed.length == 0
        ? 0
        : percentBefore(indexed, partition.range(), container.definition());
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
    List<LogicalPartitionSize> all = new ArrayList<>();
    PartitionRequest.FindHeaviest request = new PartitionRequest.FindHeaviest(requireCount(count));
    for (Served<PartitionAnswer.Heaviest> served : askAll(container, request, context)) {
      for (PartitionAnswer.Heaviest.Weight each : served.answer().partitions()) {
        all.add(new LogicalPartitionSize(container.partitionKey(each.key()), each.counters()));
      }
    }
    return first(all, Comparator.comparingLong(each -> each.counters().bytes()), count);
  }

  /// The hottest first.
  List<LogicalPartitionSpending> hottestKeys(
      ContainerHandle container, int count, RequestContext context) {
    List<LogicalPartitionSpending> all = new ArrayList<>();
    PartitionRequest.FindHottest request = new PartitionRequest.FindHottest(requireCount(count));
    for (Served<PartitionAnswer.Hottest> served : askAll(container, request, context)) {
      for (HotKey each : served.answer().keys()) {
        all.add(
            new LogicalPartitionSpending(
                container.partitionKey(each.key()),
                served.route().ordinal(),
                each.thousandths(),
                each.errorThousandths()));
      }
    }
    return first(all, Comparator.comparingLong(LogicalPartitionSpending::thousandths), count);
  }

  private static int requireCount(int count) {
    if (count < 1 || count > TOP_MAX) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "From 1 to %d keys can be listed, not %d.".formatted(TOP_MAX, count));
    }
    return count;
  }

  /// Those of equal weight stay in ring order.
  private static <T> List<T> first(List<T> all, Comparator<T> byWeight, int count) {
    return all.stream().sorted(byWeight.reversed()).limit(count).toList();
  }

  private <A extends PartitionAnswer> List<Served<A>> askAll(
      ContainerHandle container, PartitionRequest<A> request, RequestContext context) {
    List<Served<A>> answers = new ArrayList<>();
    EffectivePartitionKey at = EffectivePartitionKey.MIN;
    while (at.compareTo(EffectivePartitionKey.MAX) < 0) {
      Served<A> served = calls.ask(container, RouteTable.start(at), request, Entry.FREE, context);
      answers.add(served);
      at = served.route().range().max();
    }
    return answers;
  }
}
