// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.orrery.model.value.Value;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a <> b                      | (a != b)
          a << 1 + 2 < b              | ((a << (1 + 2)) < b)
          a >> 1 >>> 2                | ((a >> 1) >>> 2)
          NOT a = b                   | ((NOT a) = b)
          NOT NOT a                   | (NOT (NOT a))
          - -1                        | (- -1)
          1 -2                        | (1 - 2)
          1-2                         | (1 - 2)
          1- -2                       | (1 - -2)
          a ?? b ?? c                 | ((a ?? b) ?? c)
          a ?? b ? c : d              | ((a ?? b) ? c : d)
          a ? b : c ? d : e           | (a ? b : (c ? d : e))
          a BETWEEN 1 AND 2 AND b     | ((a BETWEEN 1 AND 2) AND b)
          'a' + b LIKE 'x%' OR c      | ((("a" + b) LIKE "x%") OR c)
          a NOT IN (1, 'b')           | (a NOT IN (1, "b"))
          {a: 1, "b c": 2}            | {"a": 1, "b c": 2}
          (1).x                       | (1).x
          (1)['x']                    | 1["x"]
          c['x'].y[0]['z']            | c["x"].y[0]["z"]
          c['a' + 'b']                | c[("a" + "b")]
          udf.f(1).x                  | udf.f(1).x
          LEFT(a, 1)                  | LEFT(a, 1)
          1.5e3                       | 1500
          .5                          | 0.5
          1.                          | 1
          1e300                       | 1e+300
          9007199254740993            | 9007199254740993
          12345678901234567890        | 12345678901234567000
          -0                          | 0
          'it''s'                     | error
          'it\\'s'                    | "it's"
          '\\u00e9\\n'                | "é\\n"
          "\\ud800"                   | "\\ud800"
          '\\x'                       | error
          @p.a                        | @p.a
          TRUE                        | TRUE
          c.value                     | error
          c.order                     | error
          1e999                       | error
          12a                         | error
          f(                          | error
          a.b(c)                      | error
          a -- the rest               | a
          """)
  void expressionsHaveOneCanonicalForm(String text, String canonical) {
    String actual;
    try {
      actual =
          Printer.print(Parser.parse("SELECT VALUE " + text)).substring("SELECT VALUE ".length());
    } catch (QueryException e) {
      actual = "error";
    }
    assertThat(actual).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT DISTINCT TOP 5 c.a AS b FROM c WHERE c.d GROUP BY c.a ORDER BY c.a DESC OFFSET 1"
            + " LIMIT 2",
        "SELECT * FROM c JOIN t IN c.tags JOIN (SELECT VALUE s FROM s IN c.sizes) AS u",
        "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.tags WHERE EXISTS(SELECT VALUE 1)) FROM c",
        "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, \"a\") OFFSET @o LIMIT @l",
        "SELECT rank FROM rank ORDER BY rank",
        "SELECT VALUE [NaN, Infinity, (- Infinity), c.NaN] FROM c",
        "SELECT TOP @n VALUE (SELECT VALUE 1) FROM c.a[\"b\"][0] AS x"
      })
  void clausesComeBackAsTheyWere(String text) {
    assertThat(Printer.print(Parser.parse(text))).isEqualTo(text);
  }

  @Test
  void numbersAreIntegersWhereTheyFit() {
    assertThat(value("2147483647")).isEqualTo(new Value.Int32(Integer.MAX_VALUE));
    assertThat(value("-2147483649")).isEqualTo(new Value.Int64(Integer.MIN_VALUE - 1L));
    assertThat(value("9223372036854775808")).isEqualTo(new Value.Float64(0x1p63));
    assertThat(value("0x8000000000000000")).isEqualTo(new Value.Float64(0x1p63));
    assertThat(value("0x80000000")).isEqualTo(new Value.Int64(0x80000000L));
    assertThat(value("-0x80000000")).isEqualTo(new Value.Int32(Integer.MIN_VALUE));
    assertThat(value("1.0")).isEqualTo(new Value.Float64(1));
  }

  private static Value value(String text) {
    return Parser.parse("SELECT VALUE " + text).select().projection()
            instanceof Query.Single(Expression.Literal(Value value))
        ? value
        : Value.Undefined.UNDEFINED;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT * FROM c WHERE c.group = 1 | SC1001 | 24 | 29
          SELECT * FROM c WHERE             | SC1002 | 21 | 21
          SELECT VALUE "abc                 | SC1012 | 13 | 17
          SELECT 1 # 2                      | SC1001 | 9  | 10
          SELECT 12ab                       | SC1011 | 7  | 11
          SELECT 0x                         | SC1011 | 7  | 9
          SELECT 0x1G                       | SC1011 | 7  | 11
          SELECT TOP 1.5 * FROM c           | SC2060 | 11 | 14
          """)
  void errorsNameCodeAndPlace(String text, String code, int start, int end) {
    QueryError error = error(text).errors().getFirst();
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.start()).isEqualTo(start);
    assertThat(error.end()).isEqualTo(end);
  }

  @Test
  void errorsReadAsTheServiceWritesThem() {
    assertThat(error("selectttt *").json())
        .isEqualTo(
            """
            {"errors":[{"severity":"Error","location":{"start":0,"end":9},"code":"SC1001",\
            "message":"Syntax error, incorrect syntax near 'selectttt'."}]}\
            """);
  }

  private static QueryException error(String text) {
    return catchThrowableOfType(QueryException.class, () -> Parser.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "[",
        "{a:",
        "NOT ",
        "- ",
        "f(",
        "1 ? ",
        "(SELECT VALUE ",
        "EXISTS(SELECT ",
        "a["
      })
  void deepNestingIsAnError(String opening) {
    QueryException error = error("SELECT VALUE " + opening.repeat(10_000) + "1");
    assertThat(error).hasMessageContaining("nested deeper");
  }

  @Test
  void deepNestingOfSourcesIsAnError() {
    assertThat(error("SELECT * FROM (".repeat(10_000))).hasMessageContaining("nested deeper");
  }

  @ParameterizedTest
  @ValueSource(strings = {" + 1", ".a", "[0]", " ?? 1", " || 'a'", " = 1"})
  void longChainsAreAnError(String step) {
    assertThat(error("SELECT VALUE c" + step.repeat(50_000))).hasMessageContaining("chain");
  }

  @Test
  void chainsInsideEachOtherCannotBecomeHigherThanOne() {
    String text = "1";
    for (int i = 0; i < 100; i++) {
      text = "(" + text + " + 1".repeat(100) + ")";
    }
    assertThat(error("SELECT VALUE " + text)).hasMessageContaining("chain");
  }

  @Test
  void twoThousandConditionsAreRead() {
    String text = "SELECT * FROM c WHERE c.a = 0" + " OR c.a = 1".repeat(2_000);
    Query query = Parser.parse(text);
    assertThat(Parser.parse(Printer.print(query))).isEqualTo(query).hasSameHashCodeAs(query);
    assertThat(error(text + " AND true".repeat(101))).hasMessageContaining("2100 ANDs and ORs");
  }

  @Test
  void aChainOfConditionsInsideAnotherIsRead() {
    String inner = "(c.a = 0" + " AND c.b = 1".repeat(90) + ")";
    Query query = Parser.parse("SELECT * FROM c WHERE false" + (" OR " + inner).repeat(20));
    assertThat(Parser.parse(Printer.print(query))).isEqualTo(query);
  }

  @Test
  void sixteenThousandCandidatesAreRead() {
    String list =
        IntStream.range(0, 16_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    assertThat(Parser.parse("SELECT * FROM c WHERE c.a IN (" + list + ")").where())
        .isInstanceOfSatisfying(
            Expression.In.class, in -> assertThat(in.candidates()).hasSize(16_000));
    assertThat(error("SELECT * FROM c WHERE c.a IN (" + list + ",1)"))
        .hasMessageContaining("16000 values");
  }

  @Test
  void tenJoinsAreRead() {
    String text = "SELECT * FROM c" + " JOIN a IN c.a".repeat(10);
    assertThat(Printer.print(Parser.parse(text))).isEqualTo(text);
    assertThat(error(text + " JOIN b IN c.b")).hasMessageContaining("10 JOINs");
  }

  @Test
  void textsOverTheLimitAreNotRead() {
    String text = "SELECT 1" + " ".repeat(Parser.TEXT_MAX - 8);
    assertThat(Printer.print(Parser.parse(text))).isEqualTo("SELECT 1");
    assertThat(error(text + " ").errors().getFirst().code()).isEqualTo("SC3020");
  }
}
