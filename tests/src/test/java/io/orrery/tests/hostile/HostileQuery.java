// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A query that would take all memory, all time or all of the stack, on items that have a `text` of
/// many letters a and `tags`, an array of some numbers.
record HostileQuery(String name, String text) {
  private static final int DEEP = 10_000;
  private static final int VALUES_MAX = 16_000;
  private static final String HUGE = "9000000000000000000";

  /// So many rows for each item that nobody lives to see the last, and none that passes.
  static final HostileQuery ENDLESS =
      new HostileQuery(
          "endless join",
          "SELECT VALUE c.id FROM c JOIN a IN c.tags JOIN b IN c.tags JOIN d IN c.tags"
              + " JOIN e IN c.tags JOIN f IN c.tags JOIN g IN c.tags"
              + " WHERE a + b + d + e + f + g < 0");

  static List<HostileQuery> all() {
    return Stream.of(
            deep(), large(), patterns(), windows(), products(), expressions(), calls(), memory())
        .flatMap(List::stream)
        .toList();
  }

  private static HostileQuery of(String name, String text) {
    return new HostileQuery(name, text);
  }

  private static String nested(String open, String inside, String close) {
    return open.repeat(DEEP) + inside + close.repeat(DEEP);
  }

  private static List<HostileQuery> deep() {
    return List.of(
        of("parentheses", "SELECT VALUE " + nested("(", "1", ")")),
        of("arrays", "SELECT VALUE " + nested("[", "", "]")),
        of("negations", "SELECT VALUE " + nested("NOT ", "true", "")),
        of("subqueries", "SELECT VALUE " + nested("(SELECT VALUE ", "1", ")")),
        of("calls", "SELECT VALUE " + nested("ABS(", "1", ")")),
        of("path", "SELECT VALUE c" + nested(".a", "", "") + " FROM c"));
  }

  private static List<HostileQuery> large() {
    String values = String.join(",", IntStream.range(0, VALUES_MAX).mapToObj(i -> "" + i).toList());
    return List.of(
        of("sum", "SELECT VALUE 1" + " + 1".repeat(60_000)),
        of("conditions", "SELECT * FROM c WHERE c.n = 1" + " OR c.n = 1".repeat(20_000)),
        of("text", "SELECT * FROM c WHERE c.text = '" + "x".repeat(256 << 10) + "'"),
        of("values", "SELECT VALUE c.id FROM c WHERE c.n IN (" + values + ")"),
        of("too many values", "SELECT VALUE c.id FROM c WHERE c.n IN (" + values + ",1)"));
  }

  private static List<HostileQuery> patterns() {
    return List.of(
        like("%a".repeat(500) + "b"),
        like("%_".repeat(1000) + "b"),
        regex("^(a+)+$b"),
        regex("^(a|a|aa)*b$"),
        regex("((a{1,50}){1,50}){1,50}b"));
  }

  private static HostileQuery like(String pattern) {
    return of("LIKE", "SELECT VALUE c.id FROM c WHERE c.text LIKE '" + pattern + "'");
  }

  private static HostileQuery regex(String pattern) {
    return of(pattern, "SELECT VALUE c.id FROM c WHERE RegexMatch(c.text, '" + pattern + "')");
  }

  private static List<HostileQuery> windows() {
    return List.of(
        of("OFFSET", "SELECT * FROM c OFFSET " + HUGE + " LIMIT 10"),
        of("LIMIT", "SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 0 LIMIT " + HUGE),
        of("TOP", "SELECT TOP " + HUGE + " c.id FROM c ORDER BY c.id"));
  }

  private static List<HostileQuery> products() {
    String four = " FROM c JOIN a IN c.tags JOIN b IN c.tags JOIN d IN c.tags JOIN e IN c.tags";
    String all = ENDLESS.text().substring(ENDLESS.text().indexOf(" FROM c"));
    String every = all.replace("< 0", ">= 0");
    return List.of(
        ENDLESS,
        of("count", "SELECT VALUE COUNT(1)" + every),
        of("count of nothing", "SELECT VALUE COUNT(1)" + all),
        of("few groups", "SELECT c.pk, SUM(a + b) AS n" + every + " GROUP BY c.pk"),
        of("few distinct", "SELECT DISTINCT VALUE a" + every),
        of("first", "SELECT TOP 1 VALUE c.id" + every + " ORDER BY c.id"),
        of("skipped", "SELECT VALUE a" + every + " OFFSET " + HUGE + " LIMIT 1"),
        of("ordered join", "SELECT VALUE c.id" + every + " ORDER BY c.id"),
        of("distinct join", "SELECT DISTINCT VALUE [a, b, d, e]" + four),
        of("grouped join", "SELECT a, b, d, e, COUNT(1) AS n" + four + " GROUP BY a, b, d, e"));
  }

  /// The same rows, where an expression wants to know something of them.
  private static List<HostileQuery> expressions() {
    String rows =
        " FROM a IN c.tags JOIN b IN c.tags JOIN d IN c.tags JOIN e IN c.tags JOIN f IN c.tags"
            + " JOIN g IN c.tags WHERE a + b + d + e + f + g < 0)";
    String exists = "false";
    for (int i = 0; i < 8; i++) {
      exists = "EXISTS(SELECT VALUE 1 FROM t%d IN c.tags WHERE %s)".formatted(i, exists);
    }
    return List.of(
        of("EXISTS", "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE 1" + rows),
        of("nested EXISTS", "SELECT VALUE c.id FROM c WHERE " + exists.replace("false", "t0 < 0")),
        of("scalar", "SELECT VALUE (SELECT VALUE COUNT(1)" + rows + " FROM c"),
        of("ARRAY", "SELECT VALUE ARRAY(SELECT VALUE a" + rows + " FROM c"),
        of("grouped", "SELECT COUNT(1) AS n FROM c GROUP BY (SELECT VALUE COUNT(1)" + rows),
        of("added", "SELECT VALUE SUM((SELECT VALUE COUNT(1)" + rows + ") FROM c"),
        of("FROM", "SELECT VALUE x FROM (SELECT VALUE c.id" + allOf(rows) + " AS x"));
  }

  private static String allOf(String rows) {
    return rows.replace(" FROM a", " FROM c JOIN a");
  }

  /// Calls that take some time each, very often.
  private static List<HostileQuery> calls() {
    String slow = "RegexMatch(\"%s\", \"^(a+)+$b\")".formatted("a".repeat(18));
    String many = String.join(",", Collections.nCopies(10_000, slow));
    String half = "a".repeat(22);
    String pairs = " FROM c JOIN a IN c.tags JOIN b IN c.tags JOIN d IN c.tags";
    String matches = "RegexMatch('%s' || ToString(a), '^(a+)+$b')".formatted("a".repeat(18));
    String grown = "REPLACE(REPLICATE('a', 2000), 'a', REPLICATE('b', 2000))";
    return List.of(
        of("many searches", "SELECT VALUE [" + many + "]"),
        of("many searches for an item", "SELECT VALUE [" + many + "] FROM c"),
        of("searches in rows", "SELECT VALUE COUNT(1)" + pairs + " WHERE " + matches),
        of(
            "a longer search",
            "SELECT VALUE COUNT(1)" + pairs + " WHERE " + matches.replace("a".repeat(18), half)),
        of(
            "large constants",
            "SELECT VALUE [" + String.join(",", Collections.nCopies(4_000, grown)) + "]"),
        of(
            "large constants for an item",
            "SELECT VALUE [" + String.join(",", Collections.nCopies(4_000, grown)) + "] FROM c"),
        of(
            "large sets",
            "SELECT VALUE ARRAY_LENGTH(SetUnion(x, x)) FROM (SELECT VALUE ARRAY("
                + "SELECT VALUE {\"x\": a * 900 + b * 30 + d}"
                + pairs.replace("c JOIN a", "a")
                + ")) FROM c) AS x"));
  }

  private static List<HostileQuery> memory() {
    String pairs = "a IN c.tags JOIN b IN c.tags JOIN d IN c.tags JOIN e IN c.tags";
    String doubled = "c.tags";
    for (int i = 0; i < 28; i++) {
      doubled = "(SELECT VALUE ARRAY_CONCAT(x, x) FROM (SELECT VALUE " + doubled + ") AS x)";
    }
    return List.of(
        of("array", "SELECT VALUE ARRAY(SELECT VALUE c FROM " + pairs + ") FROM c"),
        of("doubled", "SELECT VALUE ARRAY_LENGTH(" + doubled + ") FROM c"),
        of("replicated", "SELECT VALUE REPLICATE(REPLICATE(c.text, 10000), 10000) FROM c"),
        of("collected", "SELECT VALUE MAKELIST(c.text || c.text) FROM c JOIN " + pairs),
        of(
            "rows of rows",
            "SELECT VALUE [a, b, d, e] FROM (SELECT DISTINCT * FROM c) AS c JOIN " + pairs),
        of(
            "ordered rows of rows",
            "SELECT VALUE [a, b, d, e] FROM (SELECT DISTINCT * FROM c) AS c JOIN "
                + pairs
                + " ORDER BY c.id"),
        of(
            "rows of rows of rows",
            "SELECT VALUE x FROM (SELECT DISTINCT VALUE [a, b, d, e] FROM c JOIN "
                + pairs
                + ") AS x"),
        of(
            "collected by id",
            "SELECT MAKELIST(c.text) AS l FROM c JOIN " + pairs + " GROUP BY c.id"));
  }
}
