// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.Projection;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The stages behind `$changeStream`, which look at one event at a time.
final class StreamStages {
  private final List<Function<Value.Document, Optional<Value.Document>>> stages = new ArrayList<>();

  private StreamStages() {}

  static StreamStages read(List<Value.Document> given) {
    StreamStages all = new StreamStages();
    for (Value.Document stage : given) {
      Map.Entry<String, Value> only = stage.properties().firstEntry();
      all.stages.add(stage(only.getKey(), only.getValue()));
    }
    return all;
  }

  private static Function<Value.Document, Optional<Value.Document>> stage(
      String name, Value argument) {
    if (name.equals("$match") && argument instanceof Value.Document filter) {
      Filter read = FilterReader.read(filter);
      return event -> Matching.matches(read, event) ? Optional.of(event) : Optional.empty();
    }
    if (name.equals("$project") && argument instanceof Value.Document fields) {
      Filter any = FilterReader.read(new Value.Document(new LinkedHashMap<>()));
      Projection projection = Projection.read(fields, any, Collation.SIMPLE);
      return event -> Optional.of(projection.apply(event));
    }
    throw MongoFailure.notSupported("The stage %s behind $changeStream".formatted(name));
  }

  /// What is left of an event; empty if it is left out.
  Optional<Value.Document> apply(Value.Document event) {
    Optional<Value.Document> result = Optional.of(event);
    for (var stage : stages) {
      result = result.flatMap(stage);
    }
    result.ifPresent(
        left -> {
          if (!left.property("_id").equals(event.property("_id"))) {
            throw new MongoFailure(
                MongoError.CHANGE_STREAM_FATAL_ERROR,
                "Encountered an event whose _id field, which contains the resume token, was"
                    + " modified by the pipeline.");
          }
        });
    return result;
  }
}
