// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.AccessStore;
import io.orrery.control.catalog.Catalog;
import io.orrery.control.catalog.Container;
import io.orrery.control.catalog.ContainerDefinition;
import io.orrery.control.catalog.Database;
import io.orrery.control.catalog.EncryptionKeyStore;
import io.orrery.control.catalog.PartitionMap;
import io.orrery.control.catalog.ScriptStore;
import io.orrery.control.catalog.Throughput;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.ResourceName;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionService;
import io.orrery.storage.Batch;
import io.orrery.storage.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Databases, containers and their throughput, durable; and the partitions behind them, which
/// follow storage and throughput by themselves.
///
/// Looking something up never waits. Changes are one at a time; splitting, which takes longer,
/// holds only the lock of its container.
public final class ControlPlane implements AutoCloseable {

  /// What the control plane is run with.
  ///
  /// @param nanos a steady clock for budgets, as [System#nanoTime()]
  /// @param throttling whether requests over the provisioned throughput are refused; charges are
  ///   computed either way
  /// @param transport what stands between a partition and whoever asks it
  public record Options(
      Limits limits,
      InstantSource clock,
      LongSupplier nanos,
      boolean throttling,
      UnaryOperator<PartitionService> transport) {

    /// Partitions are asked directly.
    public Options(Limits limits, InstantSource clock, LongSupplier nanos, boolean throttling) {
      this(limits, clock, nanos, throttling, UnaryOperator.identity());
    }
  }

  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);

  private final Store store;
  private final Options options;
  private final Placement placement;
  private final Housekeeper housekeeper;
  private final Reclaimer reclaimer;
  private final AccessStore access;
  private final ScriptStore scripts;
  private final EncryptionKeyStore encryptionKeys;
  private final ConcurrentNavigableMap<String, OpenDatabase> databases =
      new ConcurrentSkipListMap<>();
  private final ConcurrentNavigableMap<Integer, OpenContainer> containers =
      new ConcurrentSkipListMap<>();

  private final ReentrantLock changing = new ReentrantLock();
  private Catalog.Numbers numbers; // guarded by changing

  private ControlPlane(Store store, Options options) {
    this.store = store;
    this.options = options;
    PartitionHost host = new LocalHost(store, options.limits());
    this.placement = new Placement(store, host, options);
    this.housekeeper = new Housekeeper(this, placement, options);
    this.access = AccessStore.open(store, options.limits(), options.clock());
    this.scripts = ScriptStore.open(store, options.limits(), options.clock());
    this.encryptionKeys = EncryptionKeyStore.open(store, options.limits(), options.clock());
    Catalog.Contents contents = Catalog.read(store);
    this.reclaimer = new Reclaimer(store, host, contents.deleted());
    this.numbers = contents.numbers();
    for (Database database : contents.databases()) {
      databases.put(database.name(), new OpenDatabase(database, budget(database)));
    }
    for (Container container : contents.containers()) {
      OpenDatabase database = databaseOf(container);
      OpenContainer open = placement.open(container, database.budget());
      database.containers.put(container.name(), open);
      containers.put(container.number(), open);
    }
  }

  /// Reads the catalog, settles what a crash left half done, and starts to look after the
  /// partitions.
  public static ControlPlane open(Store store, Options options) {
    ControlPlane plane = new ControlPlane(store, options);
    plane.housekeeper.start();
    plane.reclaimer.start();
    return plane;
  }

  public List<Database> databases() {
    return databases.values().stream().map(OpenDatabase::database).toList();
  }

  public Optional<Database> findDatabase(String name) {
    return Optional.ofNullable(databases.get(name)).map(OpenDatabase::database);
  }

  public Optional<Database> findDatabase(int number) {
    return databases().stream().filter(database -> database.number() == number).findFirst();
  }

  /// The account's keys and its databases' users.
  public AccessStore access() {
    return access;
  }

  /// The stored procedures, triggers and user-defined functions of all containers.
  public ScriptStore scripts() {
    return scripts;
  }

  /// The client encryption keys of all databases.
  public EncryptionKeyStore encryptionKeys() {
    return encryptionKeys;
  }

  public Limits limits() {
    return options.limits();
  }

  public List<OpenContainer> containers(String database) {
    return List.copyOf(require(database, ErrorCode.NOT_FOUND).containers.values());
  }

  public List<OpenContainer> containers() {
    return List.copyOf(containers.values());
  }

  public Optional<OpenContainer> findContainer(String database, String name) {
    return Optional.ofNullable(databases.get(database)).map(open -> open.containers.get(name));
  }

  public Optional<OpenContainer> findContainer(int number) {
    return Optional.ofNullable(containers.get(number));
  }

  /// Fails with NOT_FOUND, or with OWNER_NOT_FOUND if there is not even the database.
  public OpenContainer requireContainer(String database, String name) {
    OpenContainer container = require(database, ErrorCode.OWNER_NOT_FOUND).containers.get(name);
    if (container == null) {
      throw new OrreryException(
          ErrorCode.NOT_FOUND, "The database %s has no container %s.".formatted(database, name));
    }
    return container;
  }

  /// Makes a database. Fails with CONFLICT if there is one of this name.
  ///
  /// @param throughput what containers without their own will share; null for none
  public Database createDatabase(String name, @Nullable Throughput throughput) {
    ResourceName.require("database", name, options.limits());
    if (throughput != null) {
      throughput.validate(options.limits());
    }
    changing.lock();
    try {
      if (databases.containsKey(name)) {
        throw new OrreryException(
            ErrorCode.CONFLICT, "The database %s exists already.".formatted(name));
      }
      Database database =
          new Database(numbers.databaseNext(), name, options.clock().millis(), 1, throughput);
      Catalog.Numbers next =
          new Catalog.Numbers(numbers.databaseNext() + 1, numbers.containerNext());
      Batch batch = store.newBatch();
      Catalog.put(batch, database);
      Catalog.put(batch, next);
      store.write(batch);
      numbers = next;
      databases.put(name, new OpenDatabase(database, budget(database)));
      return database;
    } finally {
      changing.unlock();
    }
  }

  /// Makes a container. Fails with CONFLICT if the database has one of this name.
  ///
  /// @param throughput its own; null to share the database's, which must have one then
  public OpenContainer createContainer(
      String database,
      String name,
      ContainerDefinition definition,
      @Nullable Throughput throughput) {
    ResourceName.require("container", name, options.limits());
    definition.validate(options.limits());
    if (throughput != null) {
      throughput.validate(options.limits());
    }
    changing.lock();
    try {
      OpenDatabase owner = require(database, ErrorCode.OWNER_NOT_FOUND);
      if (owner.containers.containsKey(name)) {
        throw new OrreryException(
            ErrorCode.CONFLICT,
            "The database %s has a container %s already.".formatted(database, name));
      }
      int partitions = NewContainers.partitions(owner.budget(), definition, throughput, options);
      Container container =
          new Container(
              numbers.containerNext(),
              owner.database().number(),
              name,
              options.clock().millis(),
              1,
              definition,
              throughput,
              PartitionMap.of(definition.key().evenRanges(partitions)));
      Catalog.Numbers next =
          new Catalog.Numbers(numbers.databaseNext(), numbers.containerNext() + 1);
      Batch batch = store.newBatch();
      Catalog.put(batch, container);
      Catalog.put(batch, next);
      Placement.create(batch, container, options.limits());
      store.write(batch);
      numbers = next;
      OpenContainer open = placement.open(container, owner.budget());
      owner.containers.put(name, open);
      containers.put(container.number(), open);
      return open;
    } finally {
      changing.unlock();
    }
  }

  /// Gives a container a new definition; what is indexed follows in the background.
  public Container replaceContainer(String database, String name, ContainerDefinition definition) {
    return replaceContainer(requireContainer(database, name), _ -> definition);
  }

  /// Gives a container a new definition, made from its present state; nobody else changes it
  /// meanwhile. What the function throws is passed on, and nothing is changed then.
  public Container replaceContainer(
      OpenContainer open, Function<Container, ContainerDefinition> change) {
    open.lock().lock();
    try {
      open.routes();
      Container old = open.container();
      ContainerDefinition definition = change.apply(old);
      definition.validate(options.limits());
      definition.validateReplacing(old.definition());
      Container container = old.with(definition, options.clock().millis());
      save(container);
      open.publish(container, null);
      placement.configure(open);
      housekeeper.wake();
      return container;
    } finally {
      open.lock().unlock();
    }
  }

  /// Deletes the container with everything in it. Its name is free at once.
  public void deleteContainer(String database, String name) {
    changing.lock();
    try {
      OpenDatabase owner = require(database, ErrorCode.OWNER_NOT_FOUND);
      delete(owner, requireContainer(database, name));
    } finally {
      changing.unlock();
    }
  }

  /// Deletes the database with all its containers.
  public void deleteDatabase(String name) {
    changing.lock();
    try {
      OpenDatabase database = require(name, ErrorCode.NOT_FOUND);
      List.copyOf(database.containers.values()).forEach(each -> delete(database, each));
      access.forgetDatabase(database.database().number());
      encryptionKeys.forgetDatabase(database.database().number());
      Batch batch = store.newBatch();
      Catalog.delete(batch, database.database());
      store.write(batch);
      databases.remove(name);
    } finally {
      changing.unlock();
    }
  }

  private void delete(OpenDatabase owner, OpenContainer open) {
    open.lock().lock();
    try {
      Container container = open.container();
      owner.containers.remove(container.name());
      containers.remove(container.number());
      placement.delete(open);
      scripts.forgetContainer(container.number());
      reclaimer.add(container.number());
    } finally {
      open.lock().unlock();
    }
  }

  /// Changes a container's own throughput; partitions are split until it can be served.
  public Container changeThroughput(String database, String name, Throughput throughput) {
    throughput.validate(options.limits());
    OpenContainer open = requireContainer(database, name);
    open.lock().lock();
    try {
      if (open.container().throughput() == null) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "The container %s shares its database's throughput and has none of its own."
                .formatted(name));
      }
      NewContainers.validateFixed(open.container().definition(), throughput, options.limits());
      Container container = open.container().with(throughput);
      save(container);
      open.publish(container, placement.routes(container, null, open.routes()));
      housekeeper.wake();
      return container;
    } finally {
      open.lock().unlock();
    }
  }

  /// Changes the throughput that the containers of a database share.
  public Database changeThroughput(String name, Throughput throughput) {
    throughput.validate(options.limits());
    changing.lock();
    try {
      OpenDatabase open = require(name, ErrorCode.NOT_FOUND);
      if (open.database().throughput() == null) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "The database %s was created without a throughput to share.".formatted(name));
      }
      Database database = open.database().withThroughput(throughput, options.clock().millis());
      Batch batch = store.newBatch();
      Catalog.put(batch, database);
      store.write(batch);
      open.publish(database, budget(database));
      open.containers.values().forEach(each -> reroute(open, each));
      housekeeper.wake();
      return database;
    } finally {
      changing.unlock();
    }
  }

  private void reroute(OpenDatabase database, OpenContainer open) {
    open.lock().lock();
    try {
      Container container = open.container();
      open.publish(container, placement.routes(container, database.budget(), open.routes()));
    } finally {
      open.lock().unlock();
    }
  }

  /// Splits a partition now: at the given point, or where it halves the data. Fails with
  /// INVALID_ARGUMENT if it cannot be divided, with RANGE_GONE if it was split already.
  public void split(OpenContainer open, int ordinal, @Nullable EffectivePartitionKey at) {
    open.lock().lock();
    try {
      Route route =
          open.routes()
              .ofOrdinal(ordinal)
              .orElseThrow(
                  () ->
                      new OrreryException(
                          ErrorCode.RANGE_GONE,
                          "There is no partition " + ordinal + " (any more)."));
      EffectivePartitionKey point = at == null ? splitPoint(open, route) : at;
      if (!route.range().contains(point) || point.equals(route.range().min())) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "The point %s does not divide the range %s.".formatted(point, route.range()));
      }
      placement.split(open, route, point, databaseOf(open.container()).budget());
      housekeeper.wake();
    } finally {
      open.lock().unlock();
    }
  }

  /// As [#split], but first waits until the partition has taken over its parent's data, which a
  /// split needs. Fails with UNAVAILABLE if that takes longer than the caller has patience.
  public void splitWhenWhole(
      OpenContainer open, int ordinal, @Nullable EffectivePartitionKey at, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (isInheriting(open, ordinal)) {
      if (System.nanoTime() - end > 0) {
        throw new OrreryException(
            ErrorCode.UNAVAILABLE,
            "The partition %d still takes over its parent's data; try again.".formatted(ordinal));
      }
      housekeeper.wake();
      LockSupport.parkNanos(LOOK_AGAIN.toNanos()); // Housekeeping tells nobody when it is done.
    }
    split(open, ordinal, at);
  }

  private boolean isInheriting(OpenContainer open, int ordinal) {
    return open.routes()
        .ofOrdinal(ordinal)
        .map(route -> describe(route).inheriting())
        .orElse(false);
  }

  private EffectivePartitionKey splitPoint(OpenContainer open, Route route) {
    return placement
        .splitter()
        .median(route.service())
        .orElseGet(() -> open.container().definition().key().middle(route.range()));
  }

  /// How many partitions the container should have for its throughput.
  int partitionsWanted(Container container) {
    Throughput throughput = container.throughput();
    if (throughput == null) {
      SharedThroughput shared = databaseOf(container).budget();
      return shared == null ? 1 : shared.throughput().partitions(options.limits());
    }
    return throughput.partitions(options.limits());
  }

  private OpenDatabase databaseOf(Container container) {
    return databases.values().stream()
        .filter(open -> open.database().number() == container.database())
        .findFirst()
        .orElseThrow(
            () ->
                OrreryException.corrupted(
                    "the container %s belongs to no database".formatted(container.name())));
  }

  private @Nullable SharedThroughput budget(Database database) {
    Throughput throughput = database.throughput();
    return throughput == null
        ? null
        : new SharedThroughput(
            database.number(), throughput, throughput.partitions(options.limits()));
  }

  private OpenDatabase require(String database, ErrorCode code) {
    OpenDatabase open = databases.get(database);
    if (open == null) {
      throw new OrreryException(code, "There is no database %s.".formatted(database));
    }
    return open;
  }

  private void save(Container container) {
    Batch batch = store.newBatch();
    Catalog.put(batch, container);
    store.write(batch);
  }

  /// How a partition is.
  public PartitionAnswer.Description describe(Route route) {
    return placement.calls().describe(route.service());
  }

  /// Which partitions do not do all they should, and why.
  public List<String> partitionFaults() {
    List<String> faults = new ArrayList<>();
    for (OpenDatabase database : databases.values()) {
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
    containers
        .values()
        .forEach(open -> open.routes().all().forEach(route -> route.service().close()));
  }
}
