// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

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
    return Stream.of(deep(), large(), patterns(), windows(), products(), memory())
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
    // The same as COUNT(1) is missing: it was once ended by the connection's time, not by its own.
    return List.of(
        ENDLESS,
        of("ordered join", ENDLESS.text().replace("< 0", ">= 0 ORDER BY c.id")),
        of("distinct join", "SELECT DISTINCT VALUE [a, b, d, e]" + four),
        of("grouped join", "SELECT a, b, d, e, COUNT(1) AS n" + four + " GROUP BY a, b, d, e"));
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
            "collected by id",
            "SELECT MAKELIST(c.text) AS l FROM c JOIN " + pairs + " GROUP BY c.id"));
  }
}
