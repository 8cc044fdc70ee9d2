// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `$unionWith`: the documents, and behind them those of another collection.
record UnionStage(Optional<Namespace> collection, List<Value.Document> pipeline)
    implements PipelineStage {
  private static final Set<String> OPTIONS = Set.of("coll", "pipeline");

  static UnionStage read(Value value, StageReader reader) {
    if (value instanceof Value.Text(String name)) {
      return new UnionStage(Optional.of(new Namespace(reader.database(), name)), List.of());
    }
    if (!(value instanceof Value.Document options)) {
      throw LookupStage.failed(
          "the $unionWith stage specification must be an object or string, but found "
              + BsonType.name(value));
    }
    for (String option : options.properties().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw LookupStage.failed("unknown argument to $unionWith: " + option);
      }
    }
    List<Value.Document> stages = StageReader.stages(options, "pipeline");
    Optional<String> name = LookupStage.text(options, "coll");
    boolean own = !stages.isEmpty() && stages.getFirst().properties().containsKey("$documents");
    if (name.isEmpty() && !own) {
      throw LookupStage.failed(
          "$unionWith stage without explicit collection must have a pipeline with $documents as"
              + " first stage");
    }
    reader.validate(stages, List.of());
    return new UnionStage(name.map(each -> new Namespace(reader.database(), each)), stages);
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return new DocumentStream() {
      private @Nullable DocumentStream second;

      @Override
      public Value.@Nullable Document next() {
        if (second == null) {
          Value.Document first = input.next();
          if (first != null) {
            return first;
          }
          second = context.run().pipelines().open(collection, pipeline, context);
        }
        return second.next();
      }
    };
  }
}
