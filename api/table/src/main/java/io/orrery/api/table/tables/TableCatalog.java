// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.tables;

import io.orrery.api.table.access.AccessPolicy;
import io.orrery.api.table.entities.Entity;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Throughput;
import io.orrery.model.json.Json;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The tables there are: the containers of this API in one database, as in Cosmos DB.
public final class TableCatalog {
  /// As Cosmos DB calls it.
  public static final String DATABASE = "TablesDB";

  private static final Throughput STANDARD = Throughput.manual(400);
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]{2,62}");

  /// All properties, and all entities in the order of their keys, whatever partition has them. Not
  /// the time of the last write: it would cost an entry with every write.
  private static final IndexingPolicy INDEXING =
      new IndexingPolicy(
          true,
          List.of(IndexPath.ALL),
          List.of(IndexPath.parse("/" + Entity.TIMESTAMP + "/?")),
          List.of(PropertyPath.of(Entity.PARTITION_KEY)),
          List.of(
              new CompositeIndex(
                  0, List.of(ascending(Entity.PARTITION_KEY), ascending(Entity.ROW_KEY)))));

  private final Administration administration;

  public TableCatalog(Administration administration) {
    this.administration = administration;
  }

  private static CompositeIndex.Part ascending(String property) {
    return new CompositeIndex.Part(PropertyPath.of(property), false);
  }

  /// Fails with TableNotFound.
  public ContainerHandle require(String name) {
    return find(name).orElseThrow(TableRefusal::noTable);
  }

  /// A name means the same table in capitals and small letters; nearly all who ask write it as
  /// whoever made the table.
  private Optional<ContainerHandle> find(String name) {
    Optional<ContainerHandle> same = administration.findContainer(DATABASE, name);
    return (same.isPresent() ? same : findInOtherLetters(name)).filter(TableCatalog::isTable);
  }

  private Optional<ContainerHandle> findInOtherLetters(String name) {
    return administration.findDatabase(DATABASE).isEmpty()
        ? Optional.empty()
        : administration.containers(DATABASE).stream()
            .filter(each -> each.container().name().equalsIgnoreCase(name))
            .findFirst();
  }

  /// As whoever made the table wrote it; empty if there is none.
  Optional<String> nameOf(String name) {
    return find(name).map(table -> table.container().name());
  }

  /// The access policies that were stored with a table. Fails with TableNotFound.
  public List<AccessPolicy> policies(String name) {
    byte[] stored = require(name).container().definition().properties();
    if (stored.length == 0 || !(Json.parse(stored) instanceof Value.Array(var elements))) {
      return List.of();
    }
    return elements.stream().map(each -> policy((Value.Document) each)).toList();
  }

  private static AccessPolicy policy(Value.Document stored) {
    return new AccessPolicy(
        text(stored, "id"), text(stored, "start"), text(stored, "expiry"), text(stored, "sp"));
  }

  private static String text(Value.Document stored, String name) {
    return stored.property(name) instanceof Value.Text(String text) ? text : "";
  }

  /// Replaces them all.
  public void setPolicies(String name, List<AccessPolicy> policies) {
    List<Value> stored = new ArrayList<>();
    for (AccessPolicy policy : policies) {
      stored.add(
          Json.object()
              .put("id", policy.id())
              .put("start", policy.start())
              .put("expiry", policy.expiry())
              .put("sp", policy.permissions())
              .build());
    }
    byte[] properties = Json.bytes(new Value.Array(stored));
    administration.replaceContainer(
        require(name), table -> table.definition().withProperties(properties));
  }

  /// One of a table's policies; empty if there is none, or not even the table.
  public Optional<AccessPolicy> policy(String table, String id) {
    return find(table).isEmpty()
        ? Optional.empty()
        : policies(table).stream().filter(policy -> policy.id().equals(id)).findFirst();
  }

  private static boolean isTable(ContainerHandle handle) {
    return handle.container().definition().api() == Api.TABLE;
  }

  /// The names of all tables, sorted.
  List<String> names() {
    if (administration.findDatabase(DATABASE).isEmpty()) {
      return List.of();
    }
    return administration.containers(DATABASE).stream()
        .filter(TableCatalog::isTable)
        .map(handle -> handle.container().name())
        .sorted()
        .toList();
  }

  /// Fails with InvalidResourceName or TableAlreadyExists.
  void create(String name, Optional<Throughput> throughput) {
    if (!NAME.matcher(name).matches() || name.equalsIgnoreCase("tables")) {
      throw new TableRefusal(
          TableError.INVALID_RESOURCE_NAME,
          "The specified resource name contains invalid characters or is too short or too long: the"
              + " name of a table has 3 to 63 letters and digits and begins with a letter.");
    }
    try {
      if (administration.findDatabase(DATABASE).isEmpty()) {
        createDatabase();
      }
      administration.createContainer(
          DATABASE,
          name,
          ContainerDefinition.of(Api.TABLE, PartitionKeyDefinition.hash("/" + Entity.PARTITION_KEY))
              .withIndexing(INDEXING),
          throughput.orElse(STANDARD));
    } catch (OrreryException failure) {
      throw failure.code() == ErrorCode.CONFLICT
          ? new TableRefusal(TableError.TABLE_ALREADY_EXISTS, "The table specified already exists.")
          : failure;
    }
  }

  private void createDatabase() {
    try {
      administration.createDatabase(DATABASE, null);
    } catch (OrreryException failure) {
      if (failure.code() != ErrorCode.CONFLICT) {
        throw failure;
      }
      // Somebody else made their first table at the same time.
    }
  }

  /// Fails with ResourceNotFound.
  void delete(String name) {
    administration.deleteContainer(DATABASE, nameOf(name).orElseThrow(TableRefusal::noEntity));
  }
}
