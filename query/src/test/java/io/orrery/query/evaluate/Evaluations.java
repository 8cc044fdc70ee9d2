// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.function.FixedSurroundings;
import io.orrery.query.function.Surroundings;
import io.orrery.query.plan.OpenParameters;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What tests of evaluation need: items, settings and rows as JSON.
final class Evaluations {
  static final Surroundings SURROUNDINGS = FixedSurroundings.ANY;

  static final QuerySettings SETTINGS = QuerySettings.of(SURROUNDINGS);

  private Evaluations() {}

  static MemoryBudget budget() {
    return new MemoryBudget(64 << 20, () -> {});
  }

  static CompiledQuery compile(String text, Map<String, Value> parameters) {
    return CompiledQuery.compile(Parser.parse(text), SETTINGS.withParameters(parameters));
  }

  static CompiledQuery compile(String text) {
    return compile(text, Map.of());
  }

  static List<Value> run(String text, List<QueriedItem> items) {
    MemoryBudget budget = budget();
    List<Value> rows = InMemory.run(compile(text), items, budget);
    if (budget.bytes() != 0) {
      throw new AssertionError(budget.bytes() + " bytes were not given back by " + text);
    }
    requireSameRows(text, items, rows);
    return rows;
  }

  /// A query that is compiled once for any parameters has the same rows.
  private static void requireSameRows(String text, List<QueriedItem> items, List<Value> rows) {
    Query query = Parser.parse(text);
    if (OpenParameters.allowed(query)) {
      CompiledQuery open = CompiledQuery.compileOpen(query, SETTINGS).with(SETTINGS);
      List<Value> others = InMemory.run(open, items, budget());
      if (!json(others).equals(json(rows))) {
        throw new AssertionError(json(others) + " are the rows of the reusable " + text);
      }
    }
  }

  static Value value(String json) {
    return StoredItems.decode(StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8)));
  }

  static QueriedItem item(String json) {
    byte[] stored = StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8));
    return new StoredItem(stored, SystemProperties.NONE);
  }

  static List<QueriedItem> items(String... json) {
    List<QueriedItem> items = new ArrayList<>();
    for (String one : json) {
      items.add(item(one));
    }
    return items;
  }

  static String json(Value value) {
    return new String(StoredItems.toJson(StoredItems.encode(value, 1000)), StandardCharsets.UTF_8);
  }

  static String json(List<Value> rows) {
    return json(new Value.Array(rows));
  }
}
