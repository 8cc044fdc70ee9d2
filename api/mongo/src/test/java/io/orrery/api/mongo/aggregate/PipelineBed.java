// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.CaseFile;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.read.MongoLanguage;
import io.orrery.api.mongo.read.OpenCursors;
import io.orrery.api.mongo.read.ReadPlanning;
import io.orrery.api.mongo.read.StoredDocuments;
import io.orrery.api.mongo.write.CappedCollections;
import io.orrery.api.mongo.write.DocumentWrites;
import io.orrery.api.mongo.write.Receipts;
import io.orrery.gateway.Gateway;
import io.orrery.model.Limits;
import io.orrery.model.container.Api;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Languages;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.LocalEngine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Pipelines without a wire: over documents in memory, or over an engine in this process.
final class PipelineBed implements AutoCloseable {
  static final String DATABASE = "pipelines";

  private final LocalEngine engine;
  private final Aggregations aggregations;

  PipelineBed() {
    this.engine =
        new LocalEngine(
            new MemoryStore(),
            LocalEngine.Options.unthrottled(Limits.DEFAULT),
            new Languages(List.of(new MongoLanguage(), new PipelineLanguage())));
    this.aggregations = aggregations(engine.gateway());
  }

  static Aggregations aggregations(Gateway gateway) {
    var collections = new MongoCollections(gateway);
    var reads =
        new DocumentReads(
            gateway,
            collections,
            new OpenCursors(InstantSource.system(), gateway.notes(Api.MONGO, 1)),
            new ReadPlanning());
    var writes =
        new DocumentWrites(
            collections,
            new Receipts(gateway),
            new StoredDocuments(gateway, reads),
            new CappedCollections(gateway, collections, reads),
            InstantSource.system());
    return new Aggregations(
        gateway, collections, reads, writes, gateway.notes(Api.MONGO, 2), InstantSource.system());
  }

  static AggregateCommand command(List<Value.Document> pipeline, long batchSize) {
    Value.DateTime now = new Value.DateTime(1_700_000_000_000L, 0);
    boolean own = !pipeline.isEmpty() && pipeline.getFirst().properties().containsKey("$documents");
    return new AggregateCommand(
        new Namespace(DATABASE, own ? "$cmd.aggregate" : "c"),
        pipeline,
        new CommandVariables(new Value.Document(new LinkedHashMap<>()), now, Optional.empty()),
        Optional.of(batchSize),
        Value.Undefined.UNDEFINED,
        Value.Undefined.UNDEFINED,
        false);
  }

  static List<Value.Document> documents(String json) {
    List<Value.Document> all = new ArrayList<>();
    if (CaseFile.document("{all: " + json + "}").property("all")
        instanceof Value.Array(List<Value> elements)) {
      elements.forEach(each -> all.add((Value.Document) each));
    }
    return all;
  }

  /// What a pipeline makes of documents, with nothing pushed down: a list of them, or lists by the
  /// names of their collections.
  List<Value.Document> inMemory(List<Value.Document> pipeline, Value collections) {
    return aggregations
        .collected(
            command(pipeline, 0),
            (namespace, _) -> collection(collections, namespace.collection()),
            engine.gateway().request(Duration.ofSeconds(30)))
        .stream()
        .map(bytes -> RawDocument.of(bytes).toValue())
        .toList();
  }

  private static List<Value.Document> collection(Value collections, String name) {
    Value found =
        collections instanceof Value.Document byName
            ? byName.property(name)
            : name.equals("c") ? collections : Value.Undefined.UNDEFINED;
    return found instanceof Value.Array(List<Value> elements)
        ? elements.stream().map(each -> (Value.Document) each).toList()
        : List.of();
  }

  /// What a pipeline makes of the documents of a stored collection, all at once.
  static List<Value.Document> stored(Gateway gateway, List<Value.Document> pipeline) {
    BsonBuilder reply = new BsonBuilder();
    aggregations(gateway)
        .answer(
            command(pipeline, Integer.MAX_VALUE), reply, gateway.request(Duration.ofSeconds(30)));
    Value.Document cursor =
        (Value.Document) RawDocument.of(reply.toByteArray()).toValue().property("cursor");
    return cursor.property("firstBatch") instanceof Value.Array(List<Value> elements)
        ? elements.stream().map(each -> (Value.Document) each).toList()
        : List.of();
  }

  @Override
  public void close() {
    engine.close();
  }
}
