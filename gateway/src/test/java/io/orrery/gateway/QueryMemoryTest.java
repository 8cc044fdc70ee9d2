// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.Result;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.value.Value;
import io.orrery.partition.fragment.MemoryWaiter;
import io.orrery.partition.fragment.QueryBudget;
import io.orrery.partition.fragment.QueryMemory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// All queries together have one memory, and no row is longer than an answer.
class QueryMemoryTest {
  private static final int MEGABYTE = 1 << 20;

  @Test
  void queriesTakeFromOneMemoryAndGiveItBack() {
    try (Bed bed = Bed.inMemory()) {
      QueryMemory memory = new QueryMemory(10 * MEGABYTE);
      RequestContext hasty = bed.gateway().request(Duration.ofMillis(50));
      try (QueryBudget one = new QueryBudget(memory, hasty);
          QueryBudget three = new QueryBudget(memory, hasty)) {
        one.take(5 * MEGABYTE);
        assertFails(ErrorCode.LIMIT_EXCEEDED, () -> one.take(1));
        try (QueryBudget two = new QueryBudget(memory, hasty)) {
          two.take(4 * MEGABYTE);
          three.take(100);
          assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> three.take(MEGABYTE));
          two.give(4 * MEGABYTE);
          two.take(4 * MEGABYTE);
          assertThat(memory.bytes()).isBetween(9L * MEGABYTE, 10L * MEGABYTE);
        }
        three.take(MEGABYTE);
      }
      assertThat(memory.bytes()).isZero();
    }
  }

  @Test
  void aQueryWaitsForMemory() throws Exception {
    try (Bed bed = Bed.inMemory();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      QueryMemory memory = new QueryMemory(2 * MEGABYTE);
      QueryBudget first = new QueryBudget(memory, bed.request());
      QueryBudget second = new QueryBudget(memory, bed.request());
      first.take(MEGABYTE);
      second.take(MEGABYTE);
      CountDownLatch begun = new CountDownLatch(1);
      Future<?> third =
          threads.submit(
              () -> {
                try (QueryBudget budget = new QueryBudget(memory, bed.request())) {
                  begun.countDown();
                  budget.take(MEGABYTE);
                }
              });
      begun.await();
      first.close();
      third.get();
      second.close();
      assertThat(memory.bytes()).isZero();
    }
  }

  /// Whatever it does to find out whether its time is over, others take memory and give it back.
  @Test
  void whoGetsNoMemoryHoldsUpNobody() {
    QueryMemory memory = new QueryMemory(2 * MEGABYTE);
    MemoryWaiter hasty =
        new MemoryWaiter() {
          @Override
          public void pause() {}

          @Override
          public Duration remaining() {
            return Duration.ZERO;
          }

          @Override
          public void throwIfDone() {
            assertThat(CompletableFuture.supplyAsync(memory::bytes))
                .succeedsWithin(Duration.ofSeconds(20))
                .isEqualTo(2L * MEGABYTE);
          }

          @Override
          public void checkpoint() {
            throwIfDone();
          }
        };
    try (QueryBudget first = new QueryBudget(memory, hasty);
        QueryBudget second = new QueryBudget(memory, hasty);
        QueryBudget third = new QueryBudget(memory, hasty)) {
      first.take(MEGABYTE);
      second.take(MEGABYTE);
      assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> third.take(1));
    }
  }

  @Test
  void noRowIsLongerThanAnAnswer() {
    Limits limits = Limits.DEFAULT.with(Limits.Name.PAGE_BYTES, 10_000);
    try (Bed bed = Bed.inMemory(limits)) {
      QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, 1));
      String numbers = IntStream.range(0, 3000).mapToObj(i -> "1").toList().toString();
      queries.create(
          "{\"id\":\"a\",\"pk\":\"k\",\"text\":\"%s\",\"numbers\":%s}"
              .formatted("x".repeat(4000), numbers.replace(" ", "")));
      for (String row : List.of("[c.text, c.text]", "[c.numbers]", "{'n': c.numbers}")) {
        assertThat(queries.rows("SELECT VALUE " + row + " FROM c", 10)).as(row).hasSize(1);
      }
      for (String row :
          List.of(
              "[c.text, c.text, c.text]", "[c, c]", "{'a': c, 'b': c}", "[c.numbers, c.numbers]")) {
        assertFails(
            ErrorCode.LIMIT_EXCEEDED, () -> queries.rows("SELECT VALUE " + row + " FROM c", 10));
      }
      assertThat(queries.rows("SELECT VALUE COUNT(1) FROM (SELECT VALUE [c, c, c] FROM c)", 10))
          .containsExactly("1");
    }
  }

  /// More rows than are handed on at a time.
  @Test
  void aSubqueryThatSortsReadsItemsOnce() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, 2));
      int items = 2500;
      for (int i = 0; i < items; i++) {
        queries.create("{\"id\":\"%d\",\"pk\":\"k%d\",\"n\":%d}".formatted(i, i % 9, i));
      }
      for (String rows :
          List.of(
              "SELECT DISTINCT c.n FROM c",
              "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
              "SELECT VALUE c.n + 0 FROM c")) {
        try (QueryPage page = queries.page("SELECT VALUE COUNT(1) FROM (" + rows + ")", 10, null)) {
          assertThat(page.rows())
              .as(rows)
              .containsExactly(new Result.Computed(new Value.Int32(items)));
          assertThat(page.metrics().retrieved()).as(rows).isEqualTo(items);
        }
      }
    }
  }

  /// However many there are, a page keeps those it gives out.
  @Test
  void groupsAreKeptAsAPageNeedsThem() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, 3));
      for (int i = 0; i < 200; i++) {
        queries.create(
            "{\"id\":\"%d\",\"pk\":\"k%d\",\"n\":%d}".formatted(i, i % 7, (i * 31) % 50));
      }
      for (String query :
          List.of(
              "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
              "SELECT c.n, SUM(c.n) AS s FROM c GROUP BY c.n OFFSET 7 LIMIT 30",
              "SELECT TOP 9 c.n, MAX(c.id) AS s FROM c GROUP BY c.n")) {
        List<String> whole = queries.rows(query, 1000);
        assertThat(whole)
            .as(query)
            .isSubsetOf(queries.rows(query.replaceAll("TOP 9|OFFSET.*", ""), 1000));
        for (int size : List.of(1, 4, 49, 50)) {
          assertThat(queries.rows(query, size)).as(query).isEqualTo(whole);
        }
      }
    }
  }
}
