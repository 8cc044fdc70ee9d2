// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.command.WriteCommand.UpdatePipeline;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `$merge`: each document goes into a collection, to the one with its `_id` or as a new one.
///
/// @param matched what happens where there is one: its name, or "pipeline"
/// @param missing what happens where there is none
/// @param let variables of the pipeline, computed of the new document
record MergeStage(
    Namespace into,
    String matched,
    String missing,
    List<Value.Document> pipeline,
    List<MongoExpression.Named> let)
    implements PipelineStage {
  private static final Set<String> OPTIONS =
      Set.of("into", "on", "let", "whenMatched", "whenNotMatched");

  static MergeStage read(Value value, StageReader reader) {
    Value.Document options =
        switch (value) {
          case Value.Text name -> StageExpansion.document("into", name);
          case Value.Document given -> given;
          case Value other ->
              throw MongoFailure.at(
                  51182,
                  "$merge requires a string or object argument, but found " + BsonType.name(other));
        };
    for (String option : options.properties().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw MongoFailure.at(
            40415, "BSON field '$merge.%s' is an unknown field.".formatted(option));
      }
    }
    requireId(options.property("on"));
    Value matched = options.property("whenMatched");
    List<Value.Document> pipeline =
        matched instanceof Value.Array(List<Value> stages) ? StageReader.stages(stages) : List.of();
    return new MergeStage(
        into(options.property("into"), reader.database()),
        matched instanceof Value.Array
            ? "pipeline"
            : choice(matched, "merge", Set.of("replace", "keepExisting", "merge", "fail")),
        choice(options.property("whenNotMatched"), "insert", Set.of("insert", "discard", "fail")),
        pipeline,
        let(options.property("let"), reader));
  }

  private static Namespace into(Value into, String database) {
    return switch (into) {
      case Value.Text(String name) -> new Namespace(database, name);
      case Value.Document both when both.property("coll") instanceof Value.Text(String name) ->
          new Namespace(both.property("db") instanceof Value.Text(String db) ? db : database, name);
      case Value other ->
          throw MongoFailure.at(
              51178,
              "$merge 'into' field  must be either a string or an object, but found "
                  + BsonType.name(other));
    };
  }

  /// Only `_id` is known to be unique by itself.
  private static void requireId(Value on) {
    boolean id =
        on == Value.Undefined.UNDEFINED
            || on.equals(new Value.Text("_id"))
            || on.equals(new Value.Array(List.of(new Value.Text("_id"))));
    if (!id) {
      throw MongoFailure.at(51183, "Cannot find index to verify that join fields will be unique");
    }
  }

  private static String choice(Value value, String otherwise, Set<String> known) {
    if (value == Value.Undefined.UNDEFINED) {
      return otherwise;
    }
    if (value instanceof Value.Text(String name) && known.contains(name)) {
      return name;
    }
    throw new MongoFailure(
        MongoError.BAD_VALUE, "Enumeration value for field '$merge' is not a valid value.");
  }

  private static List<MongoExpression.Named> let(Value let, StageReader reader) {
    List<MongoExpression.Named> named = new ArrayList<>();
    if (let instanceof Value.Document given) {
      given
          .properties()
          .forEach(
              (name, each) ->
                  named.add(new MongoExpression.Named(name, reader.expressions().read(each))));
    } else {
      named.add(
          new MongoExpression.Named("new", new MongoExpression.Path(Variables.ROOT, List.of())));
    }
    return named;
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(
        () -> {
          context.run().pipelines().writes().create(into);
          for (Value.Document each = input.next(); each != null; each = input.next()) {
            context.step();
            merge(each, context);
          }
          return DocumentStream.of(List.of());
        });
  }

  private void merge(Value.Document document, PipelineContext context) {
    PipelineWrites writes = context.run().pipelines().writes();
    boolean inserts =
        matched.equals("fail")
            || matched.equals("keepExisting")
            || !document.properties().containsKey("_id");
    if (inserts && missing.equals("insert")) {
      try {
        writes.insert(into, List.of(document), context.run());
      } catch (MongoFailure failure) {
        if (matched.equals("fail") || failure.error() != MongoError.DUPLICATE_KEY) {
          throw failure;
        }
      }
      return;
    }
    if (matched.equals("keepExisting")) {
      return;
    }
    Value.Document reply =
        writes.write(
            new WriteCommand.Update(
                into, List.of(change(document, context)), true, Optional.empty()),
            context.run().request());
    boolean found = BsonNumbers.findWhole(reply.property("n")).orElse(0L) > 0;
    if (!found && missing.equals("fail")) {
      throw MongoFailure.at(
          13113,
          "$merge could not find a matching document in the target collection for at least one"
              + " document in the source collection");
    }
  }

  private WriteCommand.Change change(Value.Document document, PipelineContext context) {
    Value.Document filter =
        StageExpansion.document("_id", StageExpansion.document("$eq", document.property("_id")));
    boolean upsert = missing.equals("insert");
    if (matched.equals("replace")) {
      return new WriteCommand.Change(
          filter,
          document,
          false,
          upsert,
          List.of(),
          Value.Undefined.UNDEFINED,
          Optional.empty(),
          context.run().bypass());
    }
    var update = new UpdatePipeline(stages(document), variables(document, context));
    return new WriteCommand.Change(
        filter,
        new Value.Document(new LinkedHashMap<>()),
        false,
        upsert,
        List.of(),
        Value.Undefined.UNDEFINED,
        Optional.of(update),
        context.run().bypass());
  }

  private List<Value.Document> stages(Value.Document document) {
    if (matched.equals("pipeline")) {
      return pipeline;
    }
    Value both =
        new Value.Array(
            List.of(new Value.Text("$$ROOT"), StageExpansion.document("$literal", document)));
    return List.of(
        StageExpansion.document("$replaceWith", StageExpansion.document("$mergeObjects", both)));
  }

  private CommandVariables variables(Value.Document document, PipelineContext context) {
    LinkedHashMap<String, Value> values = new LinkedHashMap<>();
    Variables here = context.variables().of(document);
    for (MongoExpression.Named each : let) {
      Value value = ExpressionEvaluator.evaluate(each.value(), here);
      values.put(each.name(), StageExpansion.document("$literal", GroupStage.present(value)));
    }
    Map<String, Value> all = context.variables().all();
    Value now = all.getOrDefault(Variables.NOW, Value.Null.NULL);
    return new CommandVariables(
        new Value.Document(values),
        now instanceof Value.DateTime date ? date : new Value.DateTime(0, 0),
        Optional.empty());
  }
}
