// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.query.function.Surroundings;
import io.orrery.query.syntax.Query;
import java.util.Map;

/// What a query needs besides its text.
///
/// @param parameters values by name, with the `@`
/// @param computedProperties queries (`SELECT VALUE … FROM c`) by the names that items seem to have
public record QuerySettings(
    Map<String, Value> parameters,
    UserFunctions userFunctions,
    Map<String, Query> computedProperties,
    Surroundings surroundings) {
  public QuerySettings {
    parameters = Map.copyOf(parameters);
    computedProperties = Map.copyOf(computedProperties);
  }

  public static QuerySettings of(Surroundings surroundings) {
    return new QuerySettings(Map.of(), UserFunctions.NONE, Map.of(), surroundings);
  }

  /// The value of a parameter; undefined if it has none.
  public Value parameter(String name) {
    return parameters.getOrDefault(name, Value.Undefined.UNDEFINED);
  }

  public QuerySettings withParameters(Map<String, Value> values) {
    return new QuerySettings(values, userFunctions, computedProperties, surroundings);
  }
}
