// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand.ChangeContainerThroughput;
import io.orrery.control.catalog.CatalogCommand.ChangeDatabaseThroughput;
import io.orrery.control.catalog.CatalogCommand.CreateContainer;
import io.orrery.control.catalog.CatalogCommand.CreateDatabase;
import io.orrery.control.catalog.CatalogCommand.DropContainer;
import io.orrery.control.catalog.CatalogCommand.DropDatabase;
import io.orrery.control.catalog.CatalogCommand.RenameContainer;
import io.orrery.control.catalog.CatalogCommand.ReplaceDefinition;
import io.orrery.control.catalog.CatalogOutcome;
import io.orrery.control.catalog.CatalogOutcome.Refusal;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.ResourceName;
import io.orrery.model.catalog.CatalogRecord.Dropped;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Throughput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes, changes and deletes databases and containers: first in the catalog, then what runs.
///
/// A container that is created is an intent in the catalog before its partitions are created, and
/// can be seen when they are. One that is deleted is invisible before its partitions are dropped,
/// and forgotten when they are. Whoever finds such an intent goes on with it, the next start above
/// all, so catalog and partitions need not be written together.
final class DataDefinition {
  private static final Logger LOG = LoggerFactory.getLogger(DataDefinition.class);

  private final CatalogClient catalog;
  private final Registry registry;
  private final Placement placement;
  private final Reclaimer reclaimer;
  private final ControlPlane.Options options;

  DataDefinition(
      CatalogClient catalog,
      Registry registry,
      Placement placement,
      Reclaimer reclaimer,
      ControlPlane.Options options) {
    this.catalog = catalog;
    this.registry = registry;
    this.placement = placement;
    this.reclaimer = reclaimer;
    this.options = options;
  }

  /// Makes a database. Fails with CONFLICT if there is one of this name.
  ///
  /// @param throughput what containers without their own will share; null for none
  Database createDatabase(String name, @Nullable Throughput throughput) {
    ResourceName.require("database", name, options.limits());
    if (throughput != null) {
      throughput.validate(options.limits());
    }
    Database database =
        catalog.store(
            Database.class,
            new CreateDatabase(catalog.now(), name, throughput),
            _ ->
                new OrreryException(
                    ErrorCode.CONFLICT, "The database %s exists already.".formatted(name)));
    registry.add(new OpenDatabase(database, SharedThroughput.of(database, options.limits())));
    return database;
  }

  /// Makes a container: an intent in the catalog, then its partitions, then it can be seen. A start
  /// that finds an intent creates what is missing. Fails with CONFLICT if the database has one of
  /// this name.
  ///
  /// @param throughput its own; null to share the database's, which must have one then
  OpenContainer createContainer(
      String database,
      String name,
      ContainerDefinition definition,
      @Nullable Throughput throughput) {
    ResourceName.require("container", name, options.limits());
    definition.validate(options.limits());
    if (throughput != null) {
      throughput.validate(options.limits());
    }
    OpenDatabase owner = registry.require(database, ErrorCode.OWNER_NOT_FOUND);
    owner.adding().lock();
    try {
      if (owner.containers.containsKey(name)) {
        throw nameTaken(owner, name);
      }
      int partitions = NewContainers.partitions(owner.shared(), definition, throughput, options);
      Container container =
          catalog.store(
              Container.class,
              new CreateContainer(
                  catalog.now(),
                  owner.database().number(),
                  name,
                  definition,
                  throughput,
                  definition.key().evenRanges(partitions)),
              reason ->
                  reason == Refusal.EXISTS
                      ? nameTaken(owner, name)
                      : new OrreryException(
                          ErrorCode.OWNER_NOT_FOUND,
                          "There is no database %s.".formatted(database)));
      return add(owner, container);
    } finally {
      owner.adding().unlock();
    }
  }

  private static OrreryException nameTaken(OpenDatabase owner, String name) {
    return new OrreryException(
        ErrorCode.CONFLICT,
        "The database %s has a container %s already.".formatted(owner.database().name(), name));
  }

  private OpenContainer add(OpenDatabase owner, Container container) {
    try {
      placement.create(List.of(container));
      OpenContainer open = placement.open(container, owner.shared());
      registry.add(owner, open);
      return open;
    } catch (RuntimeException | Error e) {
      takeBack(container, e);
      throw e;
    }
  }

  /// A container without partitions must not keep its name.
  private void takeBack(Container container, Throwable cause) {
    try {
      var drop = new DropContainer(catalog.now(), container.number());
      catalog.remove(drop, reason -> CatalogClient.unexpected(drop, reason));
      reclaimer.add(container.number());
    } catch (RuntimeException | Error e) {
      cause.addSuppressed(e); // The next start creates it.
    }
  }

  /// Gives a container a new definition, made from its present state; made again if somebody
  /// changed that meanwhile. What the function throws is passed on, and nothing is changed then.
  Container replaceContainer(OpenContainer open, Function<Container, ContainerDefinition> change) {
    open.lock().lock();
    try {
      open.routes();
      while (true) {
        Container old = open.container();
        ContainerDefinition definition = change.apply(old);
        definition.validate(options.limits());
        definition.validateReplacing(old.definition());
        var replace =
            new ReplaceDefinition(catalog.now(), old.number(), old.revision(), definition);
        CatalogOutcome outcome = catalog.propose(replace);
        if (outcome instanceof CatalogOutcome.Stored(Container container)) {
          open.publish(container, null);
          placement.configure(open);
          return container;
        }
        open.publish(catalog.view().findContainer(old.number()).orElseThrow(open::gone), null);
      }
    } finally {
      open.lock().unlock();
    }
  }

  /// Gives a container another name in its database. Fails with CONFLICT if another one has it,
  /// unless that is to be replaced: then it is deleted, and whoever looks sees the one or the
  /// other.
  void renameContainer(String database, String name, String wanted, boolean replaces) {
    ResourceName.require("container", wanted, options.limits());
    OpenDatabase owner = registry.require(database, ErrorCode.OWNER_NOT_FOUND);
    owner.changing().lock(); // Nobody adds one of that name meanwhile.
    try {
      OpenContainer open = Registry.requireContainer(owner, name);
      OpenContainer named = owner.containers.get(wanted);
      List<OpenContainer> replaced = named == null || named == open ? List.of() : List.of(named);
      List<OpenContainer> both = new ArrayList<>(replaced);
      both.add(open);
      // Whoever locks several does that in the order of their names.
      both.sort(Comparator.comparing(each -> each.container().name()));
      both.forEach(each -> each.lock().lock());
      try {
        Container renamed =
            catalog.store(
                Container.class,
                new RenameContainer(catalog.now(), open.container().number(), wanted, replaces),
                reason ->
                    reason == Refusal.EXISTS
                        ? nameTaken(owner, wanted)
                        : Registry.noContainer(owner, name));
        open.publish(renamed, null);
        registry.rename(owner, open, name);
        discard(owner, replaced);
      } finally {
        both.forEach(each -> each.lock().unlock());
      }
    } finally {
      owner.changing().unlock();
    }
  }

  /// Deletes the container with everything in it. Its name is free at once.
  void deleteContainer(String database, String name) {
    OpenDatabase owner = registry.require(database, ErrorCode.OWNER_NOT_FOUND);
    OpenContainer open = Registry.requireContainer(owner, name);
    open.lock().lock();
    try {
      if (!open.container().name().equals(name)) {
        throw Registry.noContainer(owner, name); // It has got another name just now.
      }
      catalog.remove(
          new DropContainer(catalog.now(), open.container().number()),
          _ -> Registry.noContainer(owner, name));
      discard(owner, List.of(open));
    } finally {
      open.lock().unlock();
    }
  }

  /// Deletes the database with all its containers.
  void deleteDatabase(String name) {
    OpenDatabase database = registry.require(name, ErrorCode.NOT_FOUND);
    database.changing().lock();
    try {
      List<OpenContainer> containers = List.copyOf(database.containers.values());
      containers.forEach(open -> open.lock().lock()); // Nobody splits them meanwhile.
      try {
        catalog.remove(
            new DropDatabase(catalog.now(), database.database().number()),
            _ ->
                new OrreryException(
                    ErrorCode.NOT_FOUND, "There is no database %s.".formatted(name)));
        registry.remove(database);
        discard(database, containers);
      } finally {
        containers.forEach(open -> open.lock().unlock());
      }
    } finally {
      database.changing().unlock();
    }
  }

  /// The catalog has dropped these containers: so do we. What cannot be done now is done in the
  /// background.
  private void discard(OpenDatabase owner, List<OpenContainer> containers) {
    List<Dropped> dropped = new ArrayList<>();
    for (OpenContainer open : containers) {
      List<Route> routes = open.allRoutes();
      registry.remove(owner, open);
      open.drop();
      routes.forEach(route -> route.service().close());
      catalog.view().findDropped(open.container().number()).ifPresent(dropped::add);
    }
    try {
      placement.drop(dropped);
    } catch (OrreryException e) {
      LOG.warn("partitions of deleted containers cannot be dropped yet: {}", e.getMessage());
    } finally {
      dropped.forEach(each -> reclaimer.add(each.container()));
    }
  }

  /// Changes a container's own throughput; partitions are split until it can be served.
  Container changeThroughput(String database, String name, Throughput throughput) {
    throughput.validate(options.limits());
    OpenDatabase owner = registry.require(database, ErrorCode.OWNER_NOT_FOUND);
    OpenContainer open = Registry.requireContainer(owner, name);
    open.lock().lock();
    try {
      Container old = open.container();
      if (old.throughput() == null) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "The container %s shares its database's throughput and has none of its own."
                .formatted(name));
      }
      NewContainers.validateFixed(old.definition(), throughput, options.limits());
      Container container =
          catalog.store(
              Container.class,
              new ChangeContainerThroughput(catalog.now(), old.number(), throughput),
              _ -> Registry.noContainer(owner, name));
      open.publish(container, placement.routes(container, null, open.routes()));
      return container;
    } finally {
      open.lock().unlock();
    }
  }

  /// Changes the throughput that the containers of a database share.
  Database changeThroughput(String name, Throughput throughput) {
    throughput.validate(options.limits());
    OpenDatabase open = registry.require(name, ErrorCode.NOT_FOUND);
    open.changing().lock();
    try {
      if (open.database().throughput() == null) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "The database %s was created without a throughput to share.".formatted(name));
      }
      Database database =
          catalog.store(
              Database.class,
              new ChangeDatabaseThroughput(catalog.now(), open.database().number(), throughput),
              _ ->
                  new OrreryException(
                      ErrorCode.NOT_FOUND, "There is no database %s.".formatted(name)));
      open.publish(database, SharedThroughput.of(database, options.limits()));
      open.containers.values().forEach(each -> reroute(open, each));
      return database;
    } finally {
      open.changing().unlock();
    }
  }

  private void reroute(OpenDatabase database, OpenContainer open) {
    open.lock().lock();
    try {
      if (!open.isDropped()) {
        Container container = open.container();
        open.publish(container, placement.routes(container, database.shared(), open.routes()));
      }
    } finally {
      open.lock().unlock();
    }
  }
}
