// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// DocumentStream that belong together, in order.
///
/// @param keys what they are ordered by
record WindowPartition(List<Value.Document> documents, List<Value> keys, PipelineContext context) {

  int size() {
    return documents.size();
  }

  /// What an expression is for each of them.
  List<Value> values(MongoExpression expression) {
    List<Value> values = new ArrayList<>();
    for (Value.Document each : documents) {
      values.add(ExpressionEvaluator.evaluate(expression, context.variables().of(each)));
    }
    return values;
  }

  /// Whether a document has the same place in the order as the one before.
  boolean isTied(int at) {
    return at > 0 && Comparisons.compare(keys.get(at - 1), keys.get(at)) == 0;
  }
}
