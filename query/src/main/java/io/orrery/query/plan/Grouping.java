// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How rows of different ranges are put together.
///
/// @param expressions those of GROUP BY, in canonical form
/// @param aliases the names of the row's properties; none for SELECT VALUE
/// @param aggregates by alias; empty for a property that is the same all over the group
public record Grouping(
    List<String> expressions, List<String> aliases, Map<String, Optional<Aggregate>> aggregates) {
  public static final Grouping NONE = new Grouping(List.of(), List.of(), Map.of());

  public Grouping {
    expressions = List.copyOf(expressions);
    aliases = List.copyOf(aliases);
    aggregates = Map.copyOf(aggregates);
  }
}
