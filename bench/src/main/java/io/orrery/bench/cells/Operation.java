// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import io.orrery.bench.load.Items;

/// What is measured, and how PostgreSQL is asked for it; it is not asked for batches and scripts.
public enum Operation {
  READ("read", 64, "", "SELECT document FROM items WHERE pk = $1 AND id = $2"),
  INSERT("insert", 64, "", "INSERT INTO items VALUES ($1, $2, $3)"),
  REPLACE(
      "replace, 2 of 10 properties new",
      64,
      "",
      "UPDATE items SET document = $3 WHERE pk = $1 AND id = $2"),
  REWRITE("replace, 6 of 10 properties new", 64, "", REPLACE.postgres),
  BY_KEY(
      "by partition key, 20 items",
      16,
      "SELECT TOP 20 * FROM c WHERE c.pk = @p",
      "SELECT document FROM items WHERE pk = $1 LIMIT 20"),
  BY_PROPERTY(
      "by a property, 20 items",
      16,
      "SELECT * FROM c WHERE c.grp = @p",
      "SELECT document FROM items WHERE (document->'grp')::int = $1"),
  BY_PROPERTY_GIN(
      "the same, GIN",
      16,
      BY_PROPERTY.query,
      "SELECT document FROM any_path WHERE document @> jsonb_build_object('grp', $1::int)"),
  BY_PROPERTY_GIN_AT_REST(
      "the same, GIN at rest",
      16,
      BY_PROPERTY.query,
      "SELECT document FROM any_path_at_rest WHERE document @> jsonb_build_object('grp', $1::int)"),
  BY_PROPERTY_GIN_PATHS(
      "the same, GIN of paths",
      16,
      BY_PROPERTY.query,
      "SELECT document FROM paths WHERE document @> jsonb_build_object('grp', $1::int)"),
  BY_RANGE(
      "by a range, 20 items",
      16,
      "SELECT * FROM c WHERE c.number >= @p AND c.number < @p + 20",
      "SELECT document FROM items WHERE (document->'number')::int >= $1"
          + " AND (document->'number')::int < $1 + 20"),
  TOP_10(
      "ORDER BY, TOP 10",
      16,
      "SELECT TOP 10 c.id, c.number FROM c ORDER BY c.number DESC",
      "SELECT document->'id', document->'number' FROM items"
          + " ORDER BY (document->'number')::int DESC LIMIT 10"),
  COUNT(
      "COUNT of 5,000 items",
      16,
      "SELECT VALUE COUNT(1) FROM c WHERE c.number >= @p AND c.number < @p + 5000",
      "SELECT COUNT(*) FROM items WHERE (document->'number')::int >= $1"
          + " AND (document->'number')::int < $1 + 5000"),
  GROUP_BY(
      "GROUP BY over all items",
      16,
      "SELECT c.pk, COUNT(1) AS n, SUM(c.number) AS s FROM c GROUP BY c.pk",
      "SELECT document->>'pk', COUNT(*), SUM((document->'number')::int) FROM items"
          + " GROUP BY document->>'pk'"),
  SCAN(
      "scan of all items",
      16,
      "SELECT VALUE c.id FROM c WHERE ENDSWITH(c.text5, @p)",
      "SELECT document->'id' FROM items WHERE document->>'text5' LIKE '%' || $1"),
  BATCH("batch of 100 short items", 16, "", ""),
  PROCEDURE("procedure that makes 100 short items", 16, "", ""),
  FUNCTION(
      "function over 2,000 items",
      16,
      "SELECT VALUE COUNT(1) FROM c"
          + " WHERE c.number >= @p AND c.number < @p + 2000 AND udf.f(c.number) < 0",
      "");

  public static final int ONE_CALLER = 1;

  private final String title;
  private final int callers;
  private final String query;
  private final String postgres;

  Operation(String title, int callers, String query, String postgres) {
    this.title = title;
    this.callers = callers;
    this.query = query;
    this.postgres = postgres;
  }

  /// What a query has as its parameter for an item: the value, as it is in JSON.
  public String parameter(Items items, long number) {
    return switch (this) {
      case READ, INSERT, REPLACE, REWRITE, TOP_10, GROUP_BY, BATCH, PROCEDURE -> "";
      case BY_KEY -> '"' + items.partitionKey(number) + '"';
      case BY_PROPERTY, BY_PROPERTY_GIN, BY_PROPERTY_GIN_AT_REST, BY_PROPERTY_GIN_PATHS ->
          Long.toString(Items.group(number));
      case BY_RANGE, COUNT, FUNCTION -> Long.toString(number);
      // No text ends so.
      case SCAN -> "\"zz" + number % 10 + '"';
    };
  }

  /// How many items from the asked one on have to be there.
  public int reach() {
    return switch (this) {
      case BY_RANGE -> 20;
      case COUNT -> 5000;
      case FUNCTION -> 2000;
      case READ,
          INSERT,
          REPLACE,
          REWRITE,
          BY_KEY,
          BY_PROPERTY,
          BY_PROPERTY_GIN,
          BY_PROPERTY_GIN_AT_REST,
          BY_PROPERTY_GIN_PATHS,
          TOP_10,
          GROUP_BY,
          SCAN,
          BATCH,
          PROCEDURE ->
          1;
    };
  }

  public boolean isQuery() {
    return !query.isEmpty();
  }

  /// How many times PostgreSQL's rate ours is to be at least with many callers; 0 if nothing is
  /// promised.
  public double target() {
    return switch (this) {
      case READ, INSERT, REPLACE, REWRITE, BY_KEY, BY_PROPERTY -> 1.0;
      case BY_PROPERTY_GIN -> 3;
      case GROUP_BY, SCAN -> 1 / 3.0;
      case BY_PROPERTY_GIN_AT_REST,
          BY_PROPERTY_GIN_PATHS,
          BY_RANGE,
          TOP_10,
          COUNT,
          BATCH,
          PROCEDURE,
          FUNCTION ->
          0;
    };
  }

  public String title() {
    return title;
  }

  /// How many there are where there are many.
  public int callers() {
    return callers;
  }

  /// As the SQL API has it, with the parameter `@p`.
  public String query() {
    return query;
  }

  /// As PostgreSQL has it, with parameters.
  public String postgres() {
    return postgres;
  }
}
