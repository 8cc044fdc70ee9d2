// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.FieldPaths;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.stage.UnwindPath;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// `$graphLookup`: with each document, those of a collection that can be reached from it, step by
/// step.
///
/// @param depthMax how many steps behind the first
/// @param depthField where the number of steps is written; empty if nowhere
/// @param restriction what documents on the way have to pass
record GraphLookupStage(
    Namespace from,
    List<String> as,
    MongoExpression startWith,
    List<String> connectFrom,
    String connectTo,
    long depthMax,
    Optional<List<String>> depthField,
    Optional<Value.Document> restriction)
    implements PipelineStage {
  private static final Set<String> OPTIONS =
      Set.of(
          "from",
          "as",
          "startWith",
          "connectFromField",
          "connectToField",
          "maxDepth",
          "depthField",
          "restrictSearchWithMatch");

  static GraphLookupStage read(Value value, StageReader reader) {
    if (!(value instanceof Value.Document options)) {
      throw MongoFailure.at(
          40327,
          "the $graphLookup stage specification must be an object, but found "
              + BsonType.name(value));
    }
    for (String option : options.properties().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw MongoFailure.at(40104, "Unknown argument to $graphLookup: " + option);
      }
    }
    boolean whole =
        Set.of("from", "as", "startWith", "connectFromField", "connectToField").stream()
            .allMatch(options.properties()::containsKey);
    if (!whole) {
      throw MongoFailure.at(
          40105,
          "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and"
              + " 'connectToField' to be specified.");
    }
    return new GraphLookupStage(
        new Namespace(reader.database(), text(options, "from")),
        FieldPaths.names(text(options, "as")),
        reader.expressions().read(options.property("startWith")),
        FieldPaths.names(text(options, "connectFromField")),
        text(options, "connectToField"),
        depth(options.property("maxDepth")),
        options.properties().containsKey("depthField")
            ? Optional.of(FieldPaths.names(text(options, "depthField")))
            : Optional.empty(),
        restriction(options.property("restrictSearchWithMatch")));
  }

  private static String text(Value.Document options, String name) {
    if (options.property(name) instanceof Value.Text(String text)) {
      return text;
    }
    throw MongoFailure.at(
        40103,
        "expected string as argument for %s, found: %s"
            .formatted(name, BsonType.name(options.property(name))));
  }

  private static long depth(Value value) {
    if (value == Value.Undefined.UNDEFINED) {
      return Long.MAX_VALUE;
    }
    if (!value.kind().isNumber()) {
      throw MongoFailure.at(
          40100, "maxDepth requires numeric argument, found type: " + BsonType.name(value));
    }
    long depth =
        BsonNumbers.findWhole(value)
            .orElseThrow(
                () -> MongoFailure.at(40102, "maxDepth could not be represented as a long long"));
    if (depth < 0) {
      throw MongoFailure.at(40101, "maxDepth requires a nonnegative argument, found: " + depth);
    }
    return depth;
  }

  private static Optional<Value.Document> restriction(Value value) {
    return switch (value) {
      case Value.Undefined _ -> Optional.empty();
      case Value.Document filter -> Optional.of(filter);
      case Value other ->
          throw MongoFailure.at(
              40185, "restrictSearchWithMatch must be an object, found " + BsonType.name(other));
    };
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return () -> {
      Value.Document document = input.next();
      if (document == null) {
        return null;
      }
      context.step();
      Value start = ExpressionEvaluator.evaluate(startWith, context.variables().of(document));
      return UnwindPath.with(document, as, 0, new Value.Array(reached(start, context)));
    };
  }

  /// Breadth first; a document is reached once, by the shortest way.
  private List<Value> reached(Value start, PipelineContext context) {
    TreeMap<Value, Value> found = new TreeMap<>(Comparisons::compare);
    List<Value> told = new ArrayList<>();
    TreeSet<Value> asked = new TreeSet<>(Comparisons::compare);
    TreeSet<Value> frontier = new TreeSet<>(Comparisons::compare);
    spread(start, frontier);
    for (long depth = 0; depth <= depthMax && !frontier.isEmpty(); depth++) {
      asked.addAll(frontier);
      TreeSet<Value> next = new TreeSet<>(Comparisons::compare);
      for (Value each : step(frontier, context)) {
        Value.Document document = (Value.Document) each;
        if (found.putIfAbsent(document.property("_id"), document) == null) {
          told.add(placed(document, depth));
          spread(ExpressionEvaluator.follow(document, connectFrom, 0), next);
        }
      }
      next.removeAll(asked);
      frontier = next;
    }
    return told;
  }

  private static void spread(Value value, TreeSet<Value> into) {
    switch (value) {
      case Value.Undefined _ -> {
        // Leads nowhere.
      }
      case Value.Array(List<Value> elements) -> into.addAll(elements);
      case Value other -> into.add(other);
    }
  }

  private Value placed(Value.Document document, long depth) {
    return depthField.isEmpty()
        ? document
        : UnwindPath.with(document, depthField.get(), 0, new Value.Int64(depth));
  }

  private List<Value> step(Set<Value> frontier, PipelineContext context) {
    Value in = StageExpansion.document("$in", new Value.Array(List.copyOf(frontier)));
    List<Value.Document> stages = new ArrayList<>();
    stages.add(StageExpansion.document("$match", StageExpansion.document(connectTo, in)));
    restriction.ifPresent(filter -> stages.add(StageExpansion.document("$match", filter)));
    return context.run().pipelines().collected("$graphLookup", Optional.of(from), stages, context);
  }
}
