// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.item.StoredItems;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.plan.expression.Evaluator;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.RowValues;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.evaluate.SystemProperties;
import io.orrery.query.function.Surroundings;
import io.orrery.query.plan.WholeSubquery;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Conditions mean the same in the plan language as in SQL.
class ConditionLoweringTest {
  private static final List<String> SCALARS =
      List.of("0", "1", "1.0", "-2", "'a'", "'b'", "true", "false", "null");
  private static final List<String> VALUES =
      List.of("0", "1", "1.0", "-2", "'a'", "'b'", "true", "false", "null", "[1]", "{'p':1}");
  private static final Surroundings SURROUNDINGS =
      new Surroundings() {
        @Override
        public Instant started() {
          return Instant.EPOCH;
        }

        @Override
        public Instant now() {
          return Instant.EPOCH;
        }

        @Override
        public double random() {
          return 0.5;
        }
      };

  private final Random random = new Random(11);

  private static Query parse(String condition) {
    return Parser.parse("SELECT VALUE true " + condition);
  }

  private static boolean bySql(Query query, Value item) {
    StoredItem stored = new StoredItem(StoredItems.encode(item), SystemProperties.NONE);
    var budget = new MemoryBudget(1 << 20, () -> {});
    return !WholeSubquery.run(query, QuerySettings.of(SURROUNDINGS), List.of(stored), budget)
        .isEmpty();
  }

  private static boolean byPlan(PlanExpression expression, Value item) {
    RowValues row = new RowValues();
    row.enter(item);
    return new Evaluator(row).isTrue(expression);
  }

  private String pick(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String path() {
    return pick(List.of("c.a", "c.b", "c[\"a\"]", "c.o.a", "c.o.b", "c.none"));
  }

  private String condition(int depth) {
    return switch (random.nextInt(depth > 0 ? 11 : 7)) {
      case 0, 1 ->
          "%s %s %s"
              .formatted(path(), pick(List.of("=", "!=", "<", "<=", ">", ">=")), pick(SCALARS));
      case 2 -> "%s%s IN (%s, %s)".formatted(path(), not(), pick(SCALARS), pick(SCALARS));
      case 3 -> "(%s%s BETWEEN %s AND %s)".formatted(path(), not(), pick(SCALARS), pick(SCALARS));
      case 4 -> random.nextBoolean() ? "IS_DEFINED(%s)".formatted(path()) : path();
      case 5 ->
          "%s %s %s %s %s"
              .formatted(
                  path(),
                  pick(List.of("+", "-", "*", "/", "%")),
                  random.nextBoolean() ? path() : "-" + path(),
                  pick(List.of("=", "<", ">=")),
                  pick(SCALARS));
      case 6 -> call();
      case 7, 8 -> "(%s AND %s)".formatted(condition(depth - 1), condition(depth - 1));
      case 9 -> "(%s OR %s)".formatted(condition(depth - 1), condition(depth - 1));
      default -> "NOT (%s)".formatted(condition(depth - 1));
    };
  }

  private String call() {
    String test =
        pick(List.of("IS_ARRAY", "IS_BOOL", "IS_NULL", "is_number", "IS_OBJECT", "IS_STRING"));
    return switch (random.nextInt(5)) {
      case 0 -> test + "(" + path() + ")";
      case 1 ->
          "%s(%s, %s)"
              .formatted(
                  pick(List.of("CONTAINS", "STARTSWITH", "EndsWith")), path(), pick(SCALARS));
      case 2 -> "ARRAY_CONTAINS(%s, %s)".formatted(path(), pick(SCALARS));
      case 3 -> pick(List.of("LENGTH", "ARRAY_LENGTH")) + "(" + path() + ") = 1";
      default -> "IS_DEFINED(%s + 1)".formatted(path());
    };
  }

  private String not() {
    return random.nextBoolean() ? " NOT" : "";
  }

  private Value item() {
    StringBuilder json = new StringBuilder("{");
    for (String name : List.of("a", "b")) {
      if (random.nextInt(4) > 0) {
        json.append("'%s':%s,".formatted(name, pick(VALUES)));
      }
    }
    return Json.parse((json + "'o':{'a':%s}}".formatted(pick(VALUES))).replace('\'', '"'));
  }

  @Test
  void randomConditionsAgree() {
    for (int round = 0; round < 2000; round++) {
      String text = "FROM c WHERE " + condition(3);
      Query query = parse(text);
      PlanExpression expression = ConditionLowering.lower(query, Set.of("_ts")).orElseThrow();
      for (int i = 0; i < 5; i++) {
        Value item = item();
        assertThat(byPlan(expression, item))
            .as("%s of %s", text, Json.text(item))
            .isEqualTo(bySql(query, item));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FROM c WHERE c._ts > 5",
        "FROM c WHERE c.a & 1 = 1",
        "FROM c WHERE RegexMatch(c.a, 'x')",
        "FROM c WHERE CONTAINS(c.a, c.b)",
        "FROM c WHERE STARTSWITH(c.a, 'x', true)",
        "FROM c WHERE LOWER(c.a) = 'x'",
        "FROM c WHERE udf.f(c.a)",
        "FROM c WHERE c.a < GetCurrentTimestamp()",
        "FROM c WHERE c.a[0] = 1",
        "FROM c WHERE c.a = c",
        "FROM c WHERE c.a = [1]",
        "FROM t IN c.tags WHERE t = 1",
        "FROM c JOIN t IN c.tags",
        "FROM c.a x WHERE x.b = 1",
        "FROM c WHERE EXISTS(SELECT VALUE 1 FROM t IN c.tags)"
      })
  void whatThePlanLanguageCannotSayIsLeftToSql(String condition) {
    assertThat(ConditionLowering.lower(parse(condition), Set.of("_ts"))).isEmpty();
  }

  @Test
  void withoutAFilterEveryItemPasses() {
    assertThat(byPlan(ConditionLowering.lower(parse("FROM c"), Set.of()).orElseThrow(), item()))
        .isTrue();
  }
}
