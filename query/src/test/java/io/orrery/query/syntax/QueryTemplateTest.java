// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTemplateTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select * from c where c.name='Ann' | SELECT * FROM c WHERE c.name=@p1",
        "SELECT c.a FROM c WHERE c.n > 12.5e3 AND c.s != \"x\\\"y\" | SELECT c.a FROM c WHERE c.n >"
            + " @p1 AND c.s != @p2",
        "SELECT TOP 10 * FROM c ORDER BY c.a DESC OFFSET 5 LIMIT 7 | SELECT TOP @p1 * FROM c ORDER"
            + " BY c.a DESC OFFSET @p2 LIMIT @p3",
        "SELECT * FROM c WHERE c.id = @id AND c.on = true AND c.x = null | SELECT * FROM c WHERE"
            + " c.id = @id AND c.on = true AND c.x = null",
        "SELECT c[\"na\\\"me\"], c.tags[0] FROM c | SELECT c[\"na\\\"me\"], c.tags[0] FROM c",
        "SELECT {\"a\": c.b, 'd': 'secret', e: 1} FROM c | SELECT {\"a\": c.b, \"d\": @p1, e: @p2}"
            + " FROM c",
        "SELECT {a: c.b ? 'x' : 'y'} FROM c | SELECT {a: c.b ? @p1 : @p2} FROM c",
        "SELECT * FROM c WHERE c.a IN (1, 2, 'three') | SELECT * FROM c WHERE c.a IN (@p1)",
        "SELECT * FROM c WHERE c.a IN (1) AND c.b IN (@x, 2, 3) | SELECT * FROM c WHERE c.a IN"
            + " (@p1) AND c.b IN (@x, @p2)",
        "SELECT * FROM c WHERE ARRAY_CONTAINS([1,2,3], c.a) | SELECT * FROM c WHERE"
            + " ARRAY_CONTAINS([@p1], c.a)",
        "SELECT SUBSTRING(c.a, 0, 5) FROM c | SELECT SUBSTRING(c.a, @p1, @p2) FROM c",
        "SELECT * FROM c IN r.list WHERE c.a = 1 | SELECT * FROM c IN r.list WHERE c.a = @p1",
        "SELECT ((1))[0] FROM c | SELECT ((@p1))[0] FROM c",
      })
  void literalsBecomeParameters(String text, String template) {
    assertThat(QueryTemplate.of(text)).isEqualTo(template);
  }

  @Test
  void blanksAndCommentsDoNotCount() {
    assertThat(QueryTemplate.of("  SELECT *\n\tFROM   c -- secret 'x'\n WHERE c.a=1  "))
        .isEqualTo("SELECT * FROM c WHERE c.a=@p1");
    assertThat(QueryTemplate.of("")).isEmpty();
  }

  /// So that whoever reads a template can find its filters.
  @Test
  void templatesAreQueries() {
    String text =
        "SELECT TOP 3 c.a[\"b\"], {x: 'y'} FROM c WHERE c.a IN (1,2) AND c.s LIKE 'a%' AND c.n"
            + " BETWEEN 1 AND 2 ORDER BY c.a";
    String template = QueryTemplate.of(text);
    assertThat(Parser.parse(template)).isNotNull();
    assertThat(QueryTemplate.of(template)).isEqualTo(template);
  }

  @Test
  void whatIsNoQueryIsRefused() {
    assertThatThrownBy(() -> QueryTemplate.of("SELECT 'abc")).isInstanceOf(QueryException.class);
  }
}
