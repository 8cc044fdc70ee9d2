// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Items, queries and feeds of the SQL API.
///
/// @param orders how many are there before anybody asks for them
record SqlRehearsal(Account account, int orders) implements Rehearsal {
  private static final String DATABASE = "rehearsal";
  private static final String CONTAINER = "orders";
  private static final int CUSTOMERS = 200;
  private static final int DAYS = 365;
  private static final int TOTAL_MAX = 10_000;
  private static final int PAGE = 100;

  /// Point operations come several times in a round, as in applications.
  private enum Kind {
    READ,
    UPSERT,
    BY_CUSTOMER,
    READ_AGAIN,
    BY_DAY,
    REPLACE,
    BY_TOTAL,
    CREATE,
    NEWEST,
    PROJECTION,
    COUNT,
    GROUPS,
    LINES,
    PATCH,
    FEED,
    CHANGES
  }

  @Override
  public void prepare() {
    send(Call.of("POST", "dbs").with(utf8("{\"id\":\"" + DATABASE + "\"}")));
    send(
        Call.of("POST", "dbs", DATABASE, "colls")
            .with(
                utf8(
                    "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/customer\"],\"kind\":\"Hash\",\"version\":2}}"
                        .formatted(CONTAINER))));
    for (int number = 0; number < orders; number++) {
      send(write("POST", number, 0, "docs"));
    }
  }

  @Override
  public void ask(int number) {
    send(call(number));
  }

  private void send(Call call) {
    Reply _ = account.send(call).require();
  }

  private Call call(int number) {
    Kind[] kinds = Kind.values();
    int order = (int) (number * 7919L % orders);
    return switch (kinds[number % kinds.length]) {
      case READ, READ_AGAIN -> keyed(Call.of("GET", address("docs", id(order))), order);
      case CREATE -> write("POST", orders + number, 0, "docs");
      case UPSERT ->
          write("POST", order, number, "docs").header("x-ms-documentdb-is-upsert", "true");
      case REPLACE -> write("PUT", order, number, "docs", id(order));
      case PATCH ->
          keyed(Call.of("PATCH", address("docs", id(order))), order)
              .with(utf8("{\"operations\":[{\"op\":\"incr\",\"path\":\"/total\",\"value\":1}]}"));
      case BY_CUSTOMER ->
          query("SELECT TOP 20 * FROM c WHERE c.customer = @p", '"' + customer(order) + '"');
      case BY_DAY -> query("SELECT * FROM c WHERE c.day = @p", Integer.toString(order % DAYS));
      case BY_TOTAL ->
          query(
              "SELECT * FROM c WHERE c.total >= @p AND c.total < @p + 20",
              Integer.toString(order % TOTAL_MAX));
      case NEWEST -> query("SELECT TOP 10 c.id, c.total FROM c ORDER BY c._ts DESC", "null");
      case PROJECTION ->
          query(
              "SELECT c.id, c.address.city AS city FROM c"
                  + " WHERE c.customer = @p AND c.status IN ('new', 'paid') ORDER BY c.day",
              '"' + customer(order) + '"');
      case COUNT ->
          query("SELECT VALUE COUNT(1) FROM c WHERE c.day >= @p", Integer.toString(DAYS - 20));
      case GROUPS ->
          query(
              "SELECT c.status, COUNT(1) AS n, SUM(c.total) AS sum FROM c"
                  + " WHERE c.customer = @p GROUP BY c.status",
              '"' + customer(order) + '"');
      case LINES ->
          query(
              "SELECT l.article, l.pieces FROM c JOIN l IN c.lines"
                  + " WHERE c.customer = @p AND l.pieces > 2",
              '"' + customer(order) + '"');
      case FEED ->
          keyed(Call.of("GET", address("docs")), order).header("x-ms-max-item-count", "20");
      case CHANGES ->
          Call.of("GET", address("docs"))
              .header("A-IM", "Incremental Feed")
              .header("If-None-Match", "\"" + order + "\"")
              .header("x-ms-documentdb-partitionkeyrangeid", "0")
              .header("x-ms-max-item-count", "20");
    };
  }

  private static Call write(String method, int number, int version, String... address) {
    return keyed(Call.of(method, address(address)), number).with(utf8(order(number, version)));
  }

  private static Call query(String text, String parameter) {
    String body =
        "{\"query\":\"%s\",\"parameters\":[{\"name\":\"@p\",\"value\":%s}]}"
            .formatted(text, parameter);
    return Call.of("POST", address("docs"))
        .with(utf8(body))
        .header("x-ms-documentdb-isquery", "True")
        .header("Content-Type", "application/query+json")
        .header("x-ms-documentdb-query-enablecrosspartition", "True")
        .header("x-ms-max-item-count", Integer.toString(PAGE));
  }

  private static Call keyed(Call call, int number) {
    return call.header("x-ms-documentdb-partitionkey", "[\"" + customer(number) + "\"]");
  }

  private static String[] address(String... more) {
    List<String> segments = new ArrayList<>(List.of("dbs", DATABASE, "colls", CONTAINER));
    segments.addAll(List.of(more));
    return segments.toArray(String[]::new);
  }

  private static String id(int number) {
    return "order-" + number;
  }

  private static String customer(int number) {
    return "customer-" + number % CUSTOMERS;
  }

  private static String order(int number, int version) {
    return """
    {"id":"%s","customer":"%s","day":%d,"total":%d,"status":"%s","paid":%b,"version":%d,
    "address":{"street":"Street of the astronomers %d","city":"City %d","zip":"%05d"},
    "lines":[{"article":"telescope %d","pieces":%d,"price":%d.5},
    {"article":"eyepiece","pieces":2,"price":19.99}],
    "note":"Left with the neighbours, who have been told; ring twice, the bell is quiet."}
    """
        .formatted(
            id(number),
            customer(number),
            number % DAYS,
            number * 31 % TOTAL_MAX,
            number % 3 == 0 ? "new" : "paid",
            number % 3 != 0,
            version,
            number % 90,
            number % 70,
            number % 99_999,
            number % 50,
            number % 6,
            number % 400);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
