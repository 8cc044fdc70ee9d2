// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.stage.RowStage;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The stages behind `$changeStream`, which look at one event at a time.
record StreamStages(List<RowStage> stages, Variables variables) {
  /// Those that MongoDB has there.
  private static final Set<String> ALLOWED =
      Set.of(
          "$match",
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$replaceRoot",
          "$replaceWith",
          "$redact");

  private static final Set<String> NOT_SUPPORTED = Set.of("$changeStreamSplitLargeEvent");

  static StreamStages read(List<Value.Document> given, Variables variables) {
    RowStages reader = new RowStages(variables);
    List<RowStage> stages = new ArrayList<>();
    for (Value.Document stage : given) {
      Map.Entry<String, Value> only = RowStages.only(stage);
      String name = only.getKey();
      if (NOT_SUPPORTED.contains(name)) {
        throw MongoFailure.notSupported("The stage " + name);
      }
      if (!ALLOWED.contains(name)) {
        throw RowStages.isStage(name)
            ? new MongoFailure(
                MongoError.ILLEGAL_OPERATION,
                "%s is not permitted in a $changeStream pipeline".formatted(name))
            : RowStages.unrecognized(name);
      }
      stages.add(reader.read(name, only.getValue()));
    }
    return new StreamStages(List.copyOf(stages), variables);
  }

  /// What is left of an event; empty if it is left out.
  Optional<Value.Document> apply(Value.Document event) {
    List<Value.Document> left = new ArrayList<>();
    boolean _ = RowStage.all(stages, 0, event, variables, left::add);
    for (Value.Document each : left) {
      if (!each.property("_id").equals(event.property("_id"))) {
        throw new MongoFailure(
            MongoError.CHANGE_STREAM_FATAL_ERROR,
            "Encountered an event whose _id field, which contains the resume token, was"
                + " modified by the pipeline.");
      }
    }
    return left.stream().findFirst();
  }
}
