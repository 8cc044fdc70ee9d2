// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.CollectionCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;

/// Answers what asks for databases and collections, or changes them.
final class CollectionAnswers {
  private final MongoCollections collections;

  CollectionAnswers(MongoCollections collections) {
    this.collections = collections;
  }

  void answer(CollectionCommand command, BsonBuilder reply) {
    switch (command) {
      case CollectionCommand.Create(Namespace namespace) -> create(namespace);
      case CollectionCommand.Drop(Namespace namespace) -> drop(namespace, reply);
      case CollectionCommand.DropDatabase(String database) -> {
        if (collections.dropDatabase(database)) {
          reply.put("dropped", database);
        }
      }
      case CollectionCommand.ListDatabases list -> listDatabases(list, reply);
      case CollectionCommand.ListCollections list -> listCollections(list, reply);
      case CollectionCommand.ListIndexes(Namespace namespace) -> listIndexes(namespace, reply);
    }
  }

  private void create(Namespace namespace) {
    try {
      collections.create(namespace);
    } catch (OrreryException failure) {
      throw failure.code() == ErrorCode.CONFLICT
          ? new MongoFailure(
              MongoError.NAMESPACE_EXISTS, "Collection %s already exists.".formatted(namespace))
          : failure;
    }
  }

  /// What is not there is dropped already.
  private void drop(Namespace namespace, BsonBuilder reply) {
    if (collections.drop(namespace)) {
      reply.put("ns", namespace.toString()).put("nIndexesWas", 1);
    }
  }

  private void listDatabases(CollectionCommand.ListDatabases list, BsonBuilder reply) {
    Filter filter = FilterReader.read(list.filter());
    long total = 0;
    reply.beginArray("databases");
    for (String name : collections.databases()) {
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
      Value.Document document = collection(name, list.nameOnly());
      if (Matching.matches(filter, document)) {
        reply.add(document);
      }
    }
    reply.end().put("id", 0L).put("ns", list.database() + ".$cmd.listCollections").end();
  }

  private static Value.Document collection(String name, boolean nameOnly) {
    LinkedHashMap<String, Value> entry = new LinkedHashMap<>();
    entry.put("name", new Value.Text(name));
    entry.put("type", new Value.Text("collection"));
    if (!nameOnly) {
      LinkedHashMap<String, Value> info = new LinkedHashMap<>();
      info.put("readOnly", Value.Bool.FALSE);
      entry.put("options", new Value.Document(new LinkedHashMap<>()));
      entry.put("info", new Value.Document(info));
      entry.put("idIndex", idIndex());
    }
    return new Value.Document(entry);
  }

  private static Value.Document idIndex() {
    LinkedHashMap<String, Value> key = new LinkedHashMap<>();
    key.put("_id", new Value.Int32(1));
    LinkedHashMap<String, Value> index = new LinkedHashMap<>();
    index.put("v", new Value.Int32(2));
    index.put("key", new Value.Document(key));
    index.put("name", new Value.Text("_id_"));
    return new Value.Document(index);
  }

  private void listIndexes(Namespace namespace, BsonBuilder reply) {
    if (collections.find(namespace).isEmpty()) {
      throw new MongoFailure(MongoError.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace);
    }
    reply
        .beginDocument("cursor")
        .beginArray("firstBatch")
        .add(idIndex())
        .end()
        .put("id", 0L)
        .put("ns", namespace.toString())
        .end();
  }
}
