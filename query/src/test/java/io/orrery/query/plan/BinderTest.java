// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryError;
import io.orrery.query.syntax.QueryException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT d.a, e.b FROM c                          | SC2001 7..8, SC2001 12..13
          SELECT * FROM c x WHERE c.a                     | SC2001 24..25
          SELECT * FROM c ORDER BY x                      | SC2001 25..26
          SELECT c.a AS x FROM c ORDER BY x               | SC2001 32..33
          SELECT 1 FROM c JOIN t IN d.tags                | SC2001 26..27
          SELECT (SELECT VALUE 1 FROM t IN d.t) FROM c    | SC2001 33..34
          SELECT VALUE EXISTS(SELECT VALUE x.y) FROM c    | SC2001 33..34
          SELECT f(1), ABS() FROM c                       | SC2005 7..8, SC2050 13..18
          SELECT COUNT(1, 2) FROM c                       | SC2050 7..18
          SELECT MAX((SELECT VALUE 1)) FROM c             | SC2101 7..28
          SELECT c.a, COUNT(1) FROM c                     | SC2102 7..10
          SELECT VALUE {x: [UPPER(c.a)]} FROM c GROUP BY c.b | SC2102 24..27
          SELECT c FROM c GROUP BY c.a                    | SC2102 7..8
          SELECT * FROM c JOIN t IN c.t                   | SC2040 7..8
          SELECT *                                        | - 7..8
          SELECT TOP 1 * FROM c OFFSET 1 LIMIT 1          | - -1..-1
          SELECT 1 FROM c WHERE COUNT(1) > 1              | - 22..30
          SELECT 1 FROM c JOIN t IN c.t JOIN t IN c.u     | - -1..-1
          SELECT * FROM c ORDER BY c.a + 1                | 2206 -1..-1
          SELECT * FROM c JOIN t IN c.t ORDER BY c.a      | SC2040 7..8
          SELECT c FROM c JOIN t IN c.t ORDER BY t.a      | 2206 -1..-1
          SELECT t FROM t IN c.t ORDER BY t.a             | 2206 -1..-1
          SELECT c FROM c JOIN (SELECT VALUE COUNT(1) FROM t IN c.t) AS n ORDER BY n   | 2206 -1..-1
          SELECT c FROM c JOIN (SELECT VALUE t FROM t IN c.t) AS t ORDER BY c.a, t.b   | 2206 -1..-1
          SELECT VALUE r FROM (SELECT VALUE {"n": ABS(c.a)} FROM c) AS r ORDER BY r.n  | 2206 -1..-1
          SELECT VALUE r FROM (SELECT COUNT(1) AS n FROM c) AS r ORDER BY r.n          | 2206 -1..-1
          SELECT c.a FROM c GROUP BY c.a ORDER BY c.b     | - -1..-1
          SELECT c.a FROM c GROUP BY c.a ORDER BY c.a, c  | - -1..-1
          SELECT MAX(c.n) - MIN(c.n) FROM c               | - -1..-1
          SELECT VALUE {"n": COUNT(1) > 0} FROM c         | - -1..-1
          SELECT ABS(COUNT(1)) FROM c GROUP BY c.a        | - -1..-1
          SELECT VALUE [1, 2, 3][c.x] FROM c              | SC2990 13..27
          SELECT c.a[c.b] FROM c                          | SC2990 7..15
          SELECT VALUE (SELECT VALUE COUNT(1) FROM c)     | SC2001 41..42
          SELECT * FROM (SELECT TOP 10 VALUE c FROM c)    | SC2203 22..28
          SELECT * FROM (SELECT TOP 1 VALUE c FROM c ORDER BY c.a) x | SC2202 43..55, SC2203 22..27
          SELECT * FROM (SELECT TOP 2 * FROM (SELECT TOP 1 * FROM c) x) y | SC2203 43..48, SC2203 22..27
          SELECT * FROM (SELECT TOP 1 * FROM c) x ORDER BY ABS(x.a) | SC2203 22..27
          SELECT ARRAY(SELECT VALUE t FROM t IN c.t ORDER BY t.a DESC) FROM c | SC2202 42..59
          SELECT * FROM (SELECT * FROM c ORDER BY c.a OFFSET 1 LIMIT @p) x | SC2202 31..43, SC2204 44..61
          """)
  void errorsAreFoundWhereTheyAre(String text, String errors) {
    assertThat(errors(text)).isEqualTo(errors);
  }

  @Test
  void aQueryCallsTenFunctionsOfTheUsersAtMost() {
    String ten = "udf.f(c.a)" + ", udf.f(c.a)".repeat(9);
    assertThat(errors("SELECT " + ten + " FROM c")).isEmpty();
    assertThat(errors("SELECT " + ten + " FROM c WHERE udf.g(1)")).isEqualTo("- -1..-1");
    assertThat(errors("SELECT [" + ten + "] AS payload, [" + ten + "] AS orderByItems FROM c"))
        .as("a plan repeats calls")
        .isEmpty();
  }

  @Test
  void whereNobodySendsValuesThereAreNoParameters() {
    Query query = Parser.parse("SELECT VALUE c.a + @p FROM c");
    assertThatThrownBy(() -> Binder.checkWithoutParameters(query, Signatures.BUILT_IN))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("@p");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM anything",
        "SELECT 1",
        "SELECT VALUE t.x FROM c JOIN t IN c.tags WHERE c.a = t.b AND @p",
        "SELECT VALUE a FROM c.b.a",
        "SELECT VALUE c FROM (SELECT VALUE c FROM c) c",
        "SELECT VALUE s FROM c JOIN (SELECT VALUE s FROM s IN c.s GROUP BY s) s",
        "SELECT c['a'], c.a.b, UPPER(c.a), COUNT(1), 1, @p FROM c GROUP BY c.a",
        "SELECT VALUE UPPER(c.a) FROM c GROUP BY UPPER(c.a)",
        "SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.t WHERE t = c.a) FROM c",
        "SELECT udf.anything(c.a, 1) FROM c",
        "SELECT avg(c.a) FROM c ORDER BY c.b",
        "SELECT VALUE [{\"item\": MIN(c.a), \"item2\": {\"min\": MIN(c.a)}}] FROM c",
        "SELECT MAX(c.id) FROM c GROUP BY c.name ORDER BY c['name'] DESC",
        "SELECT VALUE r FROM (SELECT VALUE c FROM c) AS r ORDER BY r.a",
        "SELECT VALUE r FROM (SELECT c.a AS x, ABS(c.b) AS y FROM c) AS r ORDER BY r.x.z",
        "SELECT c FROM c JOIN t IN c.t ORDER BY c.a",
        "SELECT x FROM c JOIN x IN c.t WHERE EXISTS(SELECT VALUE COUNT(1) > 1 FROM y IN x.t)",
        "SELECT VALUE c[@p][0][1 + 1] FROM c",
        "SELECT * FROM c ORDER BY c.a[0]['b'] DESC, c.d"
      })
  void rightQueriesHaveNoErrors(String text) {
    assertThat(errors(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT TOP 2 * FROM c ORDER BY VectorDistance(c.v, [1]) | The function VectorDistance
          SELECT VectorDistance(c.v, [1], true) AS d FROM c       | The function VectorDistance
          SELECT * FROM c WHERE vectordistance(c.v, [1]) > 0.5    | The function vectordistance
          SELECT * FROM c WHERE FullTextContains(c.a, 'x')        | The function FullTextContains
          SELECT * FROM c WHERE NOT FullTextContainsAny(c.a)      | The function FullTextContainsAny
          SELECT * FROM c WHERE FullTextScore(c.a, 'x') > 1       | The function FullTextScore
          SELECT (SELECT VALUE RRF(1, 2)) FROM c                  | The function RRF
          SELECT c.a FROM c ORDER BY RANK FullTextScore(c.a, 'b') | ORDER BY RANK
          SELECT TOP 1 * FROM c ORDER BY RANK RRF(FullTextScore(c.a, 'b'), VectorDistance(c.v, [1])) | ORDER BY RANK
          """)
  void searchByRelevanceIsRefusedByName(String text, String name) {
    assertThatThrownBy(() -> errors(text))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
        .hasMessageStartingWith(name + " is not supported");
  }

  private static String errors(String text) {
    try {
      Binder.check(Parser.parse(text), Signatures.BUILT_IN);
      return "";
    } catch (QueryException e) {
      return e.errors().stream().map(BinderTest::show).collect(Collectors.joining(", "));
    }
  }

  private static String show(QueryError error) {
    return (error.code().isEmpty() ? "-" : error.code()) + " " + error.start() + ".." + error.end();
  }
}
