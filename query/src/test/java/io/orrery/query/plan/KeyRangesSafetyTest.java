// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.item.StoredItems;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.ValueOrder;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
      List.of("1", "1.0", "-1", "2", "'x'", "''", "true", "false", "null", "[]", "{}", "[1]");

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
      KeyRanges ranges = KeyRanges.of(query, definition, Constants.of(Map.of()));
      narrow += ranges.isEverything() ? 0 : 1;
      for (int j = 0; j < ITEMS; j++) {
        Value.Document item = item(random);
        if (value(Objects.requireNonNull(query.where()), item) == Bool.TRUE) {
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
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> path + " = " + constant(random);
      case 3 -> path + " != " + constant(random);
      case 4 -> path + " IN (" + constant(random) + ", " + constant(random) + ")";
      case 5 -> path + " NOT IN (" + constant(random) + ")";
      case 6 -> path;
      case 7 -> "IS_NULL(" + path + ")";
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

  /// The value of the few kinds of expressions that are made here.
  private static Value value(Expression expression, Value.Document item) {
    return switch (expression) {
      case Expression.Literal(Value value) -> value;
      case Expression.ArrayOf _, Expression.ObjectOf _ ->
          RecordedPlan.json(Printer.print(expression));
      case Expression.Member member -> item.property(member.name());
      case Expression.Call call ->
          Bool.of(value(call.arguments().getFirst(), item) == Value.Null.NULL);
      case Expression.Unary unary -> not(value(unary.operand(), item));
      case Expression.In in -> in(in, item);
      case Expression.Binary(var operator, Expression left, Expression right) -> {
        Value one = value(left, item);
        Value other = value(right, item);
        yield switch (operator) {
          case AND -> not(or(not(one), not(other)));
          case OR -> or(one, other);
          case EQUAL -> equal(one, other);
          default -> not(equal(one, other));
        };
      }
      default -> throw new IllegalArgumentException(Printer.print(expression));
    };
  }

  private static Value in(Expression.In in, Value.Document item) {
    Value result = Bool.FALSE;
    for (Expression candidate : in.candidates()) {
      result = or(result, equal(value(in.operand(), item), value(candidate, item)));
    }
    return in.negated() ? not(result) : result;
  }

  private static Value equal(Value one, Value other) {
    boolean comparable =
        one != Value.Undefined.UNDEFINED
            && other != Value.Undefined.UNDEFINED
            && type(one).equals(type(other));
    return comparable
        ? Bool.of(ValueOrder.ORDER.compare(one, other) == 0)
        : Value.Undefined.UNDEFINED;
  }

  private static String type(Value value) {
    return value.kind().isNumber() ? "number" : value.kind().name();
  }

  private static Value or(Value one, Value other) {
    if (one == Bool.TRUE || other == Bool.TRUE) {
      return Bool.TRUE;
    }
    return one == Bool.FALSE && other == Bool.FALSE ? Bool.FALSE : Value.Undefined.UNDEFINED;
  }

  private static Value not(Value value) {
    return value instanceof Bool flag ? Bool.of(!flag.isTrue()) : Value.Undefined.UNDEFINED;
  }
}
