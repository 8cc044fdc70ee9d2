// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.aggregate.ViewPipelines;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.IndexCommand;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.index.IndexDefinitions;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.api.mongo.index.IndexSpecReader;
import io.orrery.api.mongo.validate.Validator;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.List;

/// Answers what makes, changes and drops indexes.
final class DeclaredIndexAnswers {
  private final MongoCollections collections;
  private final IndexDefinitions definitions;
  private final Duration patience;

  DeclaredIndexAnswers(
      MongoCollections collections, IndexDefinitions definitions, Duration patience) {
    this.collections = collections;
    this.definitions = definitions;
    this.patience = patience;
  }

  void answer(IndexCommand command, BsonBuilder reply) {
    switch (command) {
      case IndexCommand.CreateIndexes(Namespace namespace, List<Value.Document> indexes) ->
          create(
              namespace,
              indexes.stream()
                  .map(each -> IndexSpecReader.read(each, collections.collation(namespace)))
                  .toList(),
              reply);
      case IndexCommand.DropIndexes(Namespace namespace, Value which) ->
          reply.put("nIndexesWas", definitions.drop(namespace, which));
      case IndexCommand.Modify modify -> modify(modify, reply);
      case IndexCommand.ModifyView view -> {
        ViewPipelines.require(view.namespace().database(), view.pipeline(), view.variables());
        collections.definedViews().modify(view.namespace(), view.on(), view.pipeline());
      }
    }
  }

  private void create(Namespace namespace, List<IndexSpec> indexes, BsonBuilder reply) {
    boolean automatic = collections.find(namespace).isEmpty();
    var _ = collections.require(namespace);
    IndexDefinitions.Made made = definitions.create(namespace, indexes, patience);
    reply
        .put("numIndexesBefore", made.before())
        .put("numIndexesAfter", made.after())
        .put("createdCollectionAutomatically", automatic);
    if (made.before() == made.after()) {
      reply.put("note", "all indexes already exist");
    } else if (!made.complete()) {
      reply.put("note", "the index is completed in the background");
    }
  }

  private void modify(IndexCommand.Modify modify, BsonBuilder reply) {
    Validator.requireReadable(modify.options());
    collections.modify(modify.namespace(), modify.options());
    modify.index().ifPresent(index -> modify(modify.namespace(), index, reply));
  }

  private void modify(Namespace namespace, IndexCommand.ChangedIndex modify, BsonBuilder reply) {
    IndexSpec before =
        definitions.modify(namespace, modify.which(), modify.expireAfterSeconds(), modify.hidden());
    modify
        .expireAfterSeconds()
        .ifPresent(
            seconds -> {
              before
                  .expireAfterSeconds()
                  .ifPresent(old -> reply.put("expireAfterSeconds_old", old));
              reply.put("expireAfterSeconds_new", seconds);
            });
    modify
        .hidden()
        .ifPresent(hidden -> reply.put("hidden_old", before.hidden()).put("hidden_new", hidden));
  }
}
