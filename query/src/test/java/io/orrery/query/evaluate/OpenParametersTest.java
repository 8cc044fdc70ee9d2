// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import io.orrery.query.plan.OpenParameters;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Queries that are compiled before their parameters are known.
class OpenParametersTest {
  private static final List<String> VALUES =
      List.of("null", "true", "false", "0", "1", "2", "1.5", "\"a\"", "\"b\"", "[1]", "{\"a\":1}");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c WHERE c.v = @p",
        "SELECT VALUE c.id FROM c WHERE c.v != @p AND c.w >= @q",
        "SELECT c.id FROM c WHERE c.v < @p OR @q <= c.w",
        "SELECT c.id FROM c WHERE c.v BETWEEN @p AND @q",
        "SELECT c.id FROM c WHERE c.v NOT BETWEEN @p AND @p + 1",
        "SELECT c.id FROM c WHERE NOT (c.v = @p)",
        "SELECT c.id FROM c WHERE @p",
        "SELECT c.id FROM c WHERE @p AND c.v = @q",
        "SELECT c.id FROM c WHERE (@p ?? c.v) = @q",
        "SELECT c.id FROM c WHERE (@p ? c.v : c.w) = @q",
        "SELECT c.id FROM c WHERE (c.v || @p) = 'aa'",
        "SELECT c.id FROM c WHERE -c.v = -@p",
        "SELECT TOP 3 c.id FROM c WHERE c.v >= @p ORDER BY c.w DESC",
        "SELECT DISTINCT VALUE c.v FROM c WHERE c.w = @p",
        "SELECT c.v, COUNT(1) AS n FROM c WHERE c.w > @p GROUP BY c.v",
        "SELECT c.id, t FROM c JOIN t IN c.tags WHERE t = @p AND c.w != @q",
        "SELECT VALUE 1 WHERE @p = @q"
      })
  void hasTheSameRowsAsCompiledForItsParameters(String text) {
    Query query = Parser.parse(text);
    assertThat(OpenParameters.allowed(query)).isTrue();
    CompiledQuery.Open open = CompiledQuery.compileOpen(query, Evaluations.SETTINGS);
    List<QueriedItem> items = items();
    int found = 0;
    for (Map<String, Value> parameters : parameters()) {
      QuerySettings settings = Evaluations.SETTINGS.withParameters(parameters);
      List<Value> rows =
          InMemory.run(CompiledQuery.compile(query, settings), items, Evaluations.budget());
      assertThat(InMemory.run(open.with(settings), items, Evaluations.budget()))
          .as("with %s", parameters)
          .isEqualTo(rows);
      found += rows.size();
    }
    assertThat(found).isPositive();
  }

  /// Every value for one parameter, with some for the other; at last none for either.
  private static List<Map<String, Value>> parameters() {
    List<Map<String, Value>> all = new ArrayList<>();
    for (String first : VALUES) {
      for (String second : VALUES) {
        all.add(Map.of("@p", Evaluations.value(first), "@q", Evaluations.value(second)));
      }
      all.add(Map.of("@p", Evaluations.value(first)));
    }
    all.add(Map.of());
    return all;
  }

  private static List<QueriedItem> items() {
    List<QueriedItem> items = new ArrayList<>();
    for (int i = 0; i < VALUES.size(); i++) {
      String other = VALUES.get((i * 4 + 3) % VALUES.size());
      items.add(
          Evaluations.item(
              "{\"id\":\"%d\",\"v\":%s,\"w\":%s,\"tags\":[%s,\"a\",1]}"
                  .formatted(i, VALUES.get(i), other, other)));
    }
    items.add(Evaluations.item("{\"id\":\"none\"}"));
    return items;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT TOP @p * FROM c",
        "SELECT * FROM c OFFSET @p LIMIT 1",
        "SELECT VALUE @p FROM c",
        "SELECT * FROM c WHERE c.v IN (@p, 1)",
        "SELECT * FROM c WHERE c.v LIKE @p",
        "SELECT * FROM c WHERE CONTAINS(c.v, @p)",
        "SELECT * FROM c WHERE c.at > GetCurrentTimestamp()",
        "SELECT * FROM c WHERE udf.f(c.v)",
        "SELECT * FROM c WHERE c[@p] = 1",
        "SELECT * FROM c WHERE c.v = [@p]",
        "SELECT * FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = @p)",
        "SELECT * FROM (SELECT DISTINCT c.v FROM c) x WHERE x.v = @p",
        "SELECT c.v FROM c ORDER BY c[@p]"
      })
  void isCompiledForItsParametersWhereTheirValuesMatterBefore(String text) {
    assertThat(OpenParameters.allowed(Parser.parse(text))).isFalse();
  }
}
