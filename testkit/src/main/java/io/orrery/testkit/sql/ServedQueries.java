// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.sql;

import io.orrery.model.value.Value;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.query.Dice;
import io.orrery.testkit.query.Expected;
import io.orrery.testkit.query.FixedSurroundings;
import io.orrery.testkit.query.RandomDocuments;
import io.orrery.testkit.query.RandomQueries;
import io.orrery.testkit.query.SameRow;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A container of a running server with random documents, over seven partitions, and random queries
/// on it with the rows they have.
public final class ServedQueries {
  private static final String THROUGHPUT = "70000";

  private static final String POLICY =
      """
      {"includedPaths":[{"path":"/*"}],"excludedPaths":[{"path":"/f/?"}],"compositeIndexes":[
        [{"path":"/s","order":"ascending"},{"path":"/n","order":"descending"}],
        [{"path":"/n","order":"descending"},{"path":"/i","order":"ascending"}]]}
      """;

  private static final RandomQueries.Possible POSSIBLE =
      new RandomQueries.Possible(
          List.of("n", "s", "i", "o.x", "mixed", "id", "pk", "_ts"),
          List.of(
              List.of(new RandomQueries.Key("s", false), new RandomQueries.Key("n", true)),
              List.of(new RandomQueries.Key("n", true), new RandomQueries.Key("i", false))),
          true);

  private static final QuerySettings SETTINGS = QuerySettings.of(FixedSurroundings.ANY);

  /// A query, and what its rows must be: those from the server, and those that a client has merged.
  public record Case(String query, Expected expected, Expected merged) {}

  private final SqlHttp http;
  private final String path;
  private final RandomQueries queries;
  private final List<QueriedItem> items;

  /// Creates the database, the container and its documents.
  public ServedQueries(SqlHttp http, String database, String container, long seed) {
    this.http = http;
    this.path = "/dbs/" + database + "/colls/" + container + "/docs";
    Dice dice = new Dice(seed);
    require(http.post("/dbs", "{\"id\":\"" + database + "\"}"));
    String definition =
        "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},"
                .formatted(container)
            + "\"indexingPolicy\":"
            + POLICY
            + "}";
    require(
        http.send(
            "POST",
            "/dbs/" + database + "/colls",
            definition,
            Map.of("x-ms-offer-throughput", THROUGHPUT)));
    for (String document : new RandomDocuments(dice, false).documents(dice.between(20, 80))) {
      Value.Document value = SameRow.value(document);
      String key = "[" + SameRow.text(value.property("pk")) + "]";
      require(http.send("POST", path, document, Map.of("x-ms-documentdb-partitionkey", key)));
    }
    this.queries = new RandomQueries(dice, POSSIBLE);
    this.items =
        // Not by their texts: these have another order of properties, which ToString shows.
        values("SELECT * FROM c", 100).stream().map(QueriedItem::of).toList();
  }

  private static HttpResponse<String> require(HttpResponse<String> response) {
    if (response.statusCode() >= 300) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
    return response;
  }

  /// The next query.
  public Case next() {
    String query = queries.query();
    Query parsed = Parser.parse(query);
    return new Case(
        query, Expected.of(parsed, SETTINGS, items), Expected.merged(parsed, SETTINGS, items));
  }

  /// The rows the server gives for a query, all the work being its own.
  public List<String> rows(String query, int pageSize) {
    return values(query, pageSize).stream().map(SameRow::text).toList();
  }

  private List<Value> values(String query, int pageSize) {
    List<Value> rows = new ArrayList<>();
    String continuation = null;
    do {
      HttpResponse<String> page = require(page(query, pageSize, continuation));
      Value documents = SameRow.value(page.body()).property("Documents");
      rows.addAll(((Value.Array) documents).elements());
      continuation = page.headers().firstValue("x-ms-continuation").orElse(null);
    } while (continuation != null);
    return rows;
  }

  private HttpResponse<String> page(String query, int pageSize, @Nullable String continuation) {
    Map<String, String> headers = new HashMap<>();
    headers.put("x-ms-documentdb-isquery", "True");
    headers.put("x-ms-documentdb-query-enablecrosspartition", "True");
    headers.put("x-ms-max-item-count", Integer.toString(pageSize));
    headers.put("Content-Type", "application/query+json");
    if (continuation != null) {
      headers.put("x-ms-continuation", continuation);
    }
    String body = "{\"query\":" + SameRow.text(new Value.Text(query)) + ",\"parameters\":[]}";
    return http.send("POST", path, body, headers);
  }
}
