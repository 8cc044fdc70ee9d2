// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stage;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is left of a document once an expression has decided about it, and perhaps about the
/// documents in it.
final class Redaction {
  static final String DESCEND = "DESCEND";
  static final String PRUNE = "PRUNE";
  static final String KEEP = "KEEP";

  private Redaction() {}

  /// The variables by which a decision is told.
  static Variables decisions(Variables variables) {
    return variables
        .with(DESCEND, new Value.Text("descend"))
        .with(PRUNE, new Value.Text("prune"))
        .with(KEEP, new Value.Text("keep"));
  }

  /// Undefined if nothing is left.
  static Value of(MongoExpression decision, Value.Document document, Variables variables) {
    Variables here = decisions(variables).with(Variables.CURRENT, document);
    Value decided = ExpressionEvaluator.evaluate(decision, here);
    String text = decided instanceof Value.Text(String word) ? word : "";
    return switch (text) {
      case "keep" -> document;
      case "prune" -> Value.Undefined.UNDEFINED;
      case "descend" -> {
        LinkedHashMap<String, Value> left = new LinkedHashMap<>();
        for (Map.Entry<String, Value> field : document.properties().entrySet()) {
          Value value = inside(decision, field.getValue(), variables);
          if (value != Value.Undefined.UNDEFINED) {
            left.put(field.getKey(), value);
          }
        }
        yield new Value.Document(left);
      }
      default ->
          throw MongoFailure.at(
              17053,
              "$redact's expression should not return anything aside from the variables $$KEEP,"
                  + " $$DESCEND, and $$PRUNE");
    };
  }

  private static Value inside(MongoExpression decision, Value value, Variables variables) {
    return switch (value) {
      case Value.Document document -> of(decision, document, variables);
      case Value.Array(List<Value> elements) -> {
        List<Value> left = new ArrayList<>();
        for (Value element : elements) {
          Value each = inside(decision, element, variables);
          if (each != Value.Undefined.UNDEFINED) {
            left.add(each);
          }
        }
        yield new Value.Array(left);
      }
      case Value other -> other;
    };
  }
}
