// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.catalog.ContainerDefinition;
import io.orrery.control.catalog.Database;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.ValueOrder;
import java.util.List;
import java.util.Optional;

/// The collections: containers of this API.
public final class MongoCollections {
  /// The most that a container in one place may have. Nobody was asked, so it is not the least.
  private static final long FIXED_THROUGHPUT = 10_000;

  /// Receipts end by themselves, documents do not.
  private static final int TTL_ONLY_WHERE_SET = -1;

  private final ControlPlane plane;
  private final Gateway gateway;

  public MongoCollections(ControlPlane plane, Gateway gateway) {
    this.plane = plane;
    this.gateway = gateway;
  }

  /// The collection, if there is one. Fails with COMMAND_NOT_SUPPORTED if it is another API's.
  public Optional<ContainerHandle> find(Namespace namespace) {
    return plane
        .findContainer(namespace.database(), namespace.collection())
        .map(
            open -> {
              if (open.container().definition().api() != Api.MONGO) {
                throw new MongoFailure(
                    MongoError.COMMAND_NOT_SUPPORTED,
                    "%s belongs to another API.".formatted(namespace));
              }
              return gateway.container(open);
            });
  }

  /// The collection, which is made if there is none.
  public ContainerHandle require(Namespace namespace) {
    Optional<ContainerHandle> known = find(namespace);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      create(namespace);
    } catch (OrreryException failure) {
      if (failure.code() != ErrorCode.CONFLICT) {
        throw failure;
      }
      // Somebody else was as quick.
    }
    return find(namespace)
        .orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace));
  }

  /// Fails with CONFLICT if there is one.
  public void create(Namespace namespace) {
    requireDatabase(namespace.database());
    plane.createContainer(
        namespace.database(),
        namespace.collection(),
        ContainerDefinition.of(Api.MONGO, PartitionKeyDefinition.NONE)
            .withIndexing(IndexingPolicy.NONE.in(ValueOrder.BSON))
            .withTtlSeconds(TTL_ONLY_WHERE_SET),
        Throughput.manual(FIXED_THROUGHPUT));
  }

  private void requireDatabase(String name) {
    if (plane.findDatabase(name).isPresent()) {
      return;
    }
    for (Database other : plane.databases()) {
      if (other.name().equalsIgnoreCase(name)) {
        throw new MongoFailure(
            MongoError.DATABASE_DIFFERS_IN_CASE,
            "db already exists with different case already have: [%s] trying to create [%s]"
                .formatted(other.name(), name));
      }
    }
    try {
      plane.createDatabase(name, null);
    } catch (OrreryException failure) {
      if (failure.code() != ErrorCode.CONFLICT) {
        throw failure;
      }
      // Somebody else was as quick.
    }
  }

  /// False if there was none.
  public boolean drop(Namespace namespace) {
    if (find(namespace).isEmpty()) {
      return false;
    }
    plane.deleteContainer(namespace.database(), namespace.collection());
    return true;
  }

  /// Drops a database with everything in it. Fails with COMMAND_NOT_SUPPORTED if it has containers
  /// of other APIs; false if there was none.
  public boolean dropDatabase(String name) {
    if (plane.findDatabase(name).isEmpty()) {
      return false;
    }
    for (OpenContainer open : plane.containers(name)) {
      if (open.container().definition().api() != Api.MONGO) {
        throw new MongoFailure(
            MongoError.COMMAND_NOT_SUPPORTED,
            "The database %s has containers of other APIs.".formatted(name));
      }
    }
    plane.deleteDatabase(name);
    return true;
  }

  /// The databases that have collections.
  public List<String> databases() {
    return plane.databases().stream()
        .map(Database::name)
        .filter(name -> !collections(name).isEmpty())
        .sorted()
        .toList();
  }

  /// How many bytes the documents of a database take, with their keys and receipts.
  public long bytes(String database) {
    return collections(database).stream()
        .map(name -> find(new Namespace(database, name)))
        .flatMap(Optional::stream)
        .flatMap(collection -> gateway.partitions(collection).stream())
        .mapToLong(partition -> partition.counters().bytes())
        .sum();
  }

  /// The collections of a database, by name.
  public List<String> collections(String database) {
    if (plane.findDatabase(database).isEmpty()) {
      return List.of();
    }
    return plane.containers(database).stream()
        .filter(open -> open.container().definition().api() == Api.MONGO)
        .map(open -> open.container().name())
        .sorted()
        .toList();
  }
}
