// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand;
import io.orrery.control.catalog.CatalogCommand.AbandonSplit;
import io.orrery.control.catalog.CatalogCommand.BeginSplit;
import io.orrery.control.catalog.CatalogCommand.CompleteSplit;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.PartitionMap.SplitIntent;
import io.orrery.model.catalog.SplitPreview;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionService;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Splits partitions, on demand and where storage or throughput want it.
///
/// A split is an intent in the catalog, a fence in the parent, the birth of its children, and the
/// switch in the catalog, each durable before the next. Whoever finds an intent that nobody works
/// on, the next start above all, looks at the fence: if it stands, the split is completed,
/// otherwise undone.
final class Splits {
  private static final Logger LOG = LoggerFactory.getLogger(Splits.class);

  private final CatalogClient catalog;
  private final Registry registry;
  private final Placement placement;
  private final Splitter splitter;
  private final Limits limits;

  Splits(
      CatalogClient catalog, Registry registry, Placement placement, ControlPlane.Options options) {
    this.catalog = catalog;
    this.registry = registry;
    this.placement = placement;
    this.splitter = new Splitter(options.clock(), placement.calls());
    this.limits = options.limits();
  }

  /// Completes or undoes a split that a crash left half done, in a container that is not open yet.
  Container recover(Container container) {
    SplitIntent intent = container.partitions().intent();
    if (intent == null) {
      return container;
    }
    try (PartitionService parent = placement.open(PartitionId.of(container, intent.ordinal()))) {
      return settle(container, parent);
    }
  }

  private Container settle(Container container, PartitionService parent) {
    boolean fenced = placement.calls().describe(parent).retired();
    LOG.info("{} the split of partition {}", fenced ? "completing" : "undoing", parent.id());
    if (fenced) {
      placement.inherit(container, Objects.requireNonNull(container.partitions().intent()));
    } else {
      splitter.cancel(parent);
    }
    return store(
        fenced
            ? new CompleteSplit(catalog.now(), container.number())
            : new AbandonSplit(catalog.now(), container.number()));
  }

  private Container store(CatalogCommand command) {
    return catalog.store(
        Container.class, command, reason -> CatalogClient.unexpected(command, reason));
  }

  /// Splits a partition: at the given point, or where it halves the data. Fails with
  /// INVALID_ARGUMENT if it cannot be divided, with RANGE_GONE if it was split already. When this
  /// returns, the children serve; the parent stays open to tell those who still wait in its queue
  /// that it has moved.
  void split(OpenContainer open, int ordinal, @Nullable EffectivePartitionKey at) {
    open.lock().lock();
    try {
      settle(open);
      Route route = requireRoute(open, ordinal);
      EffectivePartitionKey point = at == null ? middle(open, route) : at;
      if (!route.range().contains(point) || point.equals(route.range().min())) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "The point %s does not divide the range %s.".formatted(point, route.range()));
      }
      Container intended =
          store(new BeginSplit(catalog.now(), open.container().number(), ordinal, point));
      open.publish(intended, null);
      fence(open, route, Objects.requireNonNull(intended.partitions().intent()));
    } finally {
      open.lock().unlock();
    }
  }

  /// What a split where it halves the data would make of a partition. Fails with UNAVAILABLE as
  /// long as the partition takes over its parent's data, with RANGE_GONE if it was split already.
  SplitPreview preview(OpenContainer open, int ordinal) {
    Route route = requireRoute(open, ordinal);
    if (placement.calls().describe(route.service()).inheriting()) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE,
          "The partition %d still takes over its parent's data; try again.".formatted(ordinal));
    }
    EffectivePartitionKey point = middle(open, route);
    Counters left = splitter.left(route.service(), point);
    Counters all = placement.calls().describe(route.service()).counters();
    return new SplitPreview(point, left, all.minus(left));
  }

  private void fence(OpenContainer open, Route route, SplitIntent intent) {
    try {
      splitter.fence(route.service(), intent);
    } catch (RuntimeException e) {
      if (!placement.calls().describe(route.service()).retired()) {
        settle(open);
      }
      throw e;
    }
    settle(open);
    LOG.info(
        "split partition {} at {} into {} and {}",
        route.service().id(),
        intent.at(),
        intent.leftOrdinal(),
        intent.rightOrdinal());
  }

  /// Ends a split that was begun, one way or the other. The caller holds the container's lock.
  private void settle(OpenContainer open) {
    SplitIntent intent = open.container().partitions().intent();
    if (intent == null) {
      return;
    }
    Container settled = settle(open.container(), requireRoute(open, intent.ordinal()).service());
    Routes routes = placement.routes(settled, registry.databaseOf(settled).shared(), open.routes());
    open.publish(settled, routes);
  }

  private static Route requireRoute(OpenContainer open, int ordinal) {
    return open.routes()
        .ofOrdinal(ordinal)
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.RANGE_GONE, "There is no partition " + ordinal + " (any more)."));
  }

  private EffectivePartitionKey middle(OpenContainer open, Route route) {
    return splitter
        .median(route.service())
        .orElseGet(() -> open.container().definition().key().middle(route.range()));
  }

  /// Splits what has to be split for its size, and one partition if there are too few for the
  /// throughput. Says whether this was all. The caller holds the container's lock.
  boolean splitWhereDue(OpenContainer open) {
    settle(open);
    boolean large = splitLarge(open);
    boolean few = splitForThroughput(open);
    return !large && !few;
  }

  /// False if no partition is large, or none of those can be divided.
  private boolean splitLarge(OpenContainer open) {
    boolean unsettled = false;
    for (Route route : open.routes().all()) {
      PartitionAnswer.Description state = placement.calls().describe(route.service());
      if (state.counters().bytes() < limits.physicalPartitionBytes()) {
        continue;
      }
      if (state.inheriting()) {
        unsettled = true; // Once it has taken over its parent's data.
        continue;
      }
      Optional<EffectivePartitionKey> at = splitter.median(route.service());
      if (at.isPresent()) {
        split(open, route.ordinal(), at.get());
        unsettled = true;
      }
    }
    return unsettled;
  }

  /// One at a time, the least divided first. False if there are enough.
  private boolean splitForThroughput(OpenContainer open) {
    Container container = open.container();
    PartitionKeyDefinition key = container.definition().key();
    if (open.routes().all().size() >= partitionsWanted(container)
        || key.kind() == PartitionKeyDefinition.Kind.NONE) {
      return false;
    }
    Optional<Route> widest =
        open.routes().all().stream()
            .filter(route -> !placement.calls().describe(route.service()).inheriting())
            .min(Comparator.comparingInt(route -> route.parents().size()));
    widest.ifPresent(route -> split(open, route.ordinal(), key.middle(route.range())));
    return true;
  }

  /// How many partitions the container should have for its throughput.
  private int partitionsWanted(Container container) {
    Throughput throughput = container.throughput();
    if (throughput == null) {
      SharedThroughput shared = registry.databaseOf(container).shared();
      return shared == null ? 1 : shared.throughput().partitions(limits);
    }
    return throughput.partitions(limits);
  }
}
