// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.FieldPaths;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.api.mongo.stage.UnwindPath;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `$lookup`: with each document, those of another collection that belong to it, by equal fields,
/// by a pipeline, or by both.
///
/// @param collection empty if the pipeline brings documents of its own
/// @param let variables of the pipeline, computed of the document here
record LookupStage(
    Optional<Namespace> collection,
    List<String> as,
    Optional<Fields> fields,
    List<MongoExpression.Named> let,
    List<Value.Document> pipeline)
    implements PipelineStage {

  /// Which fields have to be equal.
  record Fields(List<String> local, String foreign) {}

  private static final Set<String> OPTIONS =
      Set.of("from", "as", "localField", "foreignField", "let", "pipeline");

  static LookupStage read(Value value, StageReader reader) {
    if (!(value instanceof Value.Document options)) {
      throw failed(
          "the $lookup stage specification must be an object, but found " + BsonType.name(value));
    }
    for (String option : options.properties().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw failed("unknown argument to $lookup: " + option);
      }
    }
    Optional<String> local = text(options, "localField");
    Optional<String> foreign = text(options, "foreignField");
    boolean piped = options.properties().containsKey("pipeline");
    if (local.isPresent() != foreign.isPresent()) {
      throw failed("$lookup requires both or neither of 'localField' and 'foreignField'");
    }
    if (local.isEmpty() && !piped) {
      throw failed(
          "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be"
              + " specified");
    }
    String as =
        text(options, "as").orElseThrow(() -> failed("must specify 'as' field for a $lookup"));
    List<Value.Document> stages = StageReader.stages(options, "pipeline");
    Optional<String> from = text(options, "from");
    boolean own = !stages.isEmpty() && stages.getFirst().properties().containsKey("$documents");
    if (from.isEmpty() && !own) {
      throw failed("must specify 'from' field for a $lookup");
    }
    List<MongoExpression.Named> let = let(options, reader.expressions());
    reader.validate(stages, let);
    return new LookupStage(
        from.map(name -> new Namespace(reader.database(), name)),
        FieldPaths.names(as),
        local.map(path -> new Fields(FieldPaths.names(path), foreign.orElseThrow())),
        let,
        stages);
  }

  static Optional<String> text(Value.Document options, String name) {
    return switch (options.property(name)) {
      case Value.Undefined _ -> Optional.empty();
      case Value.Text(String text) -> Optional.of(text);
      case Value other ->
          throw failed(
              "$lookup argument '%s' must be a string, is type %s"
                  .formatted(name, BsonType.name(other)));
    };
  }

  static MongoFailure failed(String message) {
    return new MongoFailure(MongoError.FAILED_TO_PARSE, message);
  }

  private static List<MongoExpression.Named> let(
      Value.Document options, ExpressionReader expressions) {
    List<MongoExpression.Named> let = new ArrayList<>();
    if (options.property("let") instanceof Value.Document named) {
      for (Map.Entry<String, Value> each : named.properties().entrySet()) {
        let.add(
            new MongoExpression.Named(
                FieldPaths.requireVariable(each.getKey()), expressions.read(each.getValue())));
      }
    } else if (options.properties().containsKey("let")) {
      throw failed("$lookup argument 'let' must be an object");
    }
    return let;
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return () -> {
      Value.Document document = input.next();
      if (document == null) {
        return null;
      }
      context.step();
      return UnwindPath.with(document, as, 0, new Value.Array(found(document, context)));
    };
  }

  private List<Value> found(Value.Document document, PipelineContext context) {
    List<Value.Document> stages = new ArrayList<>(pipeline);
    boolean own = !stages.isEmpty() && stages.getFirst().properties().containsKey("$documents");
    fields.ifPresent(each -> stages.add(own ? 1 : 0, matching(each, document)));
    Variables here = context.variables().of(document);
    Variables variables = context.variables();
    for (MongoExpression.Named each : let) {
      variables = variables.with(each.name(), ExpressionEvaluator.evaluate(each.value(), here));
    }
    return context
        .run()
        .pipelines()
        .collected("$lookup", collection, stages, context.with(variables));
  }

  /// What has no value here belongs to what has none there.
  private static Value.Document matching(Fields fields, Value.Document document) {
    Value local = ExpressionEvaluator.follow(document, fields.local(), 0);
    List<Value> values = new ArrayList<>();
    if (local instanceof Value.Array(List<Value> elements)) {
      values.addAll(elements);
      values.add(local);
    } else {
      values.add(Operands.isNullish(local) ? Value.Null.NULL : local);
    }
    Value test =
        StageExpansion.document(
            "$in",
            new Value.Array(
                values.stream()
                    .filter(each -> !(each instanceof Value.RegularExpression))
                    .toList()));
    return StageExpansion.document("$match", StageExpansion.document(fields.foreign(), test));
  }
}
