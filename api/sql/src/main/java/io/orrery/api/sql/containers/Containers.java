// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.offers.OfferHeaders;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.ResourcePath.DatabaseAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.Session;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Throughput;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/dbs/{db}/colls` and `/dbs/{db}/colls/{coll}`.
public final class Containers {
  private static final double READ_CHARGE = 1;
  private static final double WRITE_CHARGE = 4.95;

  private final Directory directory;
  private final Gateway gateway;
  private final ContainerSizes usage;

  public Containers(Directory directory, Gateway gateway) {
    this.directory = directory;
    this.gateway = gateway;
    this.usage = new ContainerSizes(gateway, directory.administration().scripts());
  }

  public Answer page(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireOwner(address);
    return page(request, database, all(database));
  }

  private List<Value.Document> all(Database database) {
    return directory.containers(database).stream()
        .map(handle -> document(handle.container()).build())
        .toList();
  }

  private static Answer page(
      SqlRequest request, Database database, List<Value.Document> documents) {
    Rid owner = Rid.database(database.number());
    return new ResourceFeed(owner.toString(), "DocumentCollections")
        .page(request, documents, ResourceFeed::id)
        .owner("dbs/" + database.name(), owner)
        .charge(READ_CHARGE);
  }

  public Answer create(SqlRequest request, DatabaseAddress address) {
    Database database = directory.requireOwner(address);
    Members body = Members.of(request.json());
    ContainerDefinition definition = ContainerBody.create(body);
    requireEncryptionKeys(database, definition);
    ContainerHandle handle =
        directory
            .administration()
            .createContainer(
                database.name(), body.requireText("id"), definition, throughput(request, database));
    Answer answer = answer(201, database, handle.container(), document(handle.container()));
    Session.tell(answer, gateway.beginning(handle));
    return answer.charge(WRITE_CHARGE);
  }

  private void requireEncryptionKeys(Database database, ContainerDefinition definition) {
    for (String key : EncryptionPolicyBody.keys(definition)) {
      if (directory.administration().encryptionKeys().find(database.number(), key).isEmpty()) {
        throw Refusals.invalid(
            "The client encryption policy names the key %s, which the database does not have."
                .formatted(key));
      }
    }
  }

  /// Without a wish, what the database shares; if it shares nothing, the least there is.
  private @Nullable Throughput throughput(SqlRequest request, Database database) {
    Throughput least =
        database.throughput() != null
            ? null
            : Throughput.manual(directory.administration().limits().throughputMin());
    return OfferHeaders.throughput(request).orElse(least);
  }

  public Answer read(SqlRequest request, ContainerAddress address) {
    ContainerHandle handle = directory.requireContainer(address);
    Container container = handle.container();
    Database database = directory.databaseOf(container);
    if (tag(container).isKnownTo(request)) {
      return Answer.empty(304).etag(tag(container)).owner(path(database), rid(database));
    }
    Json document = document(container);
    if (request.flag(Names.POPULATE_STATISTICS)) {
      document.put("statistics", usage.statistics(handle));
    }
    Answer answer = answer(200, database, container, document).charge(READ_CHARGE);
    addProgress(answer, handle);
    if (request.flag(Names.POPULATE_QUOTA)) {
      usage.addHeaders(answer, handle);
    }
    return answer;
  }

  public Answer replace(SqlRequest request, ContainerAddress address) {
    ContainerHandle handle = directory.requireContainer(address);
    Members body = Members.of(request.json());
    String name = handle.container().name();
    if (!body.requireText("id").equals(name)) {
      throw Refusals.invalid("The id in the body is not that of the container %s.".formatted(name));
    }
    Container container =
        directory
            .administration()
            .replaceContainer(
                handle,
                old -> {
                  if (!tag(old).passesIfMatch(request)) {
                    throw Refusals.precondition("container", name);
                  }
                  return ContainerBody.replace(body, old.definition());
                });
    Answer answer =
        answer(200, directory.databaseOf(container), container, document(container))
            .charge(WRITE_CHARGE);
    addProgress(answer, handle);
    return answer;
  }

  public Answer delete(SqlRequest request, ContainerAddress address) {
    ContainerHandle handle = directory.requireContainer(address);
    Container container = handle.container();
    Database database = directory.databaseOf(container);
    if (!tag(container).passesIfMatch(request)) {
      throw Refusals.precondition("container", container.name());
    }
    directory.administration().deleteContainer(database.name(), container.name());
    return Answer.empty(204).owner(path(database), rid(database)).charge(WRITE_CHARGE);
  }

  private void addProgress(Answer answer, ContainerHandle handle) {
    int percent = gateway.reindexPercent(handle);
    answer.header(Names.INDEX_PROGRESS, Integer.toString(percent));
  }

  private static Answer answer(int status, Database database, Container container, Json document) {
    return Answer.json(status, document.build())
        .etag(tag(container))
        .owner(path(database), rid(database));
  }

  private static String path(Database database) {
    return "dbs/" + database.name();
  }

  private static Rid rid(Database database) {
    return Rid.database(database.number());
  }

  private static EntityTag tag(Container container) {
    return EntityTag.of(container.number(), container.revision(), container.timeMillis());
  }

  private static Json document(Container container) {
    Rid rid = Directory.rid(container);
    Json document = Json.object().put("id", container.name());
    ContainerBody.of(container.definition()).shown().properties().forEach(document::put);
    return document
        .put("_rid", rid.toString())
        .put("_ts", container.timeMillis() / 1000)
        .put("_self", "dbs/" + Rid.database(container.database()) + "/colls/" + rid + "/")
        .put("_etag", tag(container).text())
        .put("_docs", "docs/")
        .put("_sprocs", "sprocs/")
        .put("_triggers", "triggers/")
        .put("_udfs", "udfs/")
        .put("_conflicts", "conflicts/");
  }
}
