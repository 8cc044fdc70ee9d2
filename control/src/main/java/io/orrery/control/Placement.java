// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand.ConfirmPartitions;
import io.orrery.control.catalog.CatalogCommand.ForgetPartition;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.CatalogRecord.Dropped;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.host.HostCommand;
import io.orrery.partition.host.HostOutcome;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.service.PartitionService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings the partitions of containers in line with the catalog: creates, opens, configures and
/// drops them. The catalog decides first, so whatever a crash leaves undone is found there and done
/// by the next start.
final class Placement {
  private static final Logger LOG = LoggerFactory.getLogger(Placement.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CatalogClient catalog;
  private final PartitionHost host;
  private final ControlPlane.Options options;
  private final ControlCalls calls;

  Placement(CatalogClient catalog, PartitionHost host, ControlPlane.Options options) {
    this.catalog = catalog;
    this.host = host;
    this.options = options;
    this.calls = new ControlCalls(options.clock(), options.nanos());
  }

  ControlCalls calls() {
    return calls;
  }

  /// Creates the partitions of new containers, as far as they are not there, and notes that in the
  /// catalog.
  void create(List<Container> containers) {
    List<HostCommand> commands = new ArrayList<>();
    for (Container container : containers) {
      PartitionSettings settings = PartitionSettings.of(container.definition(), options.limits());
      for (PartitionMap.Entry entry : container.partitions().online()) {
        commands.add(
            new HostCommand.CreatePartition(
                PartitionId.of(container, entry.ordinal()), entry.range(), settings));
      }
    }
    carryOut(commands);
    List<Integer> numbers = containers.stream().map(Container::number).toList();
    var confirm = new ConfirmPartitions(catalog.now(), numbers);
    catalog.remove(confirm, reason -> CatalogClient.unexpected(confirm, reason));
  }

  /// Drops the partitions of deleted containers, as far as they are there.
  void drop(List<Dropped> containers) {
    List<HostCommand> commands = new ArrayList<>();
    for (Dropped dropped : containers) {
      PartitionMap partitions = dropped.partitions();
      for (PartitionMap.Entry entry : partitions.online()) {
        var id = new PartitionId(dropped.container(), entry.ordinal());
        commands.add(new HostCommand.DropPartition(id, entry.range()));
      }
      for (int ordinal : partitions.withoutItems()) {
        var id = new PartitionId(dropped.container(), ordinal);
        commands.add(new HostCommand.DropPartition(id, null));
      }
    }
    carryOut(commands);
  }

  /// Makes the children of a partition that has come to its end, unless they exist.
  void inherit(Container container, PartitionMap.SplitIntent split) {
    PartitionId parent = PartitionId.of(container, split.ordinal());
    carryOut(
        List.of(
            new HostCommand.InheritPartition(
                PartitionId.of(container, split.leftOrdinal()), parent),
            new HostCommand.InheritPartition(
                PartitionId.of(container, split.rightOrdinal()), parent)));
  }

  private void carryOut(List<HostCommand> commands) {
    for (HostOutcome outcome : host.carryOut(commands)) {
      if (outcome instanceof HostOutcome.Declined(String reason)) {
        throw new OrreryException(ErrorCode.INTERNAL, "A partition's host declined: " + reason);
      }
    }
  }

  /// Gives back the disk space of a container whose partitions were dropped.
  void reclaim(int container) {
    host.reclaim(container);
  }

  /// Starts a partition that no route leads to, for control alone.
  PartitionService open(PartitionId id) {
    return host.serve(id, new Provision(new Provision.Share.Own(), 1));
  }

  /// Opens a container whose partitions are all there.
  OpenContainer open(Container container, @Nullable SharedThroughput shared) {
    OpenContainer open = new OpenContainer(container, routes(container, shared, null));
    configure(open);
    return open;
  }

  /// Tells every partition its settings, where they differ from those the catalog has. What the
  /// catalog has is decided; a partition that cannot be told now is told later.
  void configure(OpenContainer open) {
    PartitionSettings settings =
        PartitionSettings.of(open.container().definition(), options.limits());
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
              ? host.serve(PartitionId.of(container, entry.ordinal()), provision)
              : old.ofOrdinal(entry.ordinal())
                  .map(route -> provisioned(route.service(), provision))
                  .orElseGet(
                      () -> host.serve(PartitionId.of(container, entry.ordinal()), provision));
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

  /// Drops partitions that were split and whose children have taken over everything. The caller
  /// holds the container's lock.
  void dropRetired(OpenContainer open) {
    for (PartitionMap.Retired retired : open.container().partitions().retired()) {
      if (hasTakenOver(open, retired.leftOrdinal()) && hasTakenOver(open, retired.rightOrdinal())) {
        // In this order: what the catalog has forgotten, nobody would drop after a crash.
        carryOut(
            List.of(
                new HostCommand.DropPartition(
                    PartitionId.of(open.container(), retired.ordinal()), null)));
        var forget =
            new ForgetPartition(catalog.now(), open.container().number(), retired.ordinal());
        Container next =
            catalog.store(
                Container.class, forget, reason -> CatalogClient.unexpected(forget, reason));
        open.publish(next, null);
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
}
