// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.Catalog;
import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogView;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.SplitPreview;
import io.orrery.model.container.IndexingProgress;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.service.PartitionAnswer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Databases, containers and their throughput, durable; and the partitions behind them, which
/// follow storage and throughput by themselves.
///
/// Looking something up never waits. Changes of different containers share the catalog's writes;
/// those of one container, splits among them, are one at a time.
public final class ControlPlane implements AutoCloseable {

  /// What the control plane is run with.
  ///
  /// @param nanos a steady clock for patience, as [System#nanoTime()]
  public record Options(Limits limits, InstantSource clock, LongSupplier nanos) {}

  private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);

  private final Options options;
  private final CatalogClient catalog;
  private final Registry registry = new Registry();
  private final Placement placement;
  private final Splits splits;
  private final Housekeeper housekeeper;
  private final Reclaimer reclaimer;
  private final DataDefinition definition;

  private ControlPlane(Catalog catalog, PartitionHost host, Options options) {
    this.options = options;
    this.catalog = new CatalogClient(catalog, options.clock());
    this.placement = new Placement(this.catalog, host, options);
    this.splits = new Splits(this.catalog, registry, placement, options);
    this.housekeeper = new Housekeeper(registry, placement, splits, options);
    this.reclaimer = new Reclaimer(this.catalog, placement);
    this.definition = new DataDefinition(this.catalog, registry, placement, reclaimer, options);
  }

  /// Settles what a crash left half done, opens what the catalog has, and starts to look after the
  /// partitions.
  public static ControlPlane open(Catalog catalog, PartitionHost host, Options options) {
    ControlPlane plane = new ControlPlane(catalog, host, options);
    plane.catalog.initialize(new SecureRandom());
    plane.recover();
    plane.housekeeper.start();
    plane.reclaimer.start();
    return plane;
  }

  private void recover() {
    CatalogView view = catalog.view();
    List<Container> pending =
        view.pending().stream().flatMap(number -> view.findContainer(number).stream()).toList();
    if (!pending.isEmpty()) {
      LOG.info(
          "creating the partitions of {} containers that a crash left without", pending.size());
      placement.create(pending);
    }
    for (Database database : view.databases()) {
      registry.add(new OpenDatabase(database, SharedThroughput.of(database, options.limits())));
    }
    for (Container container : view.containers()) {
      OpenDatabase owner = registry.databaseOf(container);
      registry.add(owner, placement.open(splits.recover(container), owner.shared()));
    }
  }

  public List<Database> databases() {
    return registry.databases().stream().map(OpenDatabase::database).toList();
  }

  public Optional<Database> findDatabase(String name) {
    return Optional.ofNullable(registry.find(name)).map(OpenDatabase::database);
  }

  public Optional<Database> findDatabase(int number) {
    return databases().stream().filter(database -> database.number() == number).findFirst();
  }

  /// What knows and changes everything else the catalog has: keys, users, scripts.
  public CatalogClient catalog() {
    return catalog;
  }

  public Limits limits() {
    return options.limits();
  }

  public List<OpenContainer> containers(String database) {
    return List.copyOf(registry.require(database, ErrorCode.NOT_FOUND).containers.values());
  }

  public List<OpenContainer> containers() {
    return registry.containers();
  }

  public Optional<OpenContainer> findContainer(String database, String name) {
    return Optional.ofNullable(registry.find(database)).map(open -> open.containers.get(name));
  }

  public Optional<OpenContainer> findContainer(int number) {
    return Optional.ofNullable(registry.find(number));
  }

  /// Fails with NOT_FOUND, or with OWNER_NOT_FOUND if there is not even the database.
  public OpenContainer requireContainer(String database, String name) {
    return Registry.requireContainer(registry.require(database, ErrorCode.OWNER_NOT_FOUND), name);
  }

  /// Makes a database. Fails with CONFLICT if there is one of this name.
  ///
  /// @param throughput what containers without their own will share; null for none
  public Database createDatabase(String name, @Nullable Throughput throughput) {
    return definition.createDatabase(name, throughput);
  }

  /// Makes a container. Fails with CONFLICT if the database has one of this name.
  ///
  /// @param throughput its own; null to share the database's, which must have one then
  public OpenContainer createContainer(
      String database, String name, ContainerDefinition wanted, @Nullable Throughput throughput) {
    return definition.createContainer(database, name, wanted, throughput);
  }

  /// Gives a container a new definition; what is indexed follows in the background.
  public Container replaceContainer(String database, String name, ContainerDefinition wanted) {
    return replaceContainer(requireContainer(database, name), _ -> wanted);
  }

  /// Gives a container a new definition, made from its present state; made again if somebody
  /// changed that meanwhile. What the function throws is passed on, and nothing is changed then.
  public Container replaceContainer(
      OpenContainer open, Function<Container, ContainerDefinition> change) {
    Container container = definition.replaceContainer(open, change);
    housekeeper.wake();
    return container;
  }

  /// Gives a container another name in its database. Fails with CONFLICT if another one has it,
  /// unless that is to be replaced: then it is deleted, and whoever looks sees the one or the
  /// other.
  public void renameContainer(String database, String name, String wanted, boolean replaces) {
    definition.renameContainer(database, name, wanted, replaces);
  }

  /// Deletes the container with everything in it. Its name is free at once.
  public void deleteContainer(String database, String name) {
    definition.deleteContainer(database, name);
  }

  /// Deletes the database with all its containers.
  public void deleteDatabase(String name) {
    definition.deleteDatabase(name);
  }

  /// Changes a container's own throughput; partitions are split until it can be served.
  public Container changeThroughput(String database, String name, Throughput throughput) {
    Container container = definition.changeThroughput(database, name, throughput);
    housekeeper.wake();
    return container;
  }

  /// Changes the throughput that the containers of a database share.
  public Database changeThroughput(String name, Throughput throughput) {
    Database database = definition.changeThroughput(name, throughput);
    housekeeper.wake();
    return database;
  }

  /// Splits a partition now: at the given point, or where it halves the data. Fails with
  /// INVALID_ARGUMENT if it cannot be divided, with RANGE_GONE if it was split already.
  public void split(OpenContainer open, int ordinal, @Nullable EffectivePartitionKey at) {
    splits.split(open, ordinal, at);
    housekeeper.wake();
  }

  /// What [#split] would do where it halves the data. Fails with UNAVAILABLE as long as the
  /// partition takes over its parent's data.
  public SplitPreview previewSplit(OpenContainer open, int ordinal) {
    return splits.preview(open, ordinal);
  }

  /// As [#split], but first waits until the partition has taken over its parent's data, which a
  /// split needs. Fails with UNAVAILABLE if that takes longer than the caller has patience.
  public void splitWhenWhole(
      OpenContainer open, int ordinal, @Nullable EffectivePartitionKey at, Duration patience) {
    housekeeper.wake();
    if (!open.await(() -> !isInheriting(open, ordinal), patience)) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE,
          "The partition %d still takes over its parent's data; try again.".formatted(ordinal));
    }
    split(open, ordinal, at);
  }

  private boolean isInheriting(OpenContainer open, int ordinal) {
    return open.routes()
        .ofOrdinal(ordinal)
        .map(route -> describe(route).inheriting())
        .orElse(false);
  }

  /// Waits until the index of a container follows its newest definition, or cannot, but not longer
  /// than the caller has patience.
  public IndexingProgress awaitIndexing(OpenContainer open, Duration patience) {
    housekeeper.wake();
    boolean _ = open.await(() -> indexing(open) != IndexingProgress.GOING_ON, patience);
    return indexing(open);
  }

  private IndexingProgress indexing(OpenContainer open) {
    IndexingProgress worst = IndexingProgress.DONE;
    for (Route route : open.routes().all()) {
      PartitionAnswer.Description state = describe(route);
      if (state.heldUp()) {
        return IndexingProgress.HELD_UP;
      }
      worst = state.indexedUpTo() == null ? worst : IndexingProgress.GOING_ON;
    }
    return worst;
  }

  /// How a partition is.
  public PartitionAnswer.Description describe(Route route) {
    return placement.calls().describe(route.service());
  }

  /// Which partitions do not do all they should, and why.
  public List<String> partitionFaults() {
    List<String> faults = new ArrayList<>();
    for (OpenDatabase database : registry.databases()) {
      for (OpenContainer open : database.containers.values()) {
        for (Route route : open.allRoutes()) {
          String fault = describe(route).fault();
          if (fault != null) {
            faults.add(
                "%s/%s partition %d: %s"
                    .formatted(
                        database.database().name(),
                        open.container().name(),
                        route.ordinal(),
                        fault));
          }
        }
      }
    }
    return faults;
  }

  /// What of the background work fails, and why.
  public List<String> backgroundFaults() {
    List<String> faults = new ArrayList<>(housekeeper.faults());
    reclaimer.fault().ifPresent(faults::add);
    return faults;
  }

  /// Stops the background work and lets every partition finish what it has begun.
  @Override
  public void close() {
    reclaimer.close();
    housekeeper.close();
    registry
        .containers()
        .forEach(open -> open.allRoutes().forEach(route -> route.service().close()));
  }
}
