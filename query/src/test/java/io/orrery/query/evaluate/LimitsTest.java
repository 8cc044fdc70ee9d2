// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Int32;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Query;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Whatever the query, it ends within its budget.
class LimitsTest {

  /// A budget that ends after so many checks.
  private static MemoryBudget ending(int checks) {
    AtomicInteger left = new AtomicInteger(checks);
    return new MemoryBudget(
        1 << 20,
        () -> {
          if (left.decrementAndGet() < 0) {
            throw new OrreryException(ErrorCode.DEADLINE_EXCEEDED, "too late");
          }
        });
  }

  private static void assertFails(String text, List<QueriedItem> items, ErrorCode code) {
    CompiledQuery query = Evaluations.compile(text);
    assertThatThrownBy(() -> InMemory.run(query, items, ending(100)))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  private static List<QueriedItem> numbers(int count) {
    return Evaluations.items(
        "{\"a\":"
            + IntStream.range(0, count).boxed().map(String::valueOf).toList()
            + ",\"s\":\""
            + "a".repeat(count)
            + "\"}");
  }

  /// What a path finds in a stored item is a copy.
  @Test
  void copiesOfPartsOfTheItemAreAccounted() {
    String json = "{\"a\":[" + "1,".repeat(9999) + "1],\"b\":[" + "1,".repeat(999) + "1]}";
    List<QueriedItem> stored =
        List.of(
            new StoredItem(
                StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8)),
                SystemProperties.NONE));
    for (String each : List.of("c.a", "c")) {
      String many = String.join(",", Collections.nCopies(500, each));
      CompiledQuery query = Evaluations.compile("SELECT VALUE ARRAY_LENGTH([" + many + "]) FROM c");
      assertThat(InMemory.run(query, stored, ending(100))).hasSize(1);
    }
    String many = String.join(",", Collections.nCopies(500, "c.b"));
    assertFails(
        "SELECT VALUE ARRAY_LENGTH([" + many + "]) FROM c", stored, ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void cartesianProductsEndAtTheDeadline() {
    assertFails(
        "SELECT VALUE 1 FROM c JOIN x IN c.a JOIN y IN c.a JOIN z IN c.a WHERE x + y + z < 0",
        numbers(1000),
        ErrorCode.DEADLINE_EXCEEDED);
    assertFails(
        "SELECT VALUE 1 FROM c WHERE EXISTS(SELECT VALUE 1 FROM x IN c.a JOIN y IN c.a"
            + " JOIN z IN c.a WHERE x + y + z < 0)",
        numbers(1000),
        ErrorCode.DEADLINE_EXCEEDED);
  }

  @Test
  void likeEndsAtTheDeadline() {
    String pattern = "%" + "a".repeat(40_000) + "b%";
    assertFails(
        "SELECT VALUE c.s LIKE '" + pattern + "' FROM c",
        numbers(200_000),
        ErrorCode.DEADLINE_EXCEEDED);
  }

  @Test
  void likeDoesNotTryEverything() {
    String text = "a".repeat(2000);
    LikePattern pattern = LikePattern.compile("%a".repeat(500) + "%b", null);
    assertThat(pattern.matches(text)).isFalse();
    assertThat(pattern.matches(text + "b")).isTrue();
    assertThat(LikePattern.compile("[".repeat(100_000), null).matches(text)).isFalse();
  }

  @Test
  void whatIsCollectedIsLimited() {
    List<QueriedItem> items = numbers(1000);
    assertFails(
        "SELECT VALUE ARRAY(SELECT VALUE [x, y] FROM x IN c.a JOIN y IN c.a) FROM c",
        items,
        ErrorCode.LIMIT_EXCEEDED);
    assertFails(
        "SELECT x, y FROM c JOIN x IN c.a JOIN y IN c.a ORDER BY x",
        items,
        ErrorCode.LIMIT_EXCEEDED);
    assertFails(
        "SELECT x, y FROM c JOIN x IN c.a JOIN y IN c.a GROUP BY x, y",
        items,
        ErrorCode.LIMIT_EXCEEDED);
    assertFails(
        "SELECT DISTINCT x, y FROM c JOIN x IN c.a JOIN y IN c.a", items, ErrorCode.LIMIT_EXCEEDED);
    assertFails(
        "SELECT VALUE MAKELIST(x) FROM c JOIN x IN c.a JOIN y IN c.a",
        items,
        ErrorCode.LIMIT_EXCEEDED);
  }

  /// Each level doubles the value; the text of the query grows by a few letters.
  @Test
  void valuesThatDoubleAreLimited() {
    String text = nested("t || t", "'0123456789'", 40);
    assertFails(
        "SELECT VALUE (" + text + ") FROM c", Evaluations.items("{}"), ErrorCode.LIMIT_EXCEEDED);
    String array = nested("[t, t]", "1", 40);
    assertFails(
        "SELECT VALUE (" + array + ") FROM c", Evaluations.items("{}"), ErrorCode.LIMIT_EXCEEDED);
    String object = nested("{a: t, b: t}", "1", 40);
    assertFails(
        "SELECT VALUE (" + object + ") FROM c", Evaluations.items("{}"), ErrorCode.LIMIT_EXCEEDED);
    String list = nested("t, t AS u", "1", 40);
    assertFails(
        "SELECT VALUE (" + list.replace("SELECT VALUE t, t AS u", "SELECT t, t AS u") + ") FROM c",
        Evaluations.items("{}"),
        ErrorCode.LIMIT_EXCEEDED);
  }

  private static String nested(String expression, String start, int levels) {
    String query = "SELECT VALUE " + start;
    for (int i = 0; i < levels; i++) {
      query = "SELECT VALUE " + expression + " FROM (" + query + ") AS t";
    }
    return query;
  }

  @Test
  void whatLivesForOneItemIsGivenBackWithTheNext() {
    String text = "SELECT VALUE COUNT(ARRAY(SELECT VALUE x FROM x IN c.a)) FROM c";
    List<QueriedItem> items =
        IntStream.range(0, 200).mapToObj(_ -> numbers(1000).getFirst()).toList();
    MemoryBudget budget = new MemoryBudget(1 << 20, () -> {});
    assertThat(Evaluations.json(InMemory.run(Evaluations.compile(text), items, budget)))
        .isEqualTo("[200]");
    assertThat(budget.bytes()).isZero();
  }

  /// Ten thousand rows, each with a value of its own that nobody keeps.
  @Test
  void whatLivesForOneRowIsGivenBackWithTheNext() {
    MemoryBudget budget = new MemoryBudget(1 << 18, () -> {});
    List<QueriedItem> items = numbers(200);
    for (String text :
        List.of(
            "SELECT VALUE COUNT(1) FROM c JOIN (SELECT x, x AS again FROM x IN c.a) p"
                + " JOIN (SELECT x, x AS again FROM x IN c.a) q",
            "SELECT VALUE COUNT(1) FROM x IN c.a JOIN (SELECT VALUE ARRAY(SELECT VALUE x)) y"
                + " JOIN (SELECT VALUE [x, [y]]) z",
            "SELECT VALUE COUNT(ARRAY(SELECT VALUE y FROM y IN c.a)) FROM c JOIN x IN c.a",
            "SELECT VALUE (SELECT VALUE COUNT(ARRAY(SELECT VALUE [x, y])) FROM x IN c.a"
                + " JOIN y IN c.a) FROM c")) {
      assertThat(InMemory.run(Evaluations.compile(text), items, budget)).as(text).hasSize(1);
      assertThat(budget.bytes()).as(text).isZero();
    }
  }

  @Test
  void manyBigValuesInOneRowAreLimited() {
    String array = "ARRAY(SELECT VALUE x FROM x IN c.a)";
    assertFails(
        "SELECT VALUE [" + String.join(",", Collections.nCopies(50, array)) + "] FROM c",
        numbers(1000),
        ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void deepTreesAreRefusedNotOverflown() {
    Expression deep = new Literal(new Int32(1));
    for (int i = 0; i < 100_000; i++) {
      deep = new Binary(BinaryOperator.ADD, deep, new Literal(new Int32(1)));
    }
    Expression sum = deep;
    assertThatThrownBy(() -> compile(sum))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED))
        .hasMessageContaining("nests deeper");
  }

  /// As deep as the parser allows.
  @Test
  void theDeepestQueriesRunOnAVirtualThread() throws InterruptedException, ExecutionException {
    String sum = "SELECT VALUE " + String.join("+", Collections.nCopies(390, "c.n")) + " FROM c";
    String not = "SELECT VALUE " + "NOT (".repeat(90) + "c.b" + ")".repeat(90) + " FROM c";
    String arrays = "SELECT VALUE " + "ARRAY(SELECT VALUE ".repeat(90) + "c.n" + ")".repeat(90);
    String tables = nested("t + 1", "c.n FROM c", 150);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(executor.submit(() -> runOnNumber(sum)).get()).isEqualTo("[390]");
      assertThat(executor.submit(() -> runOnNumber(not)).get()).isEqualTo("[true]");
      assertThat(executor.submit(() -> runOnNumber(arrays + " FROM c")).get())
          .isEqualTo("[" + "[".repeat(90) + "1" + "]".repeat(90) + "]");
      assertThat(executor.submit(() -> runOnNumber(tables)).get()).isEqualTo("[151]");
    }
  }

  private static String runOnNumber(String text) {
    return Evaluations.json(Evaluations.run(text, Evaluations.items("{\"n\":1,\"b\":true}")));
  }

  @Test
  void longChainsAreNoDeepTrees() {
    Expression chain = new Literal(Bool.TRUE);
    for (int i = 0; i < 100_000; i++) {
      chain = new Binary(BinaryOperator.AND, chain, new Literal(Bool.TRUE));
    }
    assertThat(InMemory.run(compile(chain), List.of(), Evaluations.budget()))
        .containsExactly(Bool.TRUE);
  }

  @Test
  void thousandsOfCandidatesAreLookedUp() {
    String candidates =
        IntStream.range(0, 16_000).mapToObj(String::valueOf).collect(Collectors.joining(","));
    List<QueriedItem> items =
        IntStream.range(0, 2000)
            .mapToObj(i -> Evaluations.item("{\"n\":" + (i * 10) + "}"))
            .toList();
    assertThat(
            Evaluations.run(
                "SELECT VALUE COUNT(1) FROM c WHERE c.n IN (" + candidates + ")", items))
        .containsExactly(new Int32(1600));
  }

  private static CompiledQuery compile(Expression value) {
    Query.Select select = new Query.Select(false, null, new Query.Single(value));
    return CompiledQuery.compile(
        new Query(select, null, null, List.of(), List.of(), false, null), Evaluations.SETTINGS);
  }
}
