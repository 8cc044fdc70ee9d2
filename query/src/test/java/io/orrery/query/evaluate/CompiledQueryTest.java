// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Text;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.syntax.Parser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CompiledQueryTest {

  @Test
  void saysWhatTheQueryDoes() {
    CompiledQuery plain = Evaluations.compile("SELECT c.a FROM c WHERE c.b = 1");
    assertThat(plain.isStreaming()).isTrue();
    assertThat(plain.hasItems()).isTrue();
    assertThat(plain.top()).isEmpty();
    assertThat(plain.limit()).isEmpty();
    assertThat(plain.offset()).isZero();

    CompiledQuery grouped = Evaluations.compile("SELECT c.a, COUNT(1) AS n FROM c GROUP BY c.a");
    assertThat(grouped.aggregates()).isTrue();
    assertThat(grouped.isGrouped()).isTrue();
    assertThat(grouped.isStreaming()).isFalse();

    CompiledQuery counted = Evaluations.compile("SELECT VALUE COUNT(1) FROM c");
    assertThat(counted.aggregates()).isTrue();
    assertThat(counted.isGrouped()).isFalse();

    CompiledQuery inner =
        Evaluations.compile("SELECT VALUE (SELECT VALUE COUNT(1) FROM x IN c.a) FROM c");
    assertThat(inner.aggregates()).isFalse();

    assertThat(Evaluations.compile("SELECT DISTINCT c.a FROM c").isDistinct()).isTrue();
    assertThat(Evaluations.compile("SELECT c.a FROM c ORDER BY c.a DESC, c.b").ordering())
        .isEqualTo(new RowOrder(List.of(true, false)));
    assertThat(Evaluations.compile("SELECT 1").hasItems()).isFalse();
  }

  @Test
  void knowsWhenTheRowsAreTheItems() {
    for (String text :
        List.of("SELECT * FROM c", "SELECT VALUE c FROM c", "SELECT VALUE x FROM c x")) {
      assertThat(Evaluations.compile(text).projectsWholeItem()).as(text).isTrue();
    }
    for (String text :
        List.of(
            "SELECT c FROM c",
            "SELECT * FROM x IN c.a",
            "SELECT * FROM c.a",
            "SELECT VALUE c.a FROM c",
            "SELECT VALUE x FROM c JOIN x IN c.a",
            "SELECT VALUE COUNT(c) FROM c",
            "SELECT VALUE c FROM (SELECT VALUE c FROM c) c")) {
      assertThat(Evaluations.compile(text).projectsWholeItem()).as(text).isFalse();
    }
    assertThat(Evaluations.compile("SELECT VALUE c FROM c JOIN x IN c.a").projectsWholeItem())
        .isTrue();
  }

  @Test
  void takesCountsFromParameters() {
    CompiledQuery query =
        Evaluations.compile(
            "SELECT VALUE c.id FROM c OFFSET @skip LIMIT @take",
            Map.of("@skip", new Int32(2), "@take", new Value.Float64(3)));
    assertThat(query.offset()).isEqualTo(2);
    assertThat(query.limit()).hasValue(3);
    assertThat(query.count()).isEqualTo(3);
    CompiledQuery top =
        Evaluations.compile("SELECT TOP @n * FROM c", Map.of("@n", new Value.Int64(5)));
    assertThat(top.top()).hasValue(5);
    for (Value wrong :
        List.of(new Int32(-1), new Value.Float64(1.5), new Text("1"), Value.Null.NULL)) {
      assertThatThrownBy(() -> Evaluations.compile("SELECT TOP @n * FROM c", Map.of("@n", wrong)))
          .isInstanceOfSatisfying(
              OrreryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("TOP");
    }
  }

  @Test
  void parametersAreValues() {
    Value list = Evaluations.value("[1,2]");
    CompiledQuery query =
        Evaluations.compile(
            "SELECT VALUE [@p[1], @name, c[@name]] FROM c",
            Map.of("@p", list, "@name", new Text("a")));
    List<Value> rows = InMemory.run(query, Evaluations.items("{\"a\":7}"), Evaluations.budget());
    assertThat(Evaluations.json(rows)).isEqualTo("[[2,\"a\",7]]");
  }

  @Test
  void numbersTheRowsOfAnItemAndStopsWhenTold() {
    CompiledQuery query =
        Evaluations.compile(
            "SELECT VALUE [x, y] FROM c JOIN x IN c.a JOIN y IN c.a"
                + " WHERE x != y AND EXISTS(SELECT VALUE z FROM z IN c.a WHERE z = x)");
    QueriedItem item = Evaluations.item("{\"a\":[1,2,3]}");
    Frame frame = query.frame(Evaluations.budget());
    List<String> rows = new ArrayList<>();
    boolean finished =
        query.rows(
            item,
            frame,
            row -> {
              rows.add(row.ordinal() + " " + Evaluations.json(query.projection(row)));
              return rows.size() < 4;
            });
    assertThat(finished).isFalse();
    assertThat(rows).containsExactly("0 [1,2]", "1 [1,3]", "2 [2,1]", "3 [2,3]");
    rows.clear();
    assertThat(query.rows(item, frame, row -> rows.add(String.valueOf(row.ordinal())))).isTrue();
    assertThat(rows).containsExactly("0", "1", "2", "3", "4", "5");
  }

  @Test
  void givesOrderKeysAndGroupKeysOfARow() {
    CompiledQuery ordered = Evaluations.compile("SELECT VALUE 1 FROM c ORDER BY c.a, c.b DESC");
    Frame frame = ordered.frame(Evaluations.budget());
    List<Value[]> keys = new ArrayList<>();
    ordered.rows(Evaluations.item("{\"a\":1}"), frame, row -> keys.add(ordered.orderKeys(row)));
    assertThat(keys).containsExactly(new Value[] {new Int32(1), Value.Undefined.UNDEFINED});

    CompiledQuery grouped = Evaluations.compile("SELECT COUNT(1) AS n FROM c GROUP BY c.a, c.b");
    Frame groupFrame = grouped.frame(Evaluations.budget());
    keys.clear();
    grouped.rows(
        Evaluations.item("{\"b\":1}"), groupFrame, row -> keys.add(grouped.groupKeys(row)));
    assertThat(keys).containsExactly(new Value[] {Value.Undefined.UNDEFINED, new Int32(1)});
  }

  @Test
  void mergesGroupsOfSeveralPartitions() {
    String text =
        "SELECT c.g, COUNT(1) AS n, SUM(c.v) AS s, AVG(c.v) AS a, MIN(c.v) AS low,"
            + " MAX(c.v) AS high, COUNTIF(c.v > 2) AS big, MAKESET(c.v) AS v FROM c GROUP BY c.g";
    CompiledQuery query = Evaluations.compile(text);
    List<QueriedItem> first =
        Evaluations.items("{\"g\":1,\"v\":1}", "{\"g\":2,\"v\":0.5}", "{\"g\":1,\"v\":4}");
    List<QueriedItem> second =
        Evaluations.items("{\"g\":1.0,\"v\":1}", "{\"g\":3,\"v\":\"x\"}", "{}");
    MemoryBudget budget = Evaluations.budget();
    Groups merged = groups(query, first, budget);
    Groups other = groups(query, second, budget);
    merged.merge(other);
    List<QueriedItem> all = new ArrayList<>(first);
    all.addAll(second);
    Frame frame = query.frame(budget);
    List<Value> rows =
        merged.groups().stream().map(group -> query.projection(group, frame)).toList();
    assertThat(Evaluations.json(rows)).isEqualTo(Evaluations.json(Evaluations.run(text, all)));
    assertThat(budget.bytes()).isPositive();
    merged.clear();
    other.clear();
    assertThat(budget.bytes()).isZero();
  }

  private static Groups groups(CompiledQuery query, List<QueriedItem> items, Budget budget) {
    Groups groups = query.groups(budget);
    Frame frame = query.frame(budget);
    for (QueriedItem item : items) {
      query.rows(
          item,
          frame,
          row -> {
            groups.add(row);
            return true;
          });
    }
    return groups;
  }

  @Test
  void callsTheFunctionsOfUsers() {
    QuerySettings settings =
        new QuerySettings(
            Map.of(),
            (name, arguments) -> new Text(name + arguments.size()),
            Map.of(),
            Evaluations.SURROUNDINGS);
    CompiledQuery query =
        CompiledQuery.compile(Parser.parse("SELECT VALUE udf.f(c.a, 1) FROM c"), settings);
    assertThat(InMemory.run(query, Evaluations.items("{}"), Evaluations.budget()))
        .containsExactly(new Text("f2"));
  }

  @Test
  void computedPropertiesHideThoseOfTheItemButAreNoPartOfIt() {
    QuerySettings settings =
        new QuerySettings(
            Map.of(),
            UserFunctions.NONE,
            Map.of(
                "twice", Parser.parse("SELECT VALUE r.n * 2 FROM r"),
                "n", Parser.parse("SELECT VALUE {text: r.twice ?? 'none'} FROM r")),
            Evaluations.SURROUNDINGS);
    List<QueriedItem> items = Evaluations.items("{\"n\":21}");
    assertThat(rows("SELECT c.twice, c.n.text FROM c WHERE c.twice = 42", settings, items))
        .isEqualTo("[{\"twice\":42,\"text\":\"none\"}]");
    assertThat(rows("SELECT * FROM c", settings, items)).isEqualTo("[{\"n\":21}]");
    assertThat(rows("SELECT VALUE x.twice FROM (SELECT VALUE c FROM c) x", settings, items))
        .isEqualTo("[]");
    assertThat(rows("SELECT COUNT(1) AS k, c.twice FROM c GROUP BY c.twice", settings, items))
        .isEqualTo("[{\"k\":1,\"twice\":42}]");
  }

  private static String rows(String text, QuerySettings settings, List<QueriedItem> items) {
    CompiledQuery query = CompiledQuery.compile(Parser.parse(text), settings);
    return Evaluations.json(InMemory.run(query, items, Evaluations.budget()));
  }

  @Test
  void severalThreadsUseOneCompiledQuery() throws InterruptedException, ExecutionException {
    CompiledQuery query =
        Evaluations.compile(
            "SELECT VALUE [x, (SELECT VALUE SUM(y) FROM y IN c.a WHERE y <= x)]"
                + " FROM c JOIN x IN c.a");
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        int base = i * 10;
        answers.add(
            executor.submit(
                () -> {
                  List<QueriedItem> items = new ArrayList<>();
                  for (int k = 0; k < 200; k++) {
                    items.add(Evaluations.item("{\"a\":[" + base + "," + (base + 1) + "]}"));
                  }
                  List<Value> rows = InMemory.run(query, items, Evaluations.budget());
                  return Evaluations.json(new ArrayList<>(new java.util.LinkedHashSet<>(rows)));
                }));
      }
      for (int i = 0; i < 8; i++) {
        int base = i * 10;
        String expected =
            "[[" + base + "," + base + "],[" + (base + 1) + "," + (2 * base + 1) + "]]";
        assertThat(answers.get(i).get()).isEqualTo(expected);
      }
    }
  }
}
