// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.item.StoredItems;
import io.orrery.model.item.StoredMembers;
import io.orrery.model.value.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Collects which fields of documents somebody looks at, on their first level: what else is stored
/// need not become values.
public final class NeededFields {
  private final Set<String> names = new LinkedHashSet<>();
  private boolean all;

  /// Whatever a document has.
  public NeededFields everything() {
    all = true;
    return this;
  }

  /// What is at a path.
  public NeededFields path(List<String> path) {
    if (path.isEmpty()) {
      return everything();
    }
    names.add(path.getFirst());
    return this;
  }

  /// What a filter asks about.
  public NeededFields filter(Filter filter) {
    return switch (filter) {
      case Filter.And(List<Filter> parts) -> filters(parts);
      case Filter.Or(List<Filter> parts) -> filters(parts);
      case Filter.Nor(List<Filter> parts) -> filters(parts);
      case Filter.Field(DocumentPath path, Filter.Test _) -> path(path.names());
      case Filter.Computed(MongoExpression expression, Variables _) -> expression(expression);
      case Filter.Keys(IndexSection range) -> {
        range.paths().forEach(this::path);
        yield this;
      }
      case Filter.Schema _, Filter.Words _ -> everything();
    };
  }

  private NeededFields filters(List<Filter> parts) {
    parts.forEach(this::filter);
    return this;
  }

  /// What an expression is made of.
  public NeededFields expression(@Nullable MongoExpression expression) {
    switch (expression) {
      case null -> {
        // A part that may be left out.
      }
      case MongoExpression.Path(String variable, List<String> path) -> {
        // Other variables stand for what expressions made, which were looked into.
        if (variable.equals(Variables.ROOT)) {
          path(path);
        }
      }
      case MongoExpression.Constant _, MongoExpression.Random _ -> {
        // Made of nothing.
      }
      case MongoExpression.NewDocument(var fields) ->
          fields.forEach(each -> expression(each.value()));
      case MongoExpression.NewArray(var elements) -> elements.forEach(this::expression);
      case MongoExpression.Call(var _, var arguments) -> arguments.forEach(this::expression);
      case MongoExpression.All(var parts) -> parts.forEach(this::expression);
      case MongoExpression.Any(var parts) -> parts.forEach(this::expression);
      case MongoExpression.FirstPresent(var parts) -> parts.forEach(this::expression);
      case MongoExpression.Choice(var condition, var then, var otherwise) ->
          expression(condition).expression(then).expression(otherwise);
      case MongoExpression.Branches(var branches, var otherwise) -> {
        branches.forEach(each -> expression(each.condition()).expression(each.then()));
        expression(otherwise);
      }
      case MongoExpression.Let(var variables, var in) -> {
        variables.forEach(each -> expression(each.value()));
        expression(in);
      }
      case MongoExpression.MapEach(var input, String _, var in) -> expression(input).expression(in);
      case MongoExpression.KeepEach(var input, String _, var condition, var limit) ->
          expression(input).expression(condition).expression(limit);
      case MongoExpression.Fold(var input, var initial, var in) ->
          expression(input).expression(initial).expression(in);
      case MongoExpression.Converted(var input, var to, var onError, var onNull) ->
          expression(input).expression(to).expression(onError).expression(onNull);
    }
    return this;
  }

  /// Makes a document of its stored form, at least with what is needed.
  public Function<byte[], Value.Document> reader() {
    if (all) {
      return stored -> (Value.Document) StoredItems.decode(stored);
    }
    List<byte[]> wanted = names.stream().map(GeneralisedUtf8::encode).toList();
    return stored -> StoredMembers.values(stored, wanted);
  }
}
