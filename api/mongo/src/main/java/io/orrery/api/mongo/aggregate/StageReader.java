// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.api.mongo.text.TextSpec;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads pipelines, stage by stage. What there is no stage of is refused by its name.
final class StageReader {
  private static final int STAGES_MAX = 1000;

  /// Stages that bring documents, or take them away, and have their places in a pipeline.
  private static final Set<String> FIRST =
      Set.of("$documents", "$collStats", "$indexStats", "$changeStream", "$geoNear");

  static final Set<String> LAST = Set.of("$out", "$merge");

  private static final Set<String> NOT_SUPPORTED =
      Set.of(
          "$changeStream",
          "$changeStreamSplitLargeEvent",
          "$collStats",
          "$currentOp",
          "$geoNear",
          "$indexStats",
          "$listLocalSessions",
          "$listSearchIndexes",
          "$listSessions",
          "$planCacheStats",
          "$search",
          "$searchMeta",
          "$shardedDataDistribution",
          "$vectorSearch");

  /// Stages with an order or an equality of their own, which knows no languages.
  private static final Set<String> NOT_COLLATED =
      Set.of("$bucketAuto", "$setWindowFields", "$graphLookup");

  private final String database;
  private final Variables variables;
  private final ExpressionReader expressions;
  private final RowStages rows;

  /// @param variables what may stand in expressions
  StageReader(String database, Variables variables) {
    this.database = database;
    this.variables = variables;
    this.expressions = ExpressionReader.of(variables);
    this.rows = new RowStages(variables);
  }

  String database() {
    return database;
  }

  ExpressionReader expressions() {
    return expressions;
  }

  /// The stages of an argument that may not be there.
  static List<Value.Document> stages(Value.Document options, String name) {
    return switch (options.property(name)) {
      case Value.Undefined _ -> List.of();
      case Value.Array(List<Value> stages) -> stages(stages);
      case Value other ->
          throw new MongoFailure(
              MongoError.TYPE_MISMATCH,
              "'%s' option must be specified as an array, found %s"
                  .formatted(name, BsonType.name(other)));
    };
  }

  static List<Value.Document> stages(List<Value> stages) {
    if (stages.size() > STAGES_MAX) {
      throw MongoFailure.at(
          7749501, "Pipeline length must be no longer than %d stages".formatted(STAGES_MAX));
    }
    List<Value.Document> all = new ArrayList<>();
    for (Value stage : stages) {
      if (!(stage instanceof Value.Document document)) {
        throw new MongoFailure(
            MongoError.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      all.add(document);
    }
    return all;
  }

  /// Reads the stages of a pipeline inside this one, for what is wrong with them.
  void validate(List<Value.Document> stages, List<MongoExpression.Named> let) {
    Variables inner = variables;
    for (MongoExpression.Named each : let) {
      inner = inner.with(each.name(), Value.Null.NULL);
    }
    for (Value.Document stage : stages) {
      String name = RowStages.only(stage).getKey();
      if (LAST.contains(name)) {
        throw MongoFailure.at(51047, name + " is not allowed within a pipeline of another stage");
      }
    }
    List<PipelineStage> _ = new StageReader(database, inner).readAll(stages);
  }

  /// Reads stages, what is short for others written out.
  List<PipelineStage> readAll(List<Value.Document> stages) {
    List<Value.Document> all = StageExpansion.expand(stages);
    List<PipelineStage> read = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Map.Entry<String, Value> only = RowStages.only(all.get(i));
      requirePlace(only.getKey(), i, all.size());
      read.add(read(only.getKey(), only.getValue(), all, i));
    }
    return read;
  }

  private static void requirePlace(String name, int at, int size) {
    if (FIRST.contains(name) && at > 0) {
      throw MongoFailure.at(40602, name + " is only valid as the first stage in a pipeline.");
    }
    if (LAST.contains(name) && at < size - 1) {
      throw MongoFailure.at(40601, name + " can only be the final stage in the pipeline");
    }
  }

  private PipelineStage read(String name, Value value, List<Value.Document> all, int at) {
    if (RowStages.isRowStage(name)) {
      return PipelineStage.of(rows.read(name, value));
    }
    if (!variables.collation().isSimple() && NOT_COLLATED.contains(name)) {
      throw MongoFailure.notSupported("The stage " + name + " under a collation");
    }
    return switch (name) {
      case "$group" -> new GroupStage(GroupSpec.read(value, variables));
      case "$sort" -> new SortStage(order(value, variables.collation()), limitBehind(all, at));
      case "$limit" -> WindowStages.limit(WindowStages.limited(value));
      case "$skip" -> WindowStages.skip(WindowStages.skipped(value));
      case "$sample" -> WindowStages.sample(WindowStages.sampled(value));
      case "$bucketAuto" -> BucketAutoStage.read(value, variables);
      case "$facet" -> FacetStage.read(value, this);
      case "$lookup" -> LookupStage.read(value, this);
      case "$graphLookup" -> GraphLookupStage.read(value, this);
      case "$unionWith" -> UnionStage.read(value, this);
      case "$setWindowFields" -> WindowFieldsStage.read(value, variables);
      case "$densify" -> DensifyStage.read(value);
      case "$out" -> OutStage.read(value, database);
      case "$merge" -> MergeStage.read(value, this);
      case "$documents" -> SourceStages.documents(expressions.read(value));
      default ->
          throw name.equals("$listSearchIndexes")
              ? MongoFailure.notSupported("The stage $listSearchIndexes, there with Atlas only,")
              : NOT_SUPPORTED.contains(name)
                  ? MongoFailure.notSupported("The stage " + name)
                  : RowStages.unrecognized(name);
    };
  }

  /// How many documents are wanted of a sort, if the next stage says so.
  private static long limitBehind(List<Value.Document> all, int at) {
    if (at + 1 < all.size()) {
      Map.Entry<String, Value> next = RowStages.only(all.get(at + 1));
      if (next.getKey().equals("$limit")) {
        return WindowStages.limited(next.getValue());
      }
    }
    return Long.MAX_VALUE;
  }

  static SortOrder order(Value value, Collation collation) {
    Value.Document sort =
        RowStages.object(value, 15973, "the $sort key specification must be an object");
    if (sort.properties().isEmpty()) {
      throw MongoFailure.at(15976, "$sort stage must have at least one sort key");
    }
    for (Value direction : sort.properties().values()) {
      if (direction instanceof Value.Document computed
          && computed.properties().containsKey(TextSpec.NAME)) {
        continue;
      }
      if (direction instanceof Value.Document) {
        throw MongoFailure.notSupported("A sort by an expression such as $meta");
      }
      if (!direction.kind().isNumber()) {
        throw MongoFailure.at(
            15974, "$sort key ordering must be specified using a number or {$meta: 'textScore'}");
      }
      long sign = BsonNumbers.findWhole(direction).orElse(0L);
      if (sign != 1 && sign != -1) {
        throw MongoFailure.at(
            15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
      }
    }
    return SortOrder.read(sort, collation);
  }
}
