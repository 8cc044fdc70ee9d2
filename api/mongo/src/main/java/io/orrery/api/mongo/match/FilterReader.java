// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.KeyBounds;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.api.mongo.schema.SchemaReader;
import io.orrery.api.mongo.text.TextSpec;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads filters: logical operators, fields and expressions. What is beyond them is refused by its
/// name.
public final class FilterReader {
  private static final Set<String> NOT_SUPPORTED = Set.of("$where", "$alwaysTrue", "$alwaysFalse");

  private final ExpressionReader expressions;
  private final Variables variables;

  /// @param expressions reads what stands behind `$expr`
  /// @param variables what these stand for there
  public FilterReader(ExpressionReader expressions, Variables variables) {
    this.expressions = expressions;
    this.variables = variables;
  }

  /// A filter without variables, with the collation that it brings.
  public static Filter read(Value.Document filter) {
    return collated(CollatedFilters.of(filter)).filter(filter);
  }

  static FilterReader collated(Collation collation) {
    Variables variables = Variables.NONE.collated(collation);
    return new FilterReader(ExpressionReader.of(variables), variables);
  }

  public Filter filter(Value.Document filter) {
    List<Filter> parts = new ArrayList<>();
    for (Map.Entry<String, Value> field : filter.properties().entrySet()) {
      String name = field.getKey();
      Value value = field.getValue();
      switch (name) {
        case "$and" -> parts.add(new Filter.And(parts(name, value)));
        case "$or" -> parts.add(new Filter.Or(parts(name, value)));
        case "$nor" -> parts.add(new Filter.Nor(parts(name, value)));
        case "$expr" -> parts.add(new Filter.Computed(expressions.read(value), variables));
        case "$sampleRate" -> parts.add(new Filter.Computed(sample(value), variables));
        case "$jsonSchema" -> parts.add(new Filter.Schema(SchemaReader.read(value)));
        case TextSpec.NAME -> parts.add(new Filter.Words(TextSpec.read(value)));
        case KeyBounds.NAME -> parts.add(new Filter.Keys(IndexSection.read(value)));
        case "$text" ->
            throw new MongoFailure(
                MongoError.INDEX_NOT_FOUND, "text index required for $text query");
        case "$comment", CollatedFilters.NAME -> {
          // For whoever reads logs, and read already.
        }
        default -> parts.add(field(name, value));
      }
    }
    return parts.size() == 1 ? parts.getFirst() : new Filter.And(parts);
  }

  /// So large a share of all documents, drawn by lot.
  private static MongoExpression sample(Value rate) {
    double share = rate.kind().isNumber() ? BsonNumbers.toDouble(rate) : -1;
    if (!(share >= 0 && share <= 1)) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "numeric argument to $sampleRate must be in [0, 1]");
    }
    return new MongoExpression.Call(
        values -> Value.Bool.of(Comparisons.compare(values[0], rate) < 0),
        List.of(new MongoExpression.Random()));
  }

  private Filter field(String name, Value condition) {
    if (name.startsWith("$")) {
      throw NOT_SUPPORTED.contains(name)
          ? MongoFailure.notSupported("The query operator " + name)
          : new MongoFailure(MongoError.BAD_VALUE, "unknown top level operator: " + name);
    }
    return new Filter.Field(DocumentPath.of(name), condition(condition));
  }

  private Test condition(Value condition) {
    TestReader tests = new TestReader(variables.collation());
    return TestReader.isOperators(condition)
        ? tests.operators((Value.Document) condition)
        : tests.equality(condition);
  }

  private List<Filter> parts(String operator, Value value) {
    if (!(value instanceof Value.Array(List<Value> elements)) || elements.isEmpty()) {
      throw new MongoFailure(MongoError.BAD_VALUE, operator + " must be a nonempty array");
    }
    List<Filter> parts = new ArrayList<>();
    for (Value element : elements) {
      if (!(element instanceof Value.Document document)) {
        throw new MongoFailure(
            MongoError.BAD_VALUE, "$or/$and/$nor entries need to be full objects");
      }
      parts.add(filter(document));
    }
    return parts;
  }
}
