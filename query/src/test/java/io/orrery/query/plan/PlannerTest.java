// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {
  private static final Set<QueryFeature> ALL = EnumSet.allOf(QueryFeature.class);
  private static final String FILTER = "({documentdb-formattableorderbyquery-filter})";

  private static QueryInfo info(String text) {
    return plan(text, Map.of(), ALL).info();
  }

  private static QueryPlan plan(
      String text, Map<String, Value> parameters, Set<QueryFeature> features) {
    return Planner.plan(
        Parser.parse(text), Constants.of(parameters), PartitionKeyDefinition.hash("/k"), features);
  }

  @Test
  void distinctRowsAreCountedByTheClient() {
    QueryInfo value = info("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.a FROM c)");
    assertThat(value.distinct()).isEqualTo(DistinctType.UNORDERED);
    assertThat(value.distinctCountAlias()).isEmpty();
    assertThat(value.aggregates()).isEmpty();
    assertThat(value.rewrittenQuery()).isEqualTo("SELECT DISTINCT VALUE c.a FROM c");
    QueryInfo unnamed = info("SELECT COUNT(1) FROM (SELECT DISTINCT c.a, c.b FROM c) AS x");
    assertThat(unnamed.distinctCountAlias()).isEqualTo("$1");
    assertThat(info("SELECT COUNT(1) AS n FROM (SELECT DISTINCT c.a FROM c)").distinctCountAlias())
        .isEqualTo("n");
    assertThat(
            plan("SELECT COUNT(1) FROM (SELECT DISTINCT c.a FROM c WHERE c.k = 1)", Map.of(), ALL)
                .ranges()
                .getFirst()
                .isPoint())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM (SELECT DISTINCT r.a FROM r) p",
        "SELECT VALUE p FROM (SELECT DISTINCT VALUE r.a FROM r) AS p WHERE p > 1",
        "SELECT DISTINCT VALUE p.b FROM (SELECT DISTINCT VALUE r.a FROM r) AS p"
      })
  void clientsLeaveOutDistinctRowsTheyHaveSeen(String text) {
    assertThat(info(text).distinct()).isEqualTo(DistinctType.UNORDERED);
    assertThat(info(text).rewrittenQuery()).isEmpty();
    assertThat(info(text.replaceFirst("SELECT( DISTINCT)?", "SELECT$1 TOP 3")).rewrittenQuery())
        .doesNotContain("TOP");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM (SELECT DISTINCT * FROM r) p",
        "SELECT VALUE v FROM (SELECT DISTINCT VALUE root FROM root) AS r0 JOIN v IN r0.tags",
        "SELECT VALUE r0.a FROM (SELECT DISTINCT VALUE root FROM root) AS r0 WHERE r0.b = 1"
      })
  void distinctItemsAreItems(String text) {
    assertThat(WholeSubquery.of(Parser.parse(text))).isNull();
    assertThat(info(text).rewrittenQuery()).isEmpty();
  }

  @Test
  void whatNeedsNoItemsIsCountedAsWell() {
    QueryInfo info = info("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE 'a')");
    assertThat(info.distinctCountAlias()).isEmpty();
    assertThat(info.rewrittenQuery()).isEqualTo("SELECT DISTINCT VALUE \"a\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE COUNT(x) FROM (SELECT DISTINCT VALUE c.a FROM c) x",
        "SELECT VALUE UPPER(p) FROM (SELECT DISTINCT VALUE c.a FROM c) AS p",
        "SELECT * FROM (SELECT c.a FROM c GROUP BY c.a)",
        "SELECT * FROM (SELECT VALUE COUNT(1) FROM c)",
        "SELECT * FROM (SELECT * FROM (SELECT DISTINCT c.a FROM c))"
      })
  void whatClientsCannotPutTogetherHasNoPlan(String text) {
    assertThatThrownBy(() -> plan(text, Map.of(), ALL)).isInstanceOf(OrreryException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT DISTINCT c.a FROM c ORDER BY c.a                 | ORDERED
          SELECT DISTINCT c.a, c.b FROM c ORDER BY c.b, c.a       | ORDERED
          SELECT DISTINCT c.a FROM c ORDER BY c.a, c.b            | ORDERED
          SELECT DISTINCT c.a FROM c ORDER BY c.b, c.a            | UNORDERED
          SELECT DISTINCT c.a, c.b FROM c ORDER BY c.a            | UNORDERED
          SELECT DISTINCT * FROM c ORDER BY c.a                   | UNORDERED
          SELECT DISTINCT VALUE {"a": c.a} FROM c ORDER BY c.a    | UNORDERED
          """)
  void distinctRowsAreOrderedIfTheOrderIsTheirs(String text, DistinctType type) {
    assertThat(info(text).distinct()).isEqualTo(type);
  }

  @Test
  void orderedPagesAreCutByTheClient() {
    QueryInfo info = info("SELECT c.a x FROM c WHERE c.k = 1 ORDER BY c.b DESC OFFSET 2 LIMIT 3");
    assertThat(info.paging()).isEqualTo(new Paging(null, 2L, 3L));
    assertThat(info.rewrittenQuery())
        .isEqualTo(
            "SELECT c._rid, [{\"item\": c.b}] AS orderByItems, {\"x\": c.a} AS payload FROM c WHERE"
                + " ((c.k = 1) AND "
                + FILTER
                + ") ORDER BY c.b DESC OFFSET 0 LIMIT 5");
  }

  @Test
  void theRewrittenQueryOfTheLongestFilterCanBeRead() {
    String filter = "c.a = 0" + " OR c.a = 1".repeat(2_000);
    String rewritten =
        info("SELECT VALUE c.a FROM c WHERE " + filter + " ORDER BY c.a").rewrittenQuery();
    Query query = Parser.parse(rewritten.replace(FILTER, "(c.a > 1 OR IS_STRING(c.a))"));
    assertThat(query.orderBy()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT MAX(c.id) FROM c GROUP BY c.name ORDER BY c.name",
        "SELECT * FROM (SELECT c.a FROM c GROUP BY c.a)"
      })
  void whatClientsCannotPutTogetherRunsInOnePartition(String text) {
    assertThatThrownBy(() -> plan(text, Map.of(), ALL)).hasMessageContaining("has no plan");
    QueryInfo info =
        Planner.plan(
                Parser.parse(text),
                Constants.of(Map.of()),
                PartitionKeyDefinition.hash("/k"),
                Set.of(),
                true)
            .info();
    assertThat(info.rewrittenQuery()).isEmpty();
    assertThat(info.grouping()).isEqualTo(Grouping.NONE);
    assertThat(info.ordering()).isEqualTo(Ordering.NONE);
    assertThat(
            info("SELECT COUNT(1) FROM c WHERE c.k = 1 GROUP BY c.name ORDER BY c.name")
                .rewrittenQuery())
        .isEmpty();
  }

  @Test
  void itemsThatASubqueryHandsOnHaveAnOrder() {
    assertThat(
            info("SELECT VALUE r FROM (SELECT VALUE c FROM c) AS r ORDER BY r.a").rewrittenQuery())
        .startsWith("SELECT r._rid, [{\"item\": r.a}] AS orderByItems, r AS payload FROM (");
  }

  @Test
  void partsOfItemsHaveNoOrder() {
    assertThatThrownBy(() -> plan("SELECT t.a FROM t IN c.t ORDER BY t.a", Map.of(), ALL))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("Unsupported ORDER BY");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT TOP 1 * FROM c                               | Top
          SELECT * FROM c OFFSET 1 LIMIT 1                    | OffsetAndLimit
          SELECT DISTINCT c.a FROM c                          | Distinct
          SELECT * FROM c ORDER BY c.a                        | OrderBy
          SELECT * FROM c ORDER BY c.a, c.b                   | MultipleOrderBy
          SELECT VALUE SUM(c.a) FROM c                        | Aggregate
          SELECT SUM(c.a) FROM c                              | NonValueAggregate
          SELECT SUM(c.a), MAX(c.a) FROM c                    | MultipleAggregates
          SELECT c.a FROM c GROUP BY c.a                      | GroupBy
          SELECT VALUE COUNTIF(c.a) FROM c                    | CountIf
          SELECT MAKELIST(c.a) FROM c                         | ListAndSetAggregate
          SELECT VALUE MAKESET(c.a) FROM c                    | ListAndSetAggregate
          SELECT COUNT(1) FROM (SELECT DISTINCT c.a FROM c)   | DCount
          """)
  void aFeatureThatTheClientLacksIsNamed(String text, String name) {
    QueryFeature feature = QueryFeature.find(name).orElseThrow();
    plan(text, Map.of(), ALL);
    assertThatThrownBy(() -> plan(text, Map.of(), EnumSet.complementOf(EnumSet.of(feature))))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("Query contained " + name + ", which");
  }

  @Test
  void plainQueriesNeedNoFeature() {
    assertThat(
            plan("SELECT c.a FROM c JOIN t IN c.t WHERE t > 1", Map.of(), Set.of())
                .info()
                .rewrittenQuery())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"TOP,SC2060", "OFFSET,SC2062", "LIMIT,SC2061"})
  void countsInParametersAreWholeNumbers(String clause, String code) {
    String text =
        switch (clause) {
          case "TOP" -> "SELECT TOP @n * FROM c";
          case "OFFSET" -> "SELECT * FROM c OFFSET @n LIMIT 1";
          default -> "SELECT * FROM c OFFSET 1 LIMIT @n";
        };
    assertThat(plan(text, Map.of("@n", new Value.Float64(2)), ALL).info()).isNotNull();
    for (Value value :
        new Value[] {
          new Value.Int32(-1),
          new Value.Float64(1.5),
          new Value.Text("1"),
          new Value.Int64(1L << 32)
        }) {
      assertThatThrownBy(() -> plan(text, Map.of("@n", value), ALL))
          .isInstanceOfSatisfying(
              QueryException.class,
              e -> {
                assertThat(e.errors().getFirst().code()).isEqualTo(code);
                assertThat(e.errors().getFirst().start()).isEqualTo(text.indexOf('@'));
              });
    }
  }
}
