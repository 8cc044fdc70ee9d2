// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `$group` where the documents are: one group for each different key, in the order of keys.
record GroupStage(GroupSpec spec) implements PipelineStage {
  private static final long GROUP_BYTES = 128;

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(() -> DocumentStream.of(groups(input, context)));
  }

  private List<Value.Document> groups(DocumentStream input, PipelineContext context) {
    Map<Value, List<AccumulatorState>> groups = new TreeMap<>(Comparisons::compare);
    for (Value.Document each = input.next(); each != null; each = input.next()) {
      context.step();
      Variables variables = context.variables().of(each);
      Value key = present(ExpressionEvaluator.evaluate(spec.key(), variables));
      List<AccumulatorState> states = groups.get(key);
      if (states == null) {
        context.keep("$group", GROUP_BYTES);
        context.keep("$group", key);
        states = spec.fields().values().stream().map(field -> field.start().get()).toList();
        groups.put(key, states);
      }
      add(states, variables, context);
    }
    List<Value.Document> told = new ArrayList<>();
    groups.forEach((key, states) -> told.add(document(key, states)));
    return told;
  }

  private void add(List<AccumulatorState> states, Variables variables, PipelineContext context) {
    int at = 0;
    for (AccumulatorSpec field : spec.fields().values()) {
      long bytes = states.get(at++).add(ExpressionEvaluator.evaluate(field.argument(), variables));
      if (bytes > 0) {
        context.keep("$group", bytes);
      }
    }
  }

  static Value present(Value value) {
    return value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
  }

  private Value.Document document(Value key, List<AccumulatorState> states) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("_id", key);
    int at = 0;
    for (String name : spec.fields().keySet()) {
      fields.put(name, states.get(at++).result());
    }
    return new Value.Document(fields);
  }
}
