// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.Route;
import io.orrery.gateway.query.QueryPage;
import io.orrery.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where no order is asked for, few items come in the order of their creation, and many in one that
/// costs nothing; what was begun in one order goes on in it.
class CreationOrderTest {
  private static final List<String> QUERIES =
      List.of(
          "SELECT VALUE c.id FROM c",
          "SELECT * FROM c",
          "SELECT TOP 9 VALUE c.id FROM c",
          "SELECT VALUE c.id FROM c OFFSET 4 LIMIT 30",
          "SELECT VALUE c.id FROM c WHERE c.n = 3",
          "SELECT VALUE c.id FROM c WHERE c.n >= 2",
          "SELECT TOP 5 VALUE c.id FROM c WHERE c.n < 5",
          "SELECT VALUE c.id FROM c WHERE c.n IN (5, 1, 3)",
          "SELECT VALUE c.id FROM c WHERE c.n = 5 OR c.text = 'b' OR ARRAY_CONTAINS(c.tags, 2)",
          "SELECT VALUE c.id FROM c WHERE c.pk IN ('k3', 'k1', 'k7')",
          "SELECT VALUE c.id FROM c WHERE STARTSWITH(c.text, 'a') AND c.n > 1",
          "SELECT c.id, t FROM c JOIN t IN c.tags",
          "SELECT c.id, t FROM c JOIN t IN c.tags WHERE c.n > 2");

  private static void create(QueryBed queries, int from, int to) {
    for (int i = from; i < to; i++) {
      queries.create(
          "{\"id\":\"%d\",\"pk\":\"k%d\",\"n\":%d,\"text\":\"%s\",\"tags\":[%d,%d,9]}"
              .formatted((i * 37) % 1009, i % 11, (i * 5) % 7, "abc".charAt(i % 3), i % 4, i % 5));
    }
  }

  private static QueryBed bed(Bed bed, int partitions, int items) {
    QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, partitions));
    create(queries, 0, items);
    return queries;
  }

  @Test
  void fewItemsComeInOrderOfCreation() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 1, 150);
      for (String query : QUERIES) {
        for (int size : List.of(1, 3, 10, 1000)) {
          assertThat(queries.rows(query, size))
              .as("%s, pages of %d", query, size)
              .isEqualTo(queries.expected(query));
        }
      }
    }
  }

  /// As SDKs read, and as the server does alone.
  @Test
  void eachPartitionHasItsOwnOrder() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 4, 150);
      for (String query : QUERIES) {
        if (query.contains("TOP") || query.contains("OFFSET")) {
          continue;
        }
        List<String> whole = queries.expected(query);
        List<String> ranges = new ArrayList<>();
        for (Route route : queries.container.table().routes().all()) {
          List<String> rows = queries.rows(query, Scope.of(route.range()), 4, _ -> {});
          assertThat(rows).as(query).isSubsetOf(whole);
          assertThat(rows.stream().map(whole::indexOf).toList()).as(query).isSorted();
          ranges.addAll(rows);
        }
        assertThat(ranges).as(query).containsExactlyInAnyOrderElementsOf(whole);
        assertThat(queries.rows(query, 4)).as(query).isEqualTo(ranges);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyRowComesOnceThroughSplits(int size) {
    for (String query : QUERIES) {
      try (Bed bed = Bed.inMemory()) {
        QueryBed queries = bed(bed, 1, 60);
        List<String> rows =
            queries.rows(
                query,
                Scope.ALL,
                size,
                page -> {
                  if (page == 1 || page == 3) {
                    bed.splitAll(queries.container);
                  }
                });
        if (query.contains("TOP") || query.contains("OFFSET")) {
          assertThat(rows).as(query).hasSameSizeAs(queries.expected(query)).doesNotHaveDuplicates();
        } else {
          assertThat(rows).as(query).containsExactlyInAnyOrderElementsOf(queries.expected(query));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE c.id FROM c",
        "SELECT VALUE c.id FROM c WHERE c.n >= 0",
        "SELECT VALUE c.id FROM c WHERE c.n >= 0 OR c.text = 'b'"
      })
  void anOrderThatWasBegunIsKeptWhenItemsBecomeMany(String query) {
    Limits few = Limits.DEFAULT.with(Limits.Name.CREATION_ORDER_ITEMS, 100);
    try (Bed bed = Bed.inMemory(few)) {
      QueryBed queries = bed(bed, 1, 90);
      List<String> rows =
          queries.rows(
              query,
              Scope.ALL,
              20,
              page -> {
                if (page == 1) {
                  create(queries, 90, 700);
                }
              });
      assertThat(rows).isEqualTo(queries.expected(query));
    }
  }

  /// Items that nobody asked for are not read for the sake of an order.
  @Test
  void manyItemsAreReadNoFurtherThanAPageNeeds() {
    Limits few = Limits.DEFAULT.with(Limits.Name.CREATION_ORDER_ITEMS, 200);
    try (Bed bed = Bed.inMemory(few)) {
      QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, 1));
      for (int i = 0; i < 300; i++) {
        queries.create(
            "{\"id\":\"%d\",\"pk\":\"k%d\",\"n\":%d}".formatted((i * 37) % 1009, i % 3, i));
      }
      Scope one = Scope.of(queries.key("k1"));
      String top = "SELECT TOP 20 VALUE c.id FROM c";
      assertThat(queries.page(top, one, 1000, null).metrics().retrieved()).isLessThan(25);
      assertThat(queries.page(top, Scope.ALL, 1000, null).metrics().retrieved()).isLessThan(25);
      QueryPage all = queries.page("SELECT VALUE c.id FROM c", one, 100, null);
      assertThat(QueryBed.json(all.rows()))
          .isEqualTo(queries.expected("SELECT VALUE c.id FROM c WHERE c.pk = 'k1'"));
      assertThat(all.metrics().retrieved()).isEqualTo(100);
      assertThat(
              queries.page("SELECT TOP 3 * FROM c WHERE c.n > 5", 10, null).metrics().retrieved())
          .isLessThan(10);
    }
  }

  @Test
  void manyEntriesComeOnceEach() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 2, 900);
      for (String query : QUERIES) {
        if (!query.contains("TOP") && !query.contains("OFFSET")) {
          assertThat(queries.rows(query, 70))
              .as(query)
              .containsExactlyInAnyOrderElementsOf(queries.expected(query));
        }
      }
    }
  }

  /// Every partition that is looked at is paid for, whoever goes round.
  @Test
  void eachPartitionIsPaidFor() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 4, 150);
      for (String query :
          List.of(
              "SELECT * FROM c WHERE c.n = 100",
              "SELECT * FROM c WHERE c.n = 100 ORDER BY c.n",
              "SELECT * FROM c WHERE c.n > 100 ORDER BY c.n DESC",
              "SELECT c.n FROM c WHERE c.n = 100 GROUP BY c.n",
              "SELECT DISTINCT c.n FROM c WHERE c.n = 100",
              "SELECT VALUE COUNT(1) FROM c",
              "SELECT VALUE COUNT(1) FROM c WHERE c.n = 100",
              "SELECT VALUE c.id FROM c WHERE c.n = 3",
              "SELECT * FROM c WHERE c.n >= 2")) {
        long byRange =
            queries.container.table().routes().all().stream()
                .mapToLong(route -> queries.charge(query, Scope.of(route.range()), 1000))
                .sum();
        assertThat(byRange).as(query).isGreaterThanOrEqualTo(4 * 2300);
        assertThat(queries.charge(query, Scope.ALL, 1000)).as(query).isEqualTo(byRange);
      }
      assertThat(queries.charge("SELECT VALUE 1", Scope.ALL, 10)).isEqualTo(2300);
    }
  }

  /// Later pages pay for the partitions they read, and not again for those that hold nothing.
  @Test
  void pagesDoNotPayTwiceForNothing() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, 4));
      IntStream.range(0, 20)
          .forEach(i -> queries.create("{\"id\":\"%d\",\"pk\":\"k\",\"n\":%d}".formatted(i, i)));
      for (String order : List.of("", " ORDER BY c.n", " ORDER BY c.n DESC")) {
        String query = "SELECT * FROM c WHERE c.n >= 0" + order;
        long one = queries.charge(query, Scope.ALL, 100);
        long ten = queries.charge(query, Scope.ALL, 2);
        // Nine more visits to the partition that has the items, and what was read ahead.
        assertThat(ten - one).as(query).isBetween(9L * 2300, 9L * 2300 + 2000);
      }
    }
  }
}
