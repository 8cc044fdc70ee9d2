// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names that an expression may use: the sources of its query, then those of the queries around
/// it.
final class SourceScope {
  /// The slot of a source that is the item itself, which has none.
  static final int ITEM = -1;

  /// A source of a query.
  ///
  /// @param slot where its value stands in the frame, or [#ITEM]
  /// @param ordinal which of the query's sources it is
  record Binding(int slot, int ordinal) {}

  /// What a name stands for, and in which scope.
  record Found(Binding binding, SourceScope scope) {
    /// Behind GROUP BY there is no item any more.
    boolean isItem() {
      return binding.slot() == ITEM && scope.grouped == null;
    }
  }

  private final @Nullable SourceScope outer;
  private final Map<String, Binding> sources;

  /// Present if expressions here see groups of rows, not rows.
  private final @Nullable Grouped grouped;

  private int sourceCount;
  private int lastUsed = -1;

  SourceScope(@Nullable SourceScope outer) {
    this(outer, new LinkedHashMap<>(), null);
  }

  private SourceScope(
      @Nullable SourceScope outer, Map<String, Binding> sources, @Nullable Grouped grouped) {
    this.outer = outer;
    this.sources = sources;
    this.grouped = grouped;
  }

  /// The same names, seen from behind GROUP BY.
  SourceScope grouped(Grouped groups) {
    SourceScope scope = new SourceScope(outer, sources, groups);
    scope.sourceCount = sourceCount;
    return scope;
  }

  @Nullable Grouped grouped() {
    return grouped;
  }

  boolean isNested() {
    return outer != null;
  }

  int nextOrdinal() {
    return sourceCount++;
  }

  void bind(@Nullable String name, Binding binding) {
    if (name != null && sources.put(name, binding) != null) {
      throw QueryRefusals.invalid(
          "The name '" + name + "' stands for two sources of one query; give one of them another.");
    }
  }

  @Nullable Binding only() {
    return sourceCount == 1 && sources.size() == 1 ? sources.values().iterator().next() : null;
  }

  int sourceCount() {
    return sourceCount;
  }

  @Nullable Found find(String name) {
    for (SourceScope scope = this; scope != null; scope = scope.outer) {
      Binding binding = scope.sources.get(name);
      if (binding != null) {
        scope.lastUsed = Math.max(scope.lastUsed, binding.ordinal());
        return new Found(binding, scope);
      }
    }
    return null;
  }

  /// Says that what is being compiled must not be evaluated less often than once per row.
  void useAll() {
    for (SourceScope scope = this; scope != null; scope = scope.outer) {
      scope.lastUsed = scope.sourceCount - 1;
    }
  }

  /// The last of this query's sources that was used since this was asked before; -1 for none.
  int takeLastUsed() {
    int last = lastUsed;
    lastUsed = -1;
    return last;
  }

  /// What expressions behind GROUP BY may use: the keys, and aggregates of expressions over rows.
  static final class Grouped {
    private final List<Expression> keys;
    private final List<GroupLayout.Key> compiledKeys;
    private final SourceScope rows;
    private final Map<Call, Integer> aggregates = new LinkedHashMap<>();
    private final List<GroupLayout.Aggregate> compiledAggregates = new ArrayList<>();

    Grouped(List<Expression> keys, List<GroupLayout.Key> compiledKeys, SourceScope rows) {
      this.keys = keys;
      this.compiledKeys = compiledKeys;
      this.rows = rows;
    }

    SourceScope rows() {
      return rows;
    }

    List<Expression> keys() {
      return keys;
    }

    int keySlot(int index) {
      return compiledKeys.get(index).slot();
    }

    @Nullable Integer aggregateSlot(Call call) {
      return aggregates.get(call);
    }

    void add(Call call, GroupLayout.Aggregate aggregate) {
      aggregates.put(call, aggregate.slot());
      compiledAggregates.add(aggregate);
    }

    GroupLayout grouping() {
      return new GroupLayout(compiledKeys, compiledAggregates);
    }
  }
}
