// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The names that can be used at one place of a query: its own and those of the queries around it.
final class AliasScope {
  private final @Nullable AliasScope outer;
  private final boolean hasItems;
  private final Set<String> names = new HashSet<>();

  /// @param hasItems whether the query has a FROM clause
  AliasScope(@Nullable AliasScope outer, boolean hasItems) {
    this.outer = outer;
    this.hasItems = hasItems;
  }

  /// Whether a name behind FROM is that of the container: no other is known yet, and all queries
  /// around have items themselves.
  boolean isEmpty() {
    return hasItems && names.isEmpty() && (outer == null || outer.isEmpty());
  }

  boolean knows(String name) {
    return names.contains(name) || (outer != null && outer.knows(name));
  }

  /// Whether the name is new among this query's own.
  boolean add(String name) {
    return names.add(name);
  }
}
