// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.collection.DefinedView;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.command.KeyBounds;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Reads of views: each becomes a pipeline, which stands behind that of the view.
record ViewReads(MongoCollections collections, InstantSource clock) {
  private static final Value.Document NONE = new Value.Document(new LinkedHashMap<>());
  private static final long FIRST_BATCH = 101;

  /// Whether a command reads documents of a view.
  boolean isOne(ReadCommand command) {
    return switch (command) {
      case ReadCommand.Find _, ReadCommand.Count _, ReadCommand.Distinct _, ReadCommand.Explain _ ->
          collections.definedViews().find(command.namespace()).isPresent();
      case ReadCommand.GetMore _, ReadCommand.KillCursors _ -> false;
    };
  }

  /// @param aggregations answers pipelines
  void answer(
      ReadCommand command,
      BiConsumer<AggregateCommand, BsonBuilder> aggregations,
      BsonBuilder reply) {
    switch (command) {
      case ReadCommand.Find find -> aggregations.accept(pipeline(find), reply);
      case ReadCommand.Count(Namespace namespace, Selection selection) -> {
        List<Value.Document> stages = stages(selection);
        stages.add(stage("$count", new Value.Text("n")));
        Value.Document counted =
            first(pipeline(namespace, selection.filter(), stages), aggregations).orElse(NONE);
        Value n = counted.property("n");
        reply.put("n", n == Value.Undefined.UNDEFINED ? new Value.Int32(0) : n);
      }
      case ReadCommand.Distinct distinct -> {
        Value.Document found = first(pipeline(distinct), aggregations).orElse(NONE);
        reply.put(
            "values",
            found.property("values") instanceof Value.Array values
                ? values
                : new Value.Array(List.of()));
      }
      case ReadCommand.Explain _ ->
          throw new IllegalStateException("a view is explained by what it is made of");
      case ReadCommand.GetMore _, ReadCommand.KillCursors _ ->
          throw new IllegalStateException("a cursor is no view");
    }
  }

  /// How the documents are found that a view is made of: by what its pipeline, and then the
  /// command, leave over first.
  ReadCommand.Explain explained(ReadCommand.Explain explain) {
    DefinedView view =
        collections
            .definedViews()
            .resolve(explain.namespace())
            .followedBy(stages(explain.selection()));
    Value.Document filter =
        !view.pipeline().isEmpty()
                && view.pipeline().getFirst().property("$match") instanceof Value.Document first
            ? first
            : NONE;
    var selection = new Selection(filter, NONE, 0, Long.MAX_VALUE, explain.selection().hint());
    return new ReadCommand.Explain(
        view.on(), selection, explain.above(), explain.verbosity(), explain.command());
  }

  private static Optional<Value.Document> first(
      AggregateCommand command, BiConsumer<AggregateCommand, BsonBuilder> aggregations) {
    BsonBuilder told = new BsonBuilder();
    aggregations.accept(command, told);
    return RawDocument.of(told.toByteArray()).toValue().property("cursor")
                instanceof Value.Document cursor
            && cursor.property("firstBatch") instanceof Value.Array(List<Value> batch)
            && !batch.isEmpty()
        ? Optional.of((Value.Document) batch.getFirst())
        : Optional.empty();
  }

  private AggregateCommand pipeline(ReadCommand.Find find) {
    if (KeyBounds.of(find.selection().filter()).isPresent()) {
      throw new MongoFailure(
          MongoError.INVALID_PIPELINE_OPERATOR, "min and max are not supported on a view");
    }
    List<Value.Document> stages = stages(find.selection());
    if (find.singleBatch()) {
      long count = find.batchSize().orElse(FIRST_BATCH);
      stages.add(stage("$limit", new Value.Int64(Math.max(1, count))));
    }
    if (!find.projection().properties().isEmpty()) {
      stages.add(stage("$project", find.projection()));
    }
    return pipeline(find.namespace(), find.selection().filter(), stages, find);
  }

  private static List<Value.Document> stages(Selection selection) {
    List<Value.Document> stages = new ArrayList<>();
    stages.add(stage("$match", CollatedFilters.told(selection.filter())));
    if (!selection.sort().properties().isEmpty()) {
      stages.add(stage("$sort", selection.sort()));
    }
    if (selection.skip() > 0) {
      stages.add(stage("$skip", new Value.Int64(selection.skip())));
    }
    if (selection.limit() < Long.MAX_VALUE) {
      stages.add(stage("$limit", new Value.Int64(selection.limit())));
    }
    return stages;
  }

  /// Arrays on the way to the values are taken apart, and one at the end.
  private AggregateCommand pipeline(ReadCommand.Distinct distinct) {
    List<Value.Document> stages = new ArrayList<>();
    stages.add(stage("$match", CollatedFilters.told(distinct.filter())));
    String path = distinct.path();
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      stages.add(unwound(path.substring(0, dot)));
    }
    stages.add(unwound(path));
    LinkedHashMap<String, Value> group = new LinkedHashMap<>();
    group.put("_id", Value.Null.NULL);
    group.put("values", stage("$addToSet", new Value.Text("$" + path)));
    stages.add(stage("$group", new Value.Document(group)));
    return pipeline(distinct.namespace(), distinct.filter(), stages);
  }

  private static Value.Document unwound(String path) {
    LinkedHashMap<String, Value> options = new LinkedHashMap<>();
    options.put("path", new Value.Text("$" + path));
    options.put("preserveNullAndEmptyArrays", Value.Bool.TRUE);
    return stage("$unwind", new Value.Document(options));
  }

  private static Value.Document stage(String name, Value value) {
    LinkedHashMap<String, Value> stage = new LinkedHashMap<>();
    stage.put(name, value);
    return new Value.Document(stage);
  }

  private AggregateCommand pipeline(
      Namespace view, Value.Document filter, List<Value.Document> stages) {
    return new AggregateCommand(
        view,
        stages,
        variables(filter),
        Optional.empty(),
        Value.Undefined.UNDEFINED,
        Value.Undefined.UNDEFINED,
        false);
  }

  private AggregateCommand pipeline(
      Namespace view, Value.Document filter, List<Value.Document> stages, ReadCommand.Find find) {
    return new AggregateCommand(
        view,
        stages,
        variables(filter),
        find.batchSize(),
        Value.Undefined.UNDEFINED,
        find.session(),
        false);
  }

  /// The client's own variables are in its expressions already.
  private CommandVariables variables(Value.Document filter) {
    Optional<Collation> collation =
        filter.properties().containsKey(CollatedFilters.NAME)
            ? Optional.of(CollatedFilters.of(filter))
            : Optional.empty();
    return new CommandVariables(NONE, new Value.DateTime(clock.millis(), 0), collation);
  }

  /// Fails with OPTION_NOT_SUPPORTED_ON_VIEW if texts are to compare otherwise than in the view.
  void requireCollation(AggregateCommand command) {
    Optional<Collation> wanted = command.variables().collation();
    if (wanted.isPresent()
        && !command.namespace().isOfDatabase()
        && collections.definedViews().find(command.namespace()).isPresent()
        && !wanted.get().equals(collections.collation(command.namespace()))) {
      throw new MongoFailure(
          MongoError.OPTION_NOT_SUPPORTED_ON_VIEW,
          "Cannot override a view's default collation: " + command.namespace());
    }
  }
}
