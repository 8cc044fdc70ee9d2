// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.Catalog;
import io.orrery.control.catalog.Container;
import io.orrery.control.catalog.PartitionMap;
import io.orrery.control.catalog.Throughput;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionSettings;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.host.HostCommand;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.LocalPartition;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.service.PartitionService;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which partitions serve a container: opens them, splits them, forgets them.
///
/// A split is an intent in the catalog, a fence in the parent, and the switch in the catalog, each
/// durable before the next. A start that finds an intent looks at the fence: if it stands, the
/// split is completed, otherwise undone. Callers hold the container's lock.
final class Placement {
  private static final Logger LOG = LoggerFactory.getLogger(Placement.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Store store;
  private final ControlPlane.Options options;
  private final ControlCalls calls;
  private final Splitter splitter;
  private final PartitionHost host;
  private final Buckets buckets;

  Placement(Store store, PartitionHost host, ControlPlane.Options options) {
    this.store = store;
    this.host = host;
    this.options = options;
    this.calls = new ControlCalls(options.clock(), options.nanos());
    this.splitter = new Splitter(options.clock(), calls);
    this.buckets = new Buckets(options.nanos(), options.throttling());
  }

  ControlCalls calls() {
    return calls;
  }

  Splitter splitter() {
    return splitter;
  }

  /// Adds the first partitions of a new container to the batch that creates it.
  static void create(Batch batch, Container container, Limits limits) {
    PartitionSettings settings = container.definition().settings(limits);
    for (PartitionMap.Entry entry : container.partitions().online()) {
      Partition.create(batch, container.partition(entry.ordinal()), entry.range(), settings);
    }
  }

  /// Opens a container as the catalog has it, and settles what a crash left half done.
  OpenContainer open(Container stored, @Nullable SharedThroughput shared) {
    Container container = recover(stored);
    OpenContainer open = new OpenContainer(container, routes(container, shared, null));
    configure(open);
    return open;
  }

  private Container recover(Container container) {
    PartitionMap.SplitIntent intent = container.partitions().intent();
    if (intent == null) {
      return container;
    }
    PartitionMap settled;
    try (Partition parent = host.open(container.partition(intent.ordinal()))) {
      boolean fenced = parent.state().retired();
      LOG.info("{} the split of partition {}", fenced ? "completing" : "undoing", parent.id());
      if (fenced) {
        settled = container.partitions().complete(intent);
      } else {
        cancel(parent);
        settled = container.partitions().abandon();
      }
    }
    return save(container.with(settled));
  }

  private void cancel(Partition parent) {
    Outcome outcome = parent.submit(new Command.CancelSplit(options.clock().millis()), PATIENCE);
    if (!(outcome instanceof Outcome.Done)) {
      throw new IllegalStateException("partition %s answered %s".formatted(parent.id(), outcome));
    }
  }

  /// Tells every partition its settings, where they differ from those the catalog has. What the
  /// catalog has is decided; a partition that cannot be told now is told later.
  void configure(OpenContainer open) {
    PartitionSettings settings = open.container().definition().settings(options.limits());
    boolean all = true;
    for (Route route : open.routes().all()) {
      if (!calls.describe(route.service()).settings().equals(settings)) {
        all &= configure(route.service(), settings);
      }
    }
    open.setConfigured(all);
  }

  private boolean configure(PartitionService partition, PartitionSettings settings) {
    try {
      calls.submit(partition, new Command.Configure(options.clock().millis(), settings), PATIENCE);
      return true;
    } catch (OrreryException e) {
      LOG.warn(
          "partition {} does not follow its container yet: {}", partition.id(), e.getMessage());
      return false;
    }
  }

  /// Routes for the partitions of the catalog; partitions that `old` has are kept, and told what
  /// they may spend from now on.
  Routes routes(Container container, @Nullable SharedThroughput shared, @Nullable Routes old) {
    List<Route> routes = new ArrayList<>();
    for (PartitionMap.Entry entry : container.partitions().online()) {
      Provision provision = provision(container, shared, entry.range());
      PartitionService service =
          old == null
              ? serve(container.partition(entry.ordinal()), provision)
              : old.ofOrdinal(entry.ordinal())
                  .map(route -> provisioned(route.service(), provision))
                  .orElseGet(() -> serve(container.partition(entry.ordinal()), provision));
      routes.add(new Route(entry.range(), service, entry.parents()));
    }
    return new Routes(old == null ? 1 : old.version() + 1, routes);
  }

  private static Provision provision(
      Container container, @Nullable SharedThroughput shared, HashRange range) {
    Throughput own = container.throughput();
    if (own == null && shared != null) {
      return shared.provision(container.definition().key(), range);
    }
    if (own == null) {
      throw new IllegalStateException(container.name() + " has no throughput to spend");
    }
    return new Provision(
        new Provision.Share.Own(),
        SharedThroughput.share(own, container.partitions().online().size()));
  }

  private PartitionService provisioned(PartitionService service, Provision provision) {
    calls.ask(service, provision);
    return service;
  }

  private PartitionService serve(PartitionId id, Provision provision) {
    return options
        .transport()
        .apply(new LocalPartition(host.open(id), buckets.throttle(provision), options.nanos()));
  }

  /// Splits a partition at the point. When this returns, the children serve. The parent stays open
  /// to tell those who still wait in its queue that it has moved.
  void split(
      OpenContainer open,
      Route route,
      EffectivePartitionKey at,
      @Nullable SharedThroughput shared) {
    Container intended =
        save(open.container().with(open.container().partitions().intend(route.ordinal(), at)));
    open.publish(intended, null);
    PartitionMap.SplitIntent intent = intended.partitions().intent();
    if (intent == null) {
      throw new IllegalStateException("an intent that was just saved is gone");
    }
    try {
      splitter.fence(route.service(), intent);
    } catch (RuntimeException e) {
      abandon(open, route);
      throw e;
    }
    Container completed = save(intended.with(intended.partitions().complete(intent)));
    open.publish(completed, routes(completed, shared, open.routes()));
    LOG.info(
        "split partition {} at {} into {} and {}",
        route.service().id(),
        at,
        intent.leftOrdinal(),
        intent.rightOrdinal());
  }

  private void abandon(OpenContainer open, Route route) {
    if (!calls.describe(route.service()).retired()) {
      splitter.cancel(route.service());
      Container container = open.container();
      open.publish(save(container.with(container.partitions().abandon())), null);
    }
  }

  /// Frees the space of partitions whose children have taken over everything.
  void forgetRetired(OpenContainer open) {
    for (PartitionMap.Retired retired : open.container().partitions().retired()) {
      if (hasTakenOver(open, retired.leftOrdinal()) && hasTakenOver(open, retired.rightOrdinal())) {
        Container container = open.container();
        Container next = container.with(container.partitions().forget(retired));
        PartitionId gone = container.partition(retired.ordinal());
        // In this order: what the catalog has forgotten, nobody would drop after a crash.
        host.carryOut(List.of(new HostCommand.DropPartition(gone, null)));
        open.publish(save(next), null);
      }
    }
  }

  /// A partition splits only after it has taken over what it inherited, so one that is not online
  /// has.
  private boolean hasTakenOver(OpenContainer open, int ordinal) {
    return open.routes()
        .ofOrdinal(ordinal)
        .map(route -> !calls.describe(route.service()).inheriting())
        .orElse(true);
  }

  /// Removes the container and everything in it, at once and for good.
  void delete(OpenContainer open) {
    List<Route> routes = open.routes().all();
    open.drop();
    routes.forEach(route -> route.service().close());
    Batch batch = store.newBatch();
    int number = open.container().number();
    Catalog.delete(batch, open.container());
    for (Family family : List.of(Family.ITEMS, Family.INDEX, Family.FEED)) {
      batch.deleteRange(family, Layout.container(number));
    }
    batch.deleteRange(Family.META, Layout.states(number));
    batch.deleteRange(Family.META, Layout.allSettings(number));
    store.write(batch);
  }

  private Container save(Container container) {
    Batch batch = store.newBatch();
    Catalog.put(batch, container);
    store.write(batch);
    return container;
  }
}
