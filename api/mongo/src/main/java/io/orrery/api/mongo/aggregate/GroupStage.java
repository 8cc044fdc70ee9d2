// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.plan.collation.CollationKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `$group` where the documents are: one group for each different key, in the order of keys.
record GroupStage(GroupSpec spec) implements PipelineStage {
  private static final long GROUP_BYTES = 128;

  /// @param key that of the first document in it
  private record Group(Value key, List<AccumulatorState> states) {}

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(() -> DocumentStream.of(groups(input, context)));
  }

  private List<Value.Document> groups(DocumentStream input, PipelineContext context) {
    Collation collation = context.variables().collation();
    Map<Value, Group> groups = new TreeMap<>(Comparisons::compare);
    for (Value.Document each = input.next(); each != null; each = input.next()) {
      context.step();
      Variables variables = context.variables().of(each);
      Value key = present(ExpressionEvaluator.evaluate(spec.key(), variables));
      Value standing = collation.isSimple() ? key : CollationKeys.of(collation).of(key);
      Group group = groups.get(standing);
      if (group == null) {
        context.keep("$group", GROUP_BYTES);
        context.keep("$group", key);
        group =
            new Group(
                key, spec.fields().values().stream().map(field -> field.start().get()).toList());
        groups.put(standing, group);
      }
      add(group.states(), variables, context);
    }
    List<Value.Document> told = new ArrayList<>();
    groups.values().forEach(group -> told.add(document(group.key(), group.states())));
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
