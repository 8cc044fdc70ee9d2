// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Queries over one and several partitions give what they give in memory, page by page, whatever
/// happens between the pages.
class QueryTest {
  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM c",
          "SELECT c.id FROM c WHERE c.n = 3",
          "SELECT VALUE c.id FROM c WHERE c.n > 3 AND c.n <= 7",
          "SELECT VALUE c.id FROM c WHERE c.n > 3 AND c.text = 'b'",
          "SELECT VALUE c.id FROM c WHERE c.n = 1 OR c.text = 'b' OR c.n = 'x'",
          "SELECT VALUE c.id FROM c WHERE c.n IN (1, 2, 'x', null, true)",
          "SELECT VALUE c.id FROM c WHERE STARTSWITH(c.text, 'a')",
          "SELECT VALUE c.id FROM c WHERE c.text LIKE 'a%'",
          "SELECT VALUE c.id FROM c WHERE NOT IS_DEFINED(c.n)",
          "SELECT VALUE c.id FROM c WHERE IS_STRING(c.n)",
          "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 2)",
          "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t > 3)",
          "SELECT c.id, t FROM c JOIN t IN c.tags WHERE t >= 2",
          "SELECT VALUE t FROM t IN c.tags",
          "SELECT VALUE COUNT(1) FROM c",
          "SELECT VALUE SUM(c.n) FROM c WHERE IS_NUMBER(c.n)",
          "SELECT COUNT(1) AS n, MAX(c.n) AS m FROM c WHERE c.n < 5",
          "SELECT c.text, COUNT(1) AS n FROM c GROUP BY c.text",
          "SELECT DISTINCT VALUE c.n FROM c",
          "SELECT DISTINCT c.text, c.n FROM c WHERE c.n < 6",
          "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.text FROM c)",
          "SELECT x.text, t FROM (SELECT DISTINCT c.text, c.tags FROM c) x JOIN t IN x.tags",
          "SELECT VALUE x.n FROM (SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n) x WHERE x.k > 3",
          "SELECT VALUE x.id FROM (SELECT * FROM c WHERE c.n = 3) x WHERE IS_DEFINED(x.text)",
          "SELECT VALUE MIN(c.text) FROM c",
          "SELECT VALUE MAX(c.n) FROM c WHERE c.n < 7",
          "SELECT VALUE MAX(c.n) FROM c",
          "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 3",
          "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 3 AND c.text != 'b'",
          "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 1 AND (c.text != 'b' AND c.n < 7)",
          "SELECT VALUE COUNT(1) FROM c WHERE c.n BETWEEN 2 AND ARRAY_LENGTH(c.tags)",
          "SELECT VALUE MAX(c.n) FROM c WHERE c.n < 7 AND c.text != 'a'",
          "SELECT VALUE 1",
          "SELECT VALUE c.id FROM c WHERE false");

  private static final List<String> ORDERED =
      List.of(
          "SELECT c.id, c.n FROM c ORDER BY c.n",
          "SELECT c.id, c.n FROM c ORDER BY c.n DESC",
          "SELECT VALUE c.n FROM c WHERE c.n > 2 ORDER BY c.n",
          "SELECT c.id, c.n FROM c WHERE c.text = 'b' ORDER BY c.n DESC",
          "SELECT TOP 7 c.id, c.n FROM c ORDER BY c.n",
          "SELECT c.id, c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 11",
          "SELECT c.id, t FROM c JOIN t IN c.tags ORDER BY c.n",
          "SELECT DISTINCT VALUE c.text FROM c ORDER BY c.text DESC");

  private static QueryBed bed(Bed bed, int partitions, int items) {
    QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, partitions));
    Random random = new Random(7);
    for (int i = 0; i < items; i++) {
      queries.create(item(i, random));
    }
    return queries;
  }

  private static String item(int number, Random random) {
    List<String> members = new ArrayList<>();
    members.add("\"id\":\"%d\",\"pk\":\"k%d\"".formatted(number, random.nextInt(12)));
    switch (random.nextInt(10)) {
      case 0 -> members.add("\"n\":\"x\"");
      case 1 -> members.add("\"n\":null");
      case 2 -> members.add("\"n\":true");
      case 3 -> {}
      case 4 -> members.add("\"n\":[1]");
      default -> members.add("\"n\":" + random.nextInt(9));
    }
    if (random.nextInt(4) > 0) {
      members.add("\"text\":\"%s\"".formatted("abc".charAt(random.nextInt(3))));
    }
    if (random.nextBoolean()) {
      members.add("\"tags\":[%d,%d]".formatted(random.nextInt(4), random.nextInt(6)));
    }
    return "{" + String.join(",", members) + "}";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void rowsAreThoseInMemory(int partitions) {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, partitions, 120);
      for (int size : List.of(1, 2, 7, 100)) {
        for (String query : QUERIES) {
          assertThat(queries.rows(query, size))
              .as("%s, pages of %d", query, size)
              .containsExactlyInAnyOrderElementsOf(queries.expected(query));
        }
        for (String query : ORDERED) {
          assertThat(queries.rows(query, size))
              .as("%s, pages of %d", query, size)
              .containsExactlyElementsOf(queries.expected(query));
        }
      }
    }
  }

  /// Nothing that a partition needs for a query is left behind when it gets there as bytes.
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void rowsAreTheSameWhenQueriesAreSent(int partitions) {
    try (Bed bed = Bed.sending()) {
      QueryBed queries = bed(bed, partitions, 80);
      for (int size : List.of(3, 100)) {
        for (String query : QUERIES) {
          assertThat(queries.rows(query, size))
              .as("%s, pages of %d", query, size)
              .containsExactlyInAnyOrderElementsOf(queries.expected(query));
        }
        for (String query : ORDERED) {
          assertThat(queries.rows(query, size))
              .as("%s, pages of %d", query, size)
              .containsExactlyElementsOf(queries.expected(query));
        }
      }
    }
  }

  @Test
  void pagesSurviveSplitsAndRestarts() {
    for (String query : ORDERED) {
      try (Bed bed = Bed.inMemory()) {
        QueryBed queries = bed(bed, 1, 60);
        assertThat(disturbed(queries, query))
            .as(query)
            .containsExactlyElementsOf(queries.expected(query));
      }
    }
    for (String query : QUERIES) {
      try (Bed bed = Bed.inMemory()) {
        QueryBed queries = bed(bed, 1, 60);
        assertThat(disturbed(queries, query))
            .as(query)
            .containsExactlyInAnyOrderElementsOf(queries.expected(query));
      }
    }
  }

  /// The rows of a query, with a split behind the first page and a restart behind the second.
  private static List<String> disturbed(QueryBed queries, String query) {
    return queries.rows(
        query,
        Scope.ALL,
        5,
        page -> {
          if (page == 1) {
            queries.bed.splitAll(queries.container);
          } else if (page == 2) {
            queries.bed.restart();
          }
        });
  }

  @Test
  void onePartitionKeyIsAScope() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 3, 120);
      for (int i = 0; i < 12; i++) {
        String scoped = "SELECT VALUE c.id FROM c WHERE c.n > 2";
        String filtered = scoped + " AND c.pk = 'k" + i + "'";
        assertThat(queries.rows(scoped, Scope.of(queries.key("k" + i)), 3, _ -> {}))
            .containsExactlyInAnyOrderElementsOf(queries.expected(filtered));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void textsLongerThanTheIndexKeepsAreToldApart(int partitions) {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, partitions, 0);
      String common = "x".repeat(3000);
      for (int i = 0; i < 3; i++) {
        queries.create(
            "{\"id\":\"%d\",\"pk\":\"k\",\"text\":\"%s%d\"}".formatted(i, common, (i + 1) % 3));
        queries.create(
            "{\"id\":\"%d\",\"pk\":\"l%d\",\"text\":\"%s%d\"}".formatted(i, i, common, i));
      }
      for (String query :
          List.of(
              "SELECT VALUE COUNT(1) FROM c WHERE c.text = '%s1'",
              "SELECT VALUE COUNT(1) FROM c WHERE c.text > '%s1'",
              "SELECT VALUE COUNT(1) FROM c WHERE STARTSWITH(c.text, '%s1')",
              "SELECT VALUE MAX(c.text) FROM c WHERE c.text < '%s2'",
              "SELECT VALUE MIN(c.text) FROM c",
              "SELECT VALUE MAX(c.text) FROM c")) {
        String text = query.formatted(common);
        assertThat(queries.rows(text, 10)).as(query).isEqualTo(queries.expected(text));
      }
      for (String text :
          List.of(
              "SELECT DISTINCT VALUE c.text FROM c",
              "SELECT c.text, COUNT(1) AS n FROM c GROUP BY c.text",
              "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.text FROM c)")) {
        assertThat(queries.rows(text, 1))
            .as(text)
            .containsExactlyInAnyOrderElementsOf(queries.expected(text));
      }
    }
  }

  /// SDKs that merge ranges go on behind the last row with the range's continuation and a filter of
  /// their own.
  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void anOrderGoesOnWithAnotherFilter(int partitions) {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = new QueryBed(bed, bed.create("items", Bed.BY_KEY, partitions));
      for (int i = 0; i < 90; i++) {
        String n = i % 8 == 0 ? "" : ",\"n\":" + i % 8;
        queries.create(
            "{\"id\":\"%d\",\"pk\":\"k%d\",\"text\":\"%s\"%s}"
                .formatted(i, i % 11, i % 3 == 0 ? "a" : "b", n));
      }
      for (String direction : List.of("ASC", "DESC")) {
        for (String also : List.of("true", "c.text = 'a'", "c.n > 2")) {
          for (int size : List.of(1, 4, 10)) {
            String text = "SELECT c.id, c.n FROM c WHERE (%s) AND " + also + " ORDER BY c.n ";
            assertThat(resumed(queries, text + direction, size))
                .as("%s %s, pages of %d", direction, also, size)
                .containsExactlyElementsOf(queries.expected((text + direction).formatted("true")));
          }
        }
      }
    }
  }

  /// All rows, where each page asks for nothing in front of the last row it knows.
  private static List<String> resumed(QueryBed queries, String query, int size) {
    List<String> rows = new ArrayList<>();
    String filter = "true";
    String continuation = null;
    do {
      var page = queries.page(query.formatted(filter), size, continuation);
      rows.addAll(QueryBed.json(page.rows()));
      continuation = page.continuation().orElse(null);
      filter = rows.isEmpty() ? "true" : behind(rows.getLast(), query.endsWith("DESC"));
    } while (continuation != null);
    return rows;
  }

  private static String behind(String row, boolean descending) {
    Matcher n = Pattern.compile("\"n\":(\\d+)").matcher(row);
    if (!n.find()) {
      return descending ? "NOT IS_DEFINED(c.n)" : "true";
    }
    return descending ? "c.n <= " + n.group(1) + " OR NOT IS_DEFINED(c.n)" : "c.n >= " + n.group(1);
  }

  @Test
  void continuationsOfAnotherOrderAreRefused() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 1, 60);
      String token = queries.page("SELECT * FROM c ORDER BY c.n", 3, null).continuation().get();
      String distinct =
          queries
              .page("SELECT DISTINCT c.id FROM c ORDER BY c.n", 3, null)
              .continuation()
              .orElseThrow();
      assertThat(queries.page("SELECT c.id FROM c ORDER BY c.n", 3, token).rows()).hasSize(3);
      for (String other :
          List.of(
              "SELECT * FROM c ORDER BY c.n DESC",
              "SELECT * FROM c ORDER BY c.text",
              "SELECT DISTINCT c.id FROM c ORDER BY c.n",
              "SELECT * FROM c")) {
        assertRefused(() -> queries.page(other, 3, token));
      }
      assertRefused(() -> queries.page("SELECT DISTINCT c.text FROM c ORDER BY c.n", 3, distinct));
      assertRefused(() -> queries.page("SELECT * FROM c ORDER BY c.n", 3, "x" + token));
    }
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("Invalid Continuation Token");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "WHERE IS_DEFINED(c.id)", "WHERE c.n >= 0"})
  void noPageIsEmptyWithoutNeed(String filter) {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 3, 0);
      for (int i = 0; i < 20; i++) {
        queries.create("{\"id\":\"%d\",\"pk\":\"k%d\",\"n\":%d}".formatted(i, i, i));
      }
      for (String order : List.of("", "ORDER BY c.n", "ORDER BY c.n DESC", "ORDER BY c.none")) {
        String query = "SELECT * FROM c " + filter + " " + order;
        assertThat(queries.pageSizes(query, 2)).as(query).hasSize(10).containsOnly(2);
      }
    }
  }

  @Test
  void anotherQuerysContinuationIsRefused() {
    try (Bed bed = Bed.inMemory()) {
      QueryBed queries = bed(bed, 1, 20);
      String continuation = queries.page("SELECT * FROM c", 3, null).continuation().orElseThrow();
      assertThatThrownBy(() -> queries.page("SELECT c.id FROM c", 3, continuation))
          .isInstanceOf(OrreryException.class)
          .hasMessageContaining("another query");
    }
  }
}
