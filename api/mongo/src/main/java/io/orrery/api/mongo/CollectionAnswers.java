// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.aggregate.ViewPipelines;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.CollectionCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.index.IndexDefinitions;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.api.mongo.validate.Validator;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.Privilege.Deed;
import io.orrery.gateway.access.Rights;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Answers what asks for databases and collections, or changes them.
final class CollectionAnswers {
  private final MongoCollections collections;
  private final IndexDefinitions indexes;
  private final CappedCopies capped;

  CollectionAnswers(MongoCollections collections, IndexDefinitions indexes, CappedCopies capped) {
    this.collections = collections;
    this.indexes = indexes;
    this.capped = capped;
  }

  /// @param principal who asks, and sees the databases that it may see
  void answer(CollectionCommand command, Principal principal, BsonBuilder reply) {
    switch (command) {
      case CollectionCommand.Create(Namespace namespace, CollectionOptions options) ->
          create(namespace, options);
      case CollectionCommand.CreateView view -> createView(view);
      case CollectionCommand.Drop(Namespace namespace) -> drop(namespace, reply);
      case CollectionCommand.Rename(Namespace namespace, Namespace wanted, boolean replaces) ->
          collections.rename(namespace, wanted, replaces);
      case CollectionCommand.ConvertToCapped(Namespace namespace, CollectionOptions size) ->
          capped.convert(namespace, size);
      case CollectionCommand.DropDatabase(String database) -> {
        if (collections.dropDatabase(database)) {
          reply.put("dropped", database);
        }
      }
      case CollectionCommand.ListDatabases list -> listDatabases(list, principal, reply);
      case CollectionCommand.ListCollections list -> listCollections(list, reply);
      case CollectionCommand.ListIndexes(Namespace namespace) -> listIndexes(namespace, reply);
    }
  }

  private void create(Namespace namespace, CollectionOptions options) {
    Validator.requireReadable(options);
    createNew(namespace, options);
  }

  private void createView(CollectionCommand.CreateView view) {
    ViewPipelines.require(view.namespace().database(), view.pipeline(), view.variables());
    collections.definedViews().requireNoCycle(view.namespace(), view.on());
    createNew(view.namespace(), view.options().asView(view.on().collection(), view.pipeline()));
  }

  private void createNew(Namespace namespace, CollectionOptions options) {
    try {
      collections.create(namespace, options);
    } catch (OrreryException failure) {
      throw failure.code() == ErrorCode.CONFLICT
          ? new MongoFailure(
              MongoError.NAMESPACE_EXISTS, "Collection %s already exists.".formatted(namespace))
          : failure;
    }
  }

  /// What is not there is dropped already.
  private void drop(Namespace namespace, BsonBuilder reply) {
    if (collections.definedViews().find(namespace).isPresent()) {
      boolean _ = collections.drop(namespace);
      reply.put("ns", namespace.toString());
      return;
    }
    int count = collections.find(namespace).isEmpty() ? 0 : indexes.of(namespace).listed().size();
    if (collections.drop(namespace)) {
      reply.put("ns", namespace.toString()).put("nIndexesWas", count);
    }
  }

  private void listDatabases(
      CollectionCommand.ListDatabases list, Principal principal, BsonBuilder reply) {
    Filter filter = FilterReader.read(list.filter());
    long total = 0;
    reply.beginArray("databases");
    for (String name : collections.databases()) {
      if (!Rights.allow(
          principal, new Action.UseDatabase(Deed.SEE_DEFINITIONS, Optional.of(name)))) {
        continue;
      }
      LinkedHashMap<String, Value> entry = new LinkedHashMap<>();
      entry.put("name", new Value.Text(name));
      if (!list.nameOnly()) {
        long bytes = collections.bytes(name);
        total += bytes;
        entry.put("sizeOnDisk", new Value.Int64(bytes));
        entry.put("empty", Value.Bool.FALSE);
      }
      Value.Document document = new Value.Document(entry);
      if (Matching.matches(filter, document)) {
        reply.add(document);
      }
    }
    reply.end();
    if (!list.nameOnly()) {
      reply.put("totalSize", total).put("totalSizeMb", total >> 20);
    }
  }

  private void listCollections(CollectionCommand.ListCollections list, BsonBuilder reply) {
    Filter filter = FilterReader.read(list.filter());
    reply.beginDocument("cursor").beginArray("firstBatch");
    for (String name : collections.collections(list.database())) {
      addTo(reply, filter, collection(new Namespace(list.database(), name), list.nameOnly()));
    }
    for (String name : collections.views(list.database())) {
      addTo(reply, filter, view(new Namespace(list.database(), name), list.nameOnly()));
    }
    reply.end().put("id", 0L).put("ns", list.database() + ".$cmd.listCollections").end();
  }

  private static void addTo(BsonBuilder reply, Filter filter, Value.Document document) {
    if (Matching.matches(filter, document)) {
      reply.add(document);
    }
  }

  private Value.Document view(Namespace namespace, boolean nameOnly) {
    LinkedHashMap<String, Value> entry = new LinkedHashMap<>();
    entry.put("name", new Value.Text(namespace.collection()));
    entry.put("type", new Value.Text("view"));
    if (!nameOnly) {
      LinkedHashMap<String, Value> info = new LinkedHashMap<>();
      info.put("readOnly", Value.Bool.TRUE);
      entry.put("options", collections.options(namespace).values());
      entry.put("info", new Value.Document(info));
    }
    return new Value.Document(entry);
  }

  private Value.Document collection(Namespace namespace, boolean nameOnly) {
    LinkedHashMap<String, Value> entry = new LinkedHashMap<>();
    entry.put("name", new Value.Text(namespace.collection()));
    entry.put("type", new Value.Text("collection"));
    if (!nameOnly) {
      LinkedHashMap<String, Value> info = new LinkedHashMap<>();
      info.put("readOnly", Value.Bool.FALSE);
      entry.put("options", collections.options(namespace).values());
      entry.put("info", new Value.Document(info));
      if (collections.options(namespace).clustered().isEmpty()) {
        entry.put("idIndex", indexes.of(namespace).listed().getFirst().toDocument());
      }
    }
    return new Value.Document(entry);
  }

  private void listIndexes(Namespace namespace, BsonBuilder reply) {
    List<IndexSpec> specs = indexes.of(namespace).listed();
    reply.beginDocument("cursor").beginArray("firstBatch");
    Optional<Value.Document> clustered = collections.options(namespace).clustered();
    clustered.ifPresent(index -> reply.add(told(index)));
    specs.stream()
        .skip(clustered.isPresent() ? 1 : 0)
        .forEach(spec -> reply.add(spec.toDocument()));
    reply.end().put("id", 0L).put("ns", namespace.toString()).end();
  }

  /// The index that documents lie in.
  private static Value.Document told(Value.Document clustered) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(clustered.properties());
    fields.put("clustered", Value.Bool.TRUE);
    return new Value.Document(fields);
  }
}
