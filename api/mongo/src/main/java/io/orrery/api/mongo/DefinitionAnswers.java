// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.CosmosCommand;
import io.orrery.api.mongo.command.DefinitionCommand;
import io.orrery.api.mongo.command.IndexCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ShardingCommand;
import io.orrery.api.mongo.index.IndexDefinitions;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.api.mongo.index.IndexSpecReader;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Throughput;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Answers what lays collections out: shard keys and throughput.
final class DefinitionAnswers {
  /// What a collection gets that does not say, and shares no database's.
  private static final Throughput LEAST = Throughput.manual(400);

  private static final int AUTOSCALE_STEPS = 10;

  private final MongoCollections collections;
  private final Administration administration;
  private final IndexDefinitions indexDefinitions;
  private final DeclaredIndexAnswers indexes;

  DefinitionAnswers(
      MongoCollections collections,
      Administration administration,
      IndexDefinitions indexDefinitions,
      DeclaredIndexAnswers indexes) {
    this.indexDefinitions = indexDefinitions;
    this.collections = collections;
    this.administration = administration;
    this.indexes = indexes;
  }

  void answer(DefinitionCommand command, BsonBuilder reply) {
    switch (command) {
      case ShardingCommand.ShardCollection(Namespace namespace, String path) -> {
        collections.shard(namespace, path);
        reply
            .put("_t", "ShardCollectionResponse")
            .put("ok", 1.0)
            .put("collectionsharded", namespace.toString());
      }
      case ShardingCommand.EnableSharding _ -> {
        // There is nothing to enable.
      }
      case CosmosCommand each -> cosmos(each, reply);
      case IndexCommand each -> indexes.answer(each, reply);
    }
  }

  private void cosmos(CosmosCommand command, BsonBuilder reply) {
    switch (command) {
      case CosmosCommand.CreateDatabase(String name, Optional<Throughput> throughput) ->
          unlessThere(
              name,
              () -> {
                Database _ = administration.createDatabase(name, throughput.orElse(null));
              });
      case CosmosCommand.UpdateDatabase(String name, Optional<Throughput> throughput) -> {
        Database _ = administration.changeThroughput(name, require(throughput));
      }
      case CosmosCommand.GetDatabase(String name) -> describe(name, reply);
      case CosmosCommand.CreateCollection create -> create(create);
      case CosmosCommand.UpdateCollection update -> update(update);
      case CosmosCommand.GetCollection(Namespace namespace) -> describe(namespace, reply);
    }
  }

  private static Throughput require(Optional<Throughput> throughput) {
    return throughput.orElseThrow(
        () ->
            new MongoFailure(
                MongoError.BAD_VALUE, "Either offerThroughput or autoScaleSettings is needed"));
  }

  private static void unlessThere(Object name, Runnable creation) {
    try {
      creation.run();
    } catch (OrreryException failure) {
      throw failure.code() == ErrorCode.CONFLICT
          ? new MongoFailure(MongoError.NAMESPACE_EXISTS, "%s already exists.".formatted(name))
          : failure;
    }
  }

  private void update(CosmosCommand.UpdateCollection update) {
    Namespace namespace = update.namespace();
    ContainerHandle _ = require(namespace);
    if (update.throughput().isPresent() || update.indexes().isEmpty()) {
      var _ =
          administration.changeThroughput(
              namespace.database(), namespace.collection(), require(update.throughput()));
    }
    update
        .indexes()
        .ifPresent(
            given -> {
              List<IndexSpec> wanted = given.stream().map(each -> read(namespace, each)).toList();
              indexDefinitions.retain(namespace, wanted);
              if (!wanted.isEmpty()) {
                var _ = indexDefinitions.create(namespace, wanted, patience());
              }
            });
  }

  private IndexSpec read(Namespace namespace, Value.Document spec) {
    return IndexSpecReader.read(spec, collections.collation(namespace));
  }

  private Duration patience() {
    return Duration.ofMillis(administration.limits().requestMillis());
  }

  /// One that is not sharded cannot share its database's throughput, since it is in one place.
  private void create(CosmosCommand.CreateCollection create) {
    Database database = collections.requireDatabase(create.namespace().database());
    boolean shares = database.throughput() != null && create.shardKey().isPresent();
    Throughput throughput = create.throughput().orElse(shares ? null : LEAST);
    unlessThere(
        create.namespace(),
        () -> collections.create(create.namespace(), create.shardKey(), throughput));
    List<IndexSpec> wanted =
        create.indexes().orElse(List.of()).stream()
            .map(each -> read(create.namespace(), each))
            .toList();
    if (!wanted.isEmpty()) {
      var _ = indexDefinitions.create(create.namespace(), wanted, patience());
    }
  }

  private ContainerHandle require(Namespace namespace) {
    return collections
        .find(namespace)
        .orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace));
  }

  private void describe(String name, BsonBuilder reply) {
    Database database =
        administration
            .findDatabase(name)
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.NAMESPACE_NOT_FOUND, "database does not exist: " + name));
    reply.put("database", name);
    describe(database.throughput(), reply);
  }

  private void describe(Namespace namespace, BsonBuilder reply) {
    ContainerHandle collection = require(namespace);
    reply.put("database", namespace.database()).put("collection", namespace.collection());
    if (ShardKey.isSharded(collection)) {
      reply.beginDocument("shardKeyDefinition").put(ShardKey.path(collection), "hashed").end();
    }
    describe(collection.container().throughput(), reply);
  }

  private static void describe(@Nullable Throughput throughput, BsonBuilder reply) {
    if (throughput == null) {
      return;
    }
    if (throughput.autoscale()) {
      reply
          .put("provisionedThroughput", throughput.unitsPerSecond() / AUTOSCALE_STEPS)
          .beginDocument("autoScaleSettings")
          .put("maxThroughput", throughput.unitsPerSecond())
          .end();
    } else {
      reply.put("provisionedThroughput", throughput.unitsPerSecond());
    }
  }
}
