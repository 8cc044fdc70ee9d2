// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `$facet`: one document with what several pipelines make of the same documents.
record FacetStage(LinkedHashMap<String, List<PipelineStage>> facets) implements PipelineStage {
  private static final Set<String> NOT_WITHIN =
      Set.of(
          "$collStats",
          "$facet",
          "$geoNear",
          "$indexStats",
          "$out",
          "$merge",
          "$changeStream",
          "$documents",
          "$planCacheStats");

  static FacetStage read(Value value, StageReader reader) {
    if (!(value instanceof Value.Document facets) || facets.properties().isEmpty()) {
      throw MongoFailure.at(40169, "the $facet specification must be a non-empty object");
    }
    LinkedHashMap<String, List<PipelineStage>> read = new LinkedHashMap<>();
    for (Map.Entry<String, Value> facet : facets.properties().entrySet()) {
      if (!(facet.getValue() instanceof Value.Array(List<Value> stages))) {
        throw MongoFailure.at(
            40170,
            "arguments to $facet must be arrays, %s is type %s"
                .formatted(facet.getKey(), BsonType.name(facet.getValue())));
      }
      for (Value stage : stages) {
        String name = RowStages.only(stage).getKey();
        if (NOT_WITHIN.contains(name)) {
          throw MongoFailure.at(40600, name + " is not allowed to be used within a $facet stage");
        }
      }
      read.put(facet.getKey(), reader.readAll(StageReader.stages(stages)));
    }
    return new FacetStage(read);
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(
        () -> {
          List<Value.Document> all = new ArrayList<>();
          for (Value.Document each = input.next(); each != null; each = input.next()) {
            context.step();
            context.keep("$facet", each);
            all.add(each);
          }
          LinkedHashMap<String, Value> told = new LinkedHashMap<>();
          facets.forEach(
              (name, stages) -> told.put(name, array(DocumentStream.of(all), stages, context)));
          return DocumentStream.of(List.of(new Value.Document(told)));
        });
  }

  private static Value array(
      DocumentStream input, List<PipelineStage> stages, PipelineContext context) {
    List<Value> made = new ArrayList<>();
    DocumentStream output = Pipelines.chain(input, stages, context);
    for (Value.Document each = output.next(); each != null; each = output.next()) {
      context.keep("$facet", each);
      made.add(each);
    }
    return new Value.Array(made);
  }
}
