// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The variables of a command (`let`, `$$NOW` and `$$CLUSTER_TIME`), put into the expressions that
/// it has: a filter then says all by itself, wherever it is read.
///
/// @param let expressions by the names of the variables
/// @param now what `$$NOW` is
/// @param collation how texts compare; empty if the command does not say
public record CommandVariables(
    Value.Document let, Value.DateTime now, Optional<Collation> collation) {
  private static final Set<String> PROJECTION_OPERATORS = Set.of("$slice", "$elemMatch", "$meta");

  /// Operators of filters that may have expressions in them.
  private static final Set<String> BINDING = Set.of("$expr", "$and", "$or", "$nor");

  private static final Value NOW = new Value.Text("$$NOW");
  private static final Value CLUSTER_TIME = new Value.Text("$$CLUSTER_TIME");

  /// The variables of a command that may have some.
  static CommandVariables of(CommandBody body) {
    return new CommandVariables(
        body.arguments().findDocument("let").orElse(ReadCommands.EMPTY),
        body.now(),
        Optional.empty());
  }

  /// What `$$CLUSTER_TIME` is.
  public Value.Timestamp clusterTime() {
    return Moments.timestamp(now.epochMilli());
  }

  /// The same with the collation of a command or a statement.
  CommandVariables collated(Arguments arguments) {
    return new CommandVariables(let, now, Collations.find(arguments));
  }

  /// The same where a command that does not say goes by another collation.
  public CommandVariables collatedByDefault(Collation otherwise) {
    return new CommandVariables(let, now, Optional.of(collation.orElse(otherwise)));
  }

  /// These and constants of a statement, which are told apart from expressions.
  CommandVariables with(Value.Document constants) {
    LinkedHashMap<String, Value> all = new LinkedHashMap<>(let.properties());
    constants.properties().forEach((name, value) -> all.put(name, document("$literal", value)));
    return new CommandVariables(new Value.Document(all), now, collation);
  }

  /// A filter whose expressions know the variables, and which knows how texts compare.
  public Value.Document filter(Value.Document filter) {
    Value.Document bound = bound(filter);
    return collation.map(each -> CollatedFilters.in(bound, each)).orElse(bound);
  }

  private Value.Document bound(Value.Document filter) {
    if (Collections.disjoint(BINDING, filter.properties().keySet())) {
      return filter;
    }
    LinkedHashMap<String, Value> bound = new LinkedHashMap<>();
    filter.properties().forEach((name, value) -> bound.put(name, filter(name, value)));
    return new Value.Document(bound);
  }

  private Value filter(String name, Value value) {
    return switch (name) {
      case "$expr" -> expression(value);
      case "$and", "$or", "$nor" ->
          value instanceof Value.Array(List<Value> parts)
              ? new Value.Array(
                  parts.stream()
                      .map(each -> each instanceof Value.Document part ? bound(part) : each)
                      .toList())
              : value;
      default -> value;
    };
  }

  /// A projection whose expressions know the variables.
  Value.Document projection(Value.Document projection) {
    if (projection.properties().isEmpty()) {
      return projection;
    }
    LinkedHashMap<String, Value> bound = new LinkedHashMap<>();
    projection
        .properties()
        .forEach((name, value) -> bound.put(name, isComputed(value) ? expression(value) : value));
    return new Value.Document(bound);
  }

  private static boolean isComputed(Value value) {
    return value instanceof Value.Text
        || (value instanceof Value.Document document
            && !document.properties().isEmpty()
            && !PROJECTION_OPERATORS.contains(document.properties().firstEntry().getKey()));
  }

  private Value expression(Value expression) {
    Value timed = timed(expression);
    if (let.properties().isEmpty()) {
      return timed;
    }
    return document("$let", document("vars", timed(let), "in", timed));
  }

  private Value timed(Value expression) {
    return switch (expression) {
      case Value.Text text when text.equals(NOW) -> document("$literal", now);
      case Value.Text text when text.equals(CLUSTER_TIME) -> document("$literal", clusterTime());
      case Value.Array(List<Value> elements) ->
          new Value.Array(elements.stream().map(this::timed).toList());
      case Value.Document document -> {
        LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
        for (Map.Entry<String, Value> field : document.properties().entrySet()) {
          fields.put(
              field.getKey(),
              field.getKey().equals("$literal") ? field.getValue() : timed(field.getValue()));
        }
        yield new Value.Document(fields);
      }
      case Value other -> other;
    };
  }

  private static Value.Document document(String name, Value value) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put(name, value);
    return new Value.Document(fields);
  }

  private static Value.Document document(String name, Value value, String other, Value another) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(document(name, value).properties());
    fields.put(other, another);
    return new Value.Document(fields);
  }
}
