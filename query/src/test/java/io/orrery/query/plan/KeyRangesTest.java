// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Parser;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRangesTest {
  private static final PartitionKeyDefinition HASH = PartitionKeyDefinition.hash("/k");
  private static final PartitionKeyDefinition MULTI =
      PartitionKeyDefinition.multiHash("/a", "/b/x", "/c");
  private static final Map<String, Value> PARAMETERS =
      Map.of(
          "@one", new Value.Int32(1),
          "@text", new Value.Text("t"),
          "@nothing", Value.Undefined.UNDEFINED);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          c.k = 1                                   | [[1]]
          1 = c.k                                   | [[1]]
          c["k"] = @text                            | [["t"]]
          c.k = 1 OR c.k = 1.0                      | [[1]]
          c.k = 1 AND c.x = 2                       | [[1]]
          c.k = 1 OR c.x = 2                        | [[]]
          c.k = 1 AND c.k = '1'                     | []
          c.k IN (1, 2) AND c.k IN (2.0, 3)         | [[2]]
          c.k IN (1, c.x)                           | [[]]
          c.k NOT IN (1, 2)                         | [[]]
          NOT (c.k NOT IN (1, 2))                   | [[1], [2]]
          NOT (c.k != 1 OR c.x)                     | [[1]]
          NOT (c.k != 1 AND c.x)                    | [[]]
          NOT (c.k = 1)                             | [[]]
          c.k = undefined                           | []
          c.k = @nothing                            | []
          c.k IN (undefined, 1)                     | [[1]]
          c.k = {"a": @one}                         | [[{}]]
          c.k > 1                                   | [[]]
          c.k = c.x                                 | [[]]
          c.k.x = 1                                 | [[]]
          c.k[0] = 1                                | [[]]
          ABS(c.k) = @one                           | [[1], [-1]]
          ABS(c.k) = -1                             | [[]]
          c.k LIKE 'abc'                            | [["abc"]]
          c.k LIKE 'a_c'                            | [[]]
          c.k LIKE 'a[b]c'                          | [[]]
          c.k NOT LIKE 'abc'                        | [[]]
          ARRAY_CONTAINS([1, 2], c.k)               | [[1], [2]]
          ARRAY_CONTAINS([1, 2], c.k, true)         | [[]]
          udf.ABS(c.k) = 1                          | [[]]
          (c.k ?? 1) = 1                            | [[]]
          c.k = 1 ? true : false                    | [[]]
          c.k = 1 + @one                            | [[2]]
          c.k = CONCAT(LOWER('AB'), @text)          | [["abt"]]
          c.k IN (-@one, ABS('x'), 3)               | [[-1], [3]]
          c.k = RAND()                              | [[]]
          c.k = GetCurrentTimestampStatic()         | [[]]
          c.k = GetCurrentDateTime()                | [[]]
          c.k = udf.f(1)                            | [[]]
          c.k = (SELECT VALUE 1)                    | [[]]
          c.k = @missing                            | []
          NOT IS_DEFINED(@missing) OR c.k = @missing | [[]]
          c.k IN (@missing, 3)                      | [[3]]
          1 = 2                                     | []
          1 + 1 = 2 AND c.k = 1                     | [[1]]
          ST_ISVALID({type: 'Point', coordinates: [0, 91]}) | []
          ST_ISVALID({type: 'Point', coordinates: [0, 9]})  | [[]]
          ST_DISTANCE({type: 'Point', coordinates: [0, 0]}, {type: 'Point', coordinates: [0, 1]}) < 5 | []
          NOT ST_WITHIN({type: 'Point', coordinates: [0, 4]}, {type: 'Polygon', coordinates: [[[-6, 2], [7, 2], [7, 7], [-6, 7], [-6, 2]]]}) | []
          RegexMatch('abc', 'x')                    | []
          true                                      | [[]]
          1                                         | []
          d.k = 1                                   | [[]]
          """)
  void theFilterSaysWhichKeysThereAre(String filter, String prefixes) {
    assertThat(prefixes("SELECT * FROM c WHERE " + filter, HASH)).isEqualTo(prefixes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT * FROM root r WHERE r.k = 1                    | [[1]]
          SELECT * FROM c x WHERE c.k = 1                       | [[]]
          SELECT * FROM c JOIN t IN c.tags WHERE c.k = 1        | [[1]]
          SELECT * FROM c JOIN t IN c.tags WHERE t.k = 1        | [[]]
          SELECT * FROM c JOIN c IN c.tags WHERE c.k = 1        | [[]]
          SELECT * FROM t IN c.tags WHERE t.k = 1               | [[]]
          SELECT * FROM c.k WHERE k = 1                         | [[1]]
          SELECT * FROM c.x WHERE x.k = 1                       | [[]]
          SELECT * FROM (SELECT * FROM c) c WHERE c.k = 1       | [[]]
          SELECT * FROM c                                       | [[]]
          SELECT * FROM c WHERE (c.a = (SELECT * FROM c WHERE c.k = 42 AND c.id = 5)) AND c.k = 32 | []
          SELECT * FROM c WHERE c.a = (SELECT * FROM c WHERE c.k = 42)             | [[42]]
          SELECT * FROM c WHERE EXISTS(SELECT 1 FROM t IN c.t WHERE c.k = 42)      | [[42]]
          SELECT * FROM c WHERE EXISTS(SELECT 1 FROM k IN c.t WHERE k.k = 42)      | [[]]
          SELECT * FROM c WHERE NOT EXISTS(SELECT 1 FROM c WHERE c.k = 42)         | [[]]
          SELECT * FROM c WHERE 0 = (SELECT VALUE COUNT(1) FROM c WHERE c.k = 42)  | [[]]
          SELECT * FROM c WHERE EXISTS(SELECT 1 FROM c IN c.t WHERE c.k = 42)      | [[]]
          """)
  void onlyPathsOfTheItemAreTheKey(String query, String prefixes) {
    assertThat(prefixes(query, HASH)).isEqualTo(prefixes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          c.a = 1 AND c.b.x = 2 AND c.c = 3          | [[1,2,3]]
          c.a = 1 AND c.b.x = 2                      | [[1,2]]
          c.a = 1 AND c.c = 3                        | [[1]]
          c.b.x = 2 AND c.c = 3                      | [[]]
          c.a = 1 AND c.b.x IN (2, 3)                | [[1,2], [1,3]]
          c.a IN (1, 2) AND c.b.x IN (3, 4)          | [[1,3], [1,4], [2,3], [2,4]]
          c.a = 1 AND (c.b.x = 2 OR c.c = 3)         | [[1]]
          c.a = 1 OR (c.a = 1 AND c.b.x = 2)         | [[1]]
          c.a = 1 OR c.b.x = 2                       | [[]]
          """)
  void aPrefixOfTheLevelsIsEnough(String filter, String prefixes) {
    assertThat(prefixes("SELECT * FROM c WHERE " + filter, MULTI)).isEqualTo(prefixes);
  }

  @Test
  void prefixesAreRangesAndKeysArePoints() {
    KeyRanges prefix = ranges("SELECT * FROM c WHERE c.a = 't1'", MULTI);
    assertThat(prefix.ranges(MULTI))
        .hasToString("[[3D48BB14DA9D090D22112C96695028B6, 3D48BB14DA9D090D22112C96695028B6FF)]");
    assertThat(prefix.isSinglePartition(MULTI)).isFalse();
    KeyRanges key = ranges("SELECT * FROM c WHERE c.k IN ('a', 'abc')", HASH);
    assertThat(key.ranges(HASH))
        .hasToString(
            "[[2424691CC38A7EEF2A65ADE404E1F528, 2424691CC38A7EEF2A65ADE404E1F528],"
                + " [3A5381E1114EB8D3FCC90795045B49B7, 3A5381E1114EB8D3FCC90795045B49B7]]");
    assertThat(ranges("SELECT * FROM c WHERE false", HASH).ranges(HASH)).hasToString("[[, ]]");
    assertThat(ranges("SELECT * FROM c", HASH).ranges(HASH)).hasToString("[[, FF)]");
  }

  @Test
  void manyKeysAreStillKeys() {
    String list =
        IntStream.range(0, 16_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    String in = "c.k IN (" + list + ")";
    assertThat(ranges("SELECT * FROM c WHERE " + in, HASH).prefixes()).hasSize(16_000);
    assertThat(ranges("SELECT * FROM c WHERE " + in + " AND " + in, HASH).prefixes())
        .hasSize(16_000);
    assertThat(ranges("SELECT * FROM c WHERE " + in + " OR " + in, HASH).isEverything()).isTrue();
  }

  private static KeyRanges ranges(String text, PartitionKeyDefinition definition) {
    return KeyRanges.of(Parser.parse(text), definition, Constants.of(PARAMETERS));
  }

  private static String prefixes(String text, PartitionKeyDefinition definition) {
    return ranges(text, definition).prefixes().stream()
        .map(PartitionKey::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
