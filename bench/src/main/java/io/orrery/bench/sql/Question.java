// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

/// What is asked of every server, in its language. `{n}` stands for a number that changes from
/// request to request.
enum Question {
  BY_KEY(
      "by partition key, 20 items",
      1000,
      "SELECT TOP 20 * FROM c WHERE c.pk = 'tenant-{n}'",
      "SELECT document FROM items WHERE document->>'pk' = 'tenant-' || {n} LIMIT 20"),
  BY_PROPERTY(
      "by a property, 20 items",
      5000,
      "SELECT * FROM c WHERE c[\"group\"] = {n}",
      "SELECT document FROM items WHERE (document->'group')::int = {n}"),
  BY_PROPERTY_GIN(
      "the same, GIN",
      5000,
      "SELECT * FROM c WHERE c[\"group\"] = {n}",
      "SELECT document FROM any_path WHERE document @> jsonb_build_object('group', {n}::int)"),
  BY_PROPERTY_GIN_AT_REST(
      "the same, GIN at rest",
      5000,
      "SELECT * FROM c WHERE c[\"group\"] = {n}",
      "SELECT document FROM any_path_at_rest"
          + " WHERE document @> jsonb_build_object('group', {n}::int)"),
  BY_PROPERTY_GIN_PATHS(
      "the same, GIN of paths",
      5000,
      "SELECT * FROM c WHERE c[\"group\"] = {n}",
      "SELECT document FROM items WHERE document @> jsonb_build_object('group', {n}::int)"),
  /// As many of few items as of many.
  BY_RANGE(
      "by a range, 20 items",
      5000,
      "SELECT * FROM c WHERE c.number >= {n} AND c.number < {n} + 20",
      "SELECT document FROM items WHERE (document->'number')::int >= {n}"
          + " AND (document->'number')::int < {n} + 20"),
  TOP_10(
      "ORDER BY, TOP 10",
      1,
      "SELECT TOP 10 c.id, c.number FROM c ORDER BY c.number DESC",
      "SELECT document->'id', document->'number' FROM items"
          + " ORDER BY (document->'number')::int DESC LIMIT 10"),
  COUNT(
      "COUNT of 5,000 items",
      1000,
      "SELECT VALUE COUNT(1) FROM c WHERE c.number >= {n} AND c.number < {n} + 5000",
      "SELECT COUNT(*) FROM items WHERE (document->'number')::int >= {n}"
          + " AND (document->'number')::int < {n} + 5000"),
  GROUP_BY(
      "GROUP BY over all items",
      1,
      "SELECT c.pk, COUNT(1) AS n, SUM(c.number) AS s FROM c GROUP BY c.pk",
      "SELECT document->>'pk', COUNT(*), SUM((document->'number')::int) FROM items"
          + " GROUP BY document->>'pk'"),
  SCAN(
      "scan of all items",
      26,
      "SELECT VALUE c.id FROM c WHERE ENDSWITH(c.text5, 'zz{n}')",
      "SELECT document->'id' FROM items WHERE document->>'text5' LIKE '%zz' || {n}");

  private final String title;
  private final int numbers;
  private final String query;
  private final String sql;

  Question(String title, int numbers, String query, String sql) {
    this.title = title;
    this.numbers = numbers;
    this.query = query;
    this.sql = sql;
  }

  /// How many times PostgreSQL's rate ours is to be at least; 0 if nothing is promised.
  double target() {
    return switch (this) {
      case BY_KEY -> 1.0;
      case BY_PROPERTY -> 0.7;
      case BY_PROPERTY_GIN -> 3;
      case GROUP_BY, SCAN -> 1 / 3.0;
      default -> 0;
    };
  }

  /// Whether the npm emulator understands it and was not asked the same before.
  boolean isEmulated() {
    return switch (this) {
      case GROUP_BY, BY_PROPERTY_GIN, BY_PROPERTY_GIN_AT_REST, BY_PROPERTY_GIN_PATHS -> false;
      default -> true;
    };
  }

  /// Whether the answer is as large with a tenth of the items.
  boolean isSameWithFewer() {
    return this == BY_RANGE || this == TOP_10 || this == COUNT;
  }

  String title() {
    return title;
  }

  /// How many different numbers there are, from 0.
  int numbers() {
    return numbers;
  }

  /// As the SQL API has it.
  String query(int number) {
    return query.replace("{n}", Integer.toString(number));
  }

  /// As PostgreSQL has it, the number being a variable of pgbench.
  String sql() {
    return sql.replace("{n}", ":n");
  }
}
