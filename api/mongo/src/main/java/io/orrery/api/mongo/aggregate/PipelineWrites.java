// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.write.DocumentWrites;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.RequestContext;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Writes what pipelines make, as commands of clients do.
final class PipelineWrites {
  /// MongoDB's number for a capped collection that a pipeline is to replace.
  private static final int CAPPED = 17_152;

  private final MongoCollections collections;
  private final DocumentWrites writes;

  PipelineWrites(MongoCollections collections, DocumentWrites writes) {
    this.collections = collections;
    this.writes = writes;
  }

  /// Carries out a write; its reply. A write error is a failure.
  Value.Document write(WriteCommand command, RequestContext context) {
    BsonBuilder reply = new BsonBuilder();
    try (var _ = collections.use(command.namespace())) {
      writes.answer(command, reply, context);
    }
    Value.Document told = RawDocument.of(reply.toByteArray()).toValue();
    if (told.property("writeErrors") instanceof Value.Array(List<Value> errors)
        && errors.getFirst() instanceof Value.Document error) {
      throw failure(error);
    }
    return told;
  }

  private static MongoFailure failure(Value.Document error) {
    LinkedHashMap<String, Value> details = new LinkedHashMap<>(error.properties());
    details.keySet().removeAll(Set.of("index", "code", "errmsg"));
    return MongoFailure.at(
        BsonNumbers.findWhole(error.property("code")).orElse(1L).intValue(),
        error.property("errmsg") instanceof Value.Text(String text) ? text : "",
        new Value.Document(details));
  }

  void insert(Namespace namespace, List<Value.Document> documents, PipelineRun run) {
    List<RawDocument> raw =
        documents.stream().map(each -> RawDocument.of(BsonBuilder.bytes(each))).toList();
    Value.Document _ =
        write(
            new WriteCommand.Insert(namespace, raw, true, Optional.empty(), run.bypass()),
            run.request());
  }

  void create(Namespace namespace) {
    if (collections.find(namespace).isEmpty()) {
      collections.create(namespace);
    }
  }

  /// An empty collection beside one that it will replace, and is like.
  void createBeside(Namespace namespace, Namespace replaced) {
    Optional<ContainerHandle> model = collections.find(replaced);
    if (model.flatMap(collections::capped).isPresent()) {
      throw MongoFailure.at(
          CAPPED,
          "namespace '%s' is capped so it can't be used for $out".formatted(replaced),
          new Value.Document(new LinkedHashMap<>()));
    }
    model.ifPresentOrElse(
        found -> collections.createLike(found, namespace), () -> collections.create(namespace));
  }

  /// Puts a collection in the place of another one, or where there is none.
  void replace(Namespace replaced, Namespace made) {
    collections.rename(made, replaced, true);
  }

  void drop(Namespace namespace) {
    boolean _ = collections.drop(namespace);
  }
}
