// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.match.Filter.Comparison;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// What a filter says about `_id`.
public final class IdFilter {
  private static final String ID = "_id";

  private IdFilter() {}

  /// The only id that can pass a filter; empty if there may be several.
  public static Optional<Value> only(Filter filter) {
    return switch (filter) {
      case Filter.And(List<Filter> parts) -> {
        for (Filter part : parts) {
          Optional<Value> found = only(part);
          if (found.isPresent()) {
            yield found;
          }
        }
        yield Optional.empty();
      }
      case Filter.Field(DocumentPath path, Test.Compare(Comparison comparison, Value value))
          when path.text().equals(ID) && comparison == Comparison.EQUAL && isId(value) ->
          Optional.of(value);
      case Filter.Field _,
          Filter.Computed _,
          Filter.Schema _,
          Filter.Words _,
          Filter.Keys _,
          Filter.Or _,
          Filter.Nor _ ->
          Optional.empty();
    };
  }

  /// Whether a filter asks for an id and nothing else, so that whatever has it passes.
  public static boolean isOnlyId(Filter filter) {
    return filter instanceof Filter.Field && only(filter).isPresent();
  }

  private static boolean isId(Value value) {
    return value.kind() != Value.Kind.ARRAY && value.kind() != Value.Kind.REGULAR_EXPRESSION;
  }
}
