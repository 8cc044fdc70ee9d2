// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.collection.DefinedView;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes chains of documents of pipelines.
final class Pipelines {
  private static final DocumentStream NOTHING = () -> null;

  private final Queries queries;
  private final MongoCollections collections;
  private final DocumentReads reads;
  private final PipelineWrites writes;

  Pipelines(
      Gateway gateway, MongoCollections collections, DocumentReads reads, PipelineWrites writes) {
    this.writes = writes;
    this.queries = new Queries(gateway);
    this.collections = collections;
    this.reads = reads;
  }

  PipelineWrites writes() {
    return writes;
  }

  Queries queries() {
    return queries;
  }

  /// What a pipeline makes of a collection, which may not be there; of nothing, if the pipeline
  /// brings documents of its own.
  DocumentStream open(
      Optional<Namespace> collection, List<Value.Document> stages, PipelineContext context) {
    return open(collection, stages, Value.Undefined.UNDEFINED, context);
  }

  /// @param hint the index that the client wants; undefined if it leaves that to us
  DocumentStream open(
      Optional<Namespace> name, List<Value.Document> wanted, Value hint, PipelineContext context) {
    Optional<DefinedView> resolved = name.map(collections.definedViews()::resolve);
    Optional<Namespace> collection = resolved.map(DefinedView::on);
    List<Value.Document> given =
        resolved.map(each -> each.followedBy(wanted).pipeline()).orElse(wanted);
    if (GeoNearExpansion.isFirst(given) && collection.flatMap(collections::find).isEmpty()) {
      return NOTHING;
    }
    List<Value.Document> stages =
        GeoNearExpansion.isFirst(given)
            ? GeoNearExpansion.expand(
                given, reads.indexes(collection.flatMap(collections::find).orElseThrow()))
            : given;
    List<PipelineStage> read =
        new StageReader(context.database(), context.variables()).readAll(stages);
    List<Value.Document> all = StageExpansion.expand(stages);
    boolean ownSource =
        !all.isEmpty() && RowStages.only(all.getFirst()).getKey().equals("$documents");
    if (ownSource || collection.isEmpty()) {
      return chain(NOTHING, read, context);
    }
    PushDown push = PushDown.of(all, context.variables());
    FoundDocuments other = context.run().found();
    if (other != null) {
      return chain(DocumentStream.of(other.of(collection.get(), push.filter())), read, context);
    }
    Optional<ContainerHandle> found = collections.find(collection.get());
    if (found.isEmpty()) {
      return chain(NOTHING, read, context);
    }
    QueryRequest query = reads.query(found.get(), push.filter(), hint, push.code(), push::plan);
    DocumentStream source = new QueryDocuments(reads, found.get(), query, context.run());
    return chain(source, read.subList(push.pushed(), read.size()), context);
  }

  /// One stage behind the other.
  static DocumentStream chain(
      DocumentStream input, List<PipelineStage> stages, PipelineContext context) {
    DocumentStream documents = input;
    for (PipelineStage stage : stages) {
      documents = stage.over(documents, context);
    }
    return documents;
  }

  /// All that a pipeline makes, in memory.
  List<Value> collected(
      String stage,
      Optional<Namespace> collection,
      List<Value.Document> stages,
      PipelineContext context) {
    List<Value> all = new ArrayList<>();
    long bytes = 0;
    DocumentStream documents = open(collection, stages, context);
    for (Value.Document each = documents.next(); each != null; each = documents.next()) {
      long size = ValueSize.of(each);
      context.keep(stage, size);
      bytes += size;
      all.add(each);
    }
    // They go on in a document, which somebody else accounts for if it is kept.
    context.run().give(bytes);
    return all;
  }
}
