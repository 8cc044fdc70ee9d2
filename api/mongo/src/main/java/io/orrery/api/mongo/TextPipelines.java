// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.text.TextBinding;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/// Searches for words at the beginning of pipelines. How well a document meets one is computed of
/// the document, so it can be asked for until a stage makes another of it.
final class TextPipelines {
  private static final Set<String> SAME = Set.of("$match", "$sort", "$limit", "$skip", "$sample");
  private static final Set<String> SHAPING = Set.of("$project", "$addFields", "$set");

  private TextPipelines() {}

  static AggregateCommand in(
      AggregateCommand command,
      BiFunction<Namespace, Value.Document, Optional<TextBinding>> binding) {
    List<Value.Document> stages = command.pipeline();
    requireFirst(stages);
    if (stages.isEmpty()
        || !(stages.getFirst().property("$match") instanceof Value.Document filter)) {
      return command;
    }
    return binding
        .apply(command.namespace(), filter)
        .map(text -> with(command, bound(stages, filter, text)))
        .orElse(command);
  }

  private static void requireFirst(List<Value.Document> stages) {
    for (Value.Document stage : stages.subList(Math.min(1, stages.size()), stages.size())) {
      if (stage.property("$match") instanceof Value.Document filter
          && TextBinding.isSearch(filter)) {
        throw MongoFailure.at(
            17313, "$match with $text is only allowed as the first pipeline stage");
      }
    }
  }

  private static List<Value.Document> bound(
      List<Value.Document> stages, Value.Document filter, TextBinding text) {
    List<Value.Document> all = new ArrayList<>();
    all.add(stage("$match", text.filter(filter)));
    boolean same = true;
    for (Value.Document each : stages.subList(1, stages.size())) {
      Map.Entry<String, Value> only = each.properties().firstEntry();
      boolean scored =
          same
              && only.getValue() instanceof Value.Document
              && (only.getKey().equals("$sort") || SHAPING.contains(only.getKey()));
      all.add(scored ? stage(only.getKey(), text.scored((Value.Document) only.getValue())) : each);
      same &= SAME.contains(only.getKey());
    }
    return all;
  }

  private static Value.Document stage(String name, Value value) {
    LinkedHashMap<String, Value> stage = new LinkedHashMap<>();
    stage.put(name, value);
    return new Value.Document(stage);
  }

  private static AggregateCommand with(AggregateCommand command, List<Value.Document> stages) {
    return new AggregateCommand(
        command.namespace(),
        stages,
        command.variables(),
        command.batchSize(),
        command.hint(),
        command.session(),
        command.bypass());
  }
}
