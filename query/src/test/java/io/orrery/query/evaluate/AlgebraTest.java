// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/// Laws that hold for all queries, tried on random ones over random items.
class AlgebraTest {
  private static final long SEED = 4_711;
  private static final int ROUNDS = 12;

  private Random random = new Random(SEED);
  private List<QueriedItem> items = List.of();
  private String about = "";

  @BeforeEach
  void makeItems(RepetitionInfo repetition) {
    long seed = SEED + repetition.getCurrentRepetition();
    random = new Random(seed);
    items = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      String json = randomItem(i);
      items.add(
          random.nextBoolean() ? Evaluations.item(json) : QueriedItem.of(Evaluations.value(json)));
      text.append(json).append('\n');
    }
    about = "seed " + seed + " over\n" + text;
  }

  private String randomItem(int id) {
    StringBuilder json = new StringBuilder("{\"id\":\"" + id + "\"");
    for (String name : List.of("a", "b", "n")) {
      if (random.nextInt(5) > 0) {
        json.append(",\"").append(name).append("\":").append(value(2));
      }
    }
    json.append(",\"l\":[");
    for (int i = random.nextInt(4); i > 0; i--) {
      json.append(value(1)).append(i > 1 ? "," : "");
    }
    return json.append("]}").toString();
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 8)) {
      case 0 -> "null";
      case 1 -> String.valueOf(random.nextBoolean());
      case 2, 3 -> String.valueOf(random.nextInt(4));
      case 4 -> random.nextInt(4) + ".5";
      case 5, 6, 7 -> "\"" + "xyz".charAt(random.nextInt(3)) + "\"";
      case 8 -> "[" + value(depth - 1) + "]";
      default -> "{\"k\":" + value(depth - 1) + "}";
    };
  }

  private String scalar() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> "c.a";
      case 2 -> "c.b";
      case 3 -> "c.n";
      case 4 -> "c.a.k";
      case 5 -> "c.l[" + random.nextInt(3) + "]";
      case 6 -> "(c.n + " + random.nextInt(3) + ")";
      default -> random.nextInt(6) == 0 ? "undefined" : value(1);
    };
  }

  private String predicate(int depth) {
    if (depth == 0) {
      return switch (random.nextInt(6)) {
        case 0 -> "(" + scalar() + " IN (" + scalar() + ", " + scalar() + "))";
        case 1 -> "(" + scalar() + " BETWEEN " + scalar() + " AND " + scalar() + ")";
        case 2 -> "(" + scalar() + " LIKE \"_\")";
        case 3 -> "EXISTS(SELECT VALUE x FROM x IN c.l WHERE x " + comparison() + " c.n)";
        default -> "(" + scalar() + " " + comparison() + " " + scalar() + ")";
      };
    }
    return switch (random.nextInt(4)) {
      case 0 -> "(NOT " + predicate(depth - 1) + ")";
      case 1 -> "(" + predicate(depth - 1) + " AND " + predicate(depth - 1) + ")";
      case 2 -> "(" + predicate(depth - 1) + " OR " + predicate(depth - 1) + ")";
      default -> predicate(0);
    };
  }

  private String comparison() {
    return List.of("=", "!=", "<", "<=", ">", ">=").get(random.nextInt(6));
  }

  private List<Value> run(String query) {
    return Evaluations.run(query, items);
  }

  private void assertSameRows(String left, String right) {
    assertThat(Evaluations.json(run(left)))
        .as("%s\nand %s, %s", left, right, about)
        .isEqualTo(Evaluations.json(run(right)));
  }

  /// The same value for every item, undefined included.
  private void assertSame(String left, String right) {
    assertSameRows("SELECT " + left + " AS v FROM c", "SELECT " + right + " AS v FROM c");
  }

  @RepeatedTest(ROUNDS)
  void everyItemIsSelectedByExactlyOneOfThree() {
    for (int i = 0; i < 20; i++) {
      String p = predicate(3);
      List<Value> all = new ArrayList<>(run("SELECT VALUE c.id FROM c WHERE " + p));
      all.addAll(run("SELECT VALUE c.id FROM c WHERE NOT " + p));
      all.addAll(run("SELECT VALUE c.id FROM c WHERE NOT IS_DEFINED(" + p + ")"));
      assertThat(all)
          .as(p + ", " + about)
          .containsExactlyInAnyOrderElementsOf(run("SELECT VALUE c.id FROM c"));
    }
  }

  @RepeatedTest(ROUNDS)
  void logicIsThreeValued() {
    for (int i = 0; i < 20; i++) {
      String p = predicate(2);
      String q = predicate(2);
      assertSame("(NOT (NOT " + p + "))", p);
      assertSame("(NOT (" + p + " AND " + q + "))", "((NOT " + p + ") OR (NOT " + q + "))");
      assertSame("(NOT (" + p + " OR " + q + "))", "((NOT " + p + ") AND (NOT " + q + "))");
      assertSame("(" + p + " AND " + q + ")", "(" + q + " AND " + p + ")");
      assertSame("(" + p + " OR " + q + ")", "(" + q + " OR " + p + ")");
    }
  }

  @RepeatedTest(ROUNDS)
  void shorthandsMeanWhatTheyStandFor() {
    for (int i = 0; i < 20; i++) {
      String x = scalar();
      String y = scalar();
      String z = scalar();
      assertSame(
          "(" + x + " IN (" + y + ", " + z + ", 1))",
          "(" + x + " = " + y + " OR " + x + " = " + z + " OR " + x + " = 1)");
      assertSame(
          "(" + x + " NOT IN (" + y + ", " + z + "))",
          "(" + x + " != " + y + " AND " + x + " != " + z + ")");
      assertSame(
          "(" + x + " BETWEEN " + y + " AND " + z + ")",
          "(" + y + " <= " + x + " AND " + x + " <= " + z + ")");
      assertSame("(" + x + " ?? " + y + ")", "(IS_DEFINED(" + x + ") ? " + x + " : " + y + ")");
      assertSame("(" + x + " < " + y + ")", "(" + y + " > " + x + ")");
      assertSame("(NOT (" + x + " < " + y + "))", "(" + x + " >= " + y + ")");
      assertSame("(NOT (" + x + " = " + y + "))", "(" + x + " != " + y + ")");
    }
  }

  @RepeatedTest(ROUNDS)
  void distinctIsGroupBy() {
    for (String key : List.of("c.a", "c.b", "c.n", "c.l", "IS_NUMBER(c.a)")) {
      assertSameRows(
          "SELECT DISTINCT VALUE " + key + " FROM c",
          "SELECT VALUE " + key + " FROM c GROUP BY " + key);
      assertSameRows(
          "SELECT DISTINCT " + key + " AS k, c.b FROM c",
          "SELECT " + key + " AS k, c.b FROM c GROUP BY " + key + ", c.b");
    }
  }

  @RepeatedTest(ROUNDS)
  void countsCountRows() {
    for (int i = 0; i < 10; i++) {
      String p = predicate(2);
      assertThat(run("SELECT VALUE COUNT(1) FROM c WHERE " + p))
          .as(p + ", " + about)
          .containsExactly(new Value.Int32(run("SELECT VALUE c.id FROM c WHERE " + p).size()));
      assertSameRows(
          "SELECT VALUE COUNTIF(" + p + ") FROM c", "SELECT VALUE COUNT(1) FROM c WHERE " + p);
      String x = scalar();
      assertSameRows(
          "SELECT VALUE COUNT(" + x + ") FROM c",
          "SELECT VALUE COUNT(1) FROM c WHERE IS_DEFINED(" + x + ")");
    }
  }

  @RepeatedTest(ROUNDS)
  void windowsAreSlicesOfTheOrder() {
    String x = scalar();
    List<Value> all = run("SELECT VALUE {k: " + x + ", id: c.id} FROM c ORDER BY " + x);
    for (int i = 1; i < all.size(); i++) {
      Value before = ItemPath.member(all.get(i - 1), "k");
      Value after = ItemPath.member(all.get(i), "k");
      assertThat(ValueOrder.SQL.compare(before, after)).as(x + ", " + about).isNotPositive();
    }
    assertThat(all).hasSize(items.size());
    int offset = random.nextInt(14);
    int limit = random.nextInt(14);
    List<Value> slice =
        all.stream().skip(offset).limit(limit).map(row -> ItemPath.member(row, "id")).toList();
    assertThat(
            run(
                "SELECT VALUE c.id FROM c ORDER BY "
                    + x
                    + (" OFFSET " + offset + " LIMIT " + limit)))
        .as(x + ", " + about)
        .isEqualTo(slice);
  }

  @RepeatedTest(ROUNDS)
  void joinsAreSubqueries() {
    for (int i = 0; i < 10; i++) {
      String p = predicate(1) + " AND x " + comparison() + " " + scalar();
      List<Value> flat = new ArrayList<>();
      for (Value array :
          run("SELECT VALUE ARRAY(SELECT VALUE [c.id, x] FROM x IN c.l WHERE " + p + ") FROM c")) {
        flat.addAll(((Array) array).elements());
      }
      String join = "SELECT VALUE [c.id, x] FROM c JOIN x IN c.l WHERE " + p;
      assertThat(run(join)).as(join + ", " + about).isEqualTo(flat);
      assertSameRows(
          join,
          "SELECT VALUE [c.id, x] FROM c JOIN (SELECT VALUE x FROM x IN c.l WHERE " + p + ") x");
    }
  }
}
