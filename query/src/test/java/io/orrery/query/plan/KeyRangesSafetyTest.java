// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.item.StoredItems;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.InMemory;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.function.FixedSurroundings;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// Random filters over random items: an item for which the filter is true is in the ranges.
class KeyRangesSafetyTest {
  private static final int FILTERS = 2_000;
  private static final int ITEMS = 15;

  private static final List<PartitionKeyDefinition> DEFINITIONS =
      List.of(
          PartitionKeyDefinition.hash("/a"),
          PartitionKeyDefinition.hash("/a", 1),
          PartitionKeyDefinition.multiHash("/a", "/b", "/c"),
          PartitionKeyDefinition.NONE);

  private static final List<String> VALUES =
      List.of(
          "1",
          "1.0",
          "-1",
          "0",
          "-0.0",
          "9007199254740992",
          "9007199254740993",
          "1e16",
          "'x'",
          "''",
          "'x%'",
          "true",
          "false",
          "null",
          "[]",
          "{}",
          "[1]");

  private static final Budget BUDGET = new MemoryBudget(1 << 20, () -> {});

  @Test
  void noItemOfTheResultIsLeftOut() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int selected = 0;
    int narrow = 0;
    for (int i = 0; i < FILTERS; i++) {
      String filter = filter(random, 3);
      Query query = Parser.parse("SELECT * FROM c WHERE " + filter);
      PartitionKeyDefinition definition = DEFINITIONS.get(i % DEFINITIONS.size());
      CompiledQuery compiled =
          CompiledQuery.compile(query, QuerySettings.of(FixedSurroundings.ANY));
      KeyRanges ranges = KeyRanges.of(query, definition, Constants.of(Map.of()));
      narrow += ranges.isEverything() ? 0 : 1;
      for (int j = 0; j < ITEMS; j++) {
        Value.Document item = item(random);
        if (!InMemory.run(compiled, List.of(QueriedItem.of(item)), BUDGET).isEmpty()) {
          selected++;
          assertThat(covers(ranges, definition, item))
              .as("seed %d: %s for %s by %s in %s", seed, filter, item, definition, ranges)
              .isTrue();
        }
      }
    }
    assertThat(selected).as("seed %d", seed).isGreaterThan(FILTERS / 2);
    assertThat(narrow).as("seed %d", seed).isGreaterThan(FILTERS / 10);
  }

  private static boolean covers(
      KeyRanges ranges, PartitionKeyDefinition definition, Value.Document item) {
    PartitionKey key = definition.extract(StoredItems.encode(item));
    EffectivePartitionKey position = definition.position(key);
    boolean inPrefixes =
        ranges.prefixes().stream()
            .anyMatch(
                prefix ->
                    prefix.size() <= key.size()
                        && new PartitionKey(key.components().subList(0, prefix.size()))
                            .equals(prefix));
    boolean inRanges =
        ranges.ranges(definition).stream()
            .anyMatch(
                range ->
                    range.isPoint()
                        ? range.min().equals(position)
                        : range.min().compareTo(position) <= 0
                            && position.compareTo(range.max()) < 0);
    return inPrefixes && inRanges;
  }

  private static String filter(Random random, int depth) {
    String path = path(random);
    if (depth > 0 && random.nextInt(3) > 0) {
      String left = "(" + filter(random, depth - 1) + ")";
      String right = "(" + filter(random, depth - 1) + ")";
      return switch (random.nextInt(5)) {
        case 0, 1 -> left + " AND " + right;
        case 2, 3 -> left + " OR " + right;
        default -> "NOT " + left;
      };
    }
    return switch (random.nextInt(14)) {
      case 0, 1, 2 -> path + " = " + constant(random);
      case 3 -> path + " != " + constant(random);
      case 4 -> path + " IN (" + constant(random) + ", " + constant(random) + ")";
      case 5 -> path + " NOT IN (" + constant(random) + ")";
      case 6 -> path;
      case 7 -> "IS_NULL(" + path + ")";
      case 8 -> "IS_BOOL(" + path + ")";
      case 9 -> "ABS(" + path + ") = " + constant(random);
      case 10 ->
          "ARRAY_CONTAINS([" + constant(random) + ", " + constant(random) + "], " + path + ")";
      case 11 -> path + " LIKE " + (random.nextBoolean() ? "'x'" : "'x!%' ESCAPE '!'");
      case 12 -> path + " = " + constant(random) + " + " + constant(random);
      default -> constant(random) + " = " + path;
    };
  }

  private static String path(Random random) {
    return "c." + "abcd".charAt(random.nextInt(4));
  }

  private static String constant(Random random) {
    return random.nextInt(20) == 0 ? "undefined" : VALUES.get(random.nextInt(VALUES.size()));
  }

  private static Value.Document item(Random random) {
    SequencedMap<String, Value> properties = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "c", "d")) {
      if (random.nextInt(6) > 0) {
        String json = VALUES.get(random.nextInt(VALUES.size())).replace('\'', '"');
        properties.put(name, RecordedPlan.json(json));
      }
    }
    return new Value.Document(properties);
  }
}
