// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Stages that bring documents by themselves.
final class SourceStages {
  private SourceStages() {}

  /// `$documents`: those that stand in the pipeline.
  static PipelineStage documents(MongoExpression expression) {
    return (_, context) ->
        DocumentStream.later(
            () -> {
              Value value = ExpressionEvaluator.evaluate(expression, context.variables());
              if (!(value instanceof Value.Array(List<Value> elements))) {
                throw MongoFailure.at(
                    5858203, "an array is expected for $documents, found " + BsonType.name(value));
              }
              List<Value.Document> documents = new ArrayList<>();
              for (Value element : elements) {
                if (!(element instanceof Value.Document document)) {
                  throw MongoFailure.at(
                      40228,
                      "$documents array elements must be objects, found " + BsonType.name(element));
                }
                documents.add(document);
              }
              return DocumentStream.of(documents);
            });
  }
}
