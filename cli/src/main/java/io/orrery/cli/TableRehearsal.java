// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.nio.charset.StandardCharsets;

/// Entities and queries of the Table API.
///
/// @param orders how many are there before anybody asks for them
record TableRehearsal(Account account, int orders) implements Rehearsal {
  private static final String TABLE = "rehearsal";
  private static final int CUSTOMERS = 200;
  private static final int DAYS = 365;
  private static final int TOTAL_MAX = 10_000;

  /// Point operations come several times in a round, as in applications.
  private enum Kind {
    READ,
    INSERT,
    BY_CUSTOMER,
    READ_AGAIN,
    UPSERT,
    BY_DAY,
    INSERT_QUIETLY,
    REPLACE,
    BY_TOTAL,
    MERGE
  }

  @Override
  public void prepare() {
    send(body(Call.of("POST", "Tables"), "{\"TableName\":\"" + TABLE + "\"}"));
    for (int number = 0; number < orders; number++) {
      send(body(Call.of("POST", TABLE), order(number, 0)));
    }
  }

  @Override
  public void ask(int number) {
    send(call(number));
  }

  private void send(Call call) {
    Reply _ =
        account.send(call.header("Accept", "application/json;odata=minimalmetadata")).require();
  }

  private Call call(int number) {
    Kind[] kinds = Kind.values();
    int order = (int) (number * 7919L % orders);
    return switch (kinds[number % kinds.length]) {
      case READ, READ_AGAIN -> Call.of("GET", entity(order));
      case INSERT -> body(Call.of("POST", TABLE), order(orders + number, 0));
      case INSERT_QUIETLY ->
          body(Call.of("POST", TABLE), order(orders + number, 0))
              .header("Prefer", "return-no-content");
      case UPSERT -> body(Call.of("PUT", entity(order)), order(order, number));
      case REPLACE ->
          body(Call.of("PUT", entity(order)), order(order, number)).header("If-Match", "*");
      case MERGE ->
          body(Call.of("PATCH", entity(order)), "{\"version\":" + number + "}")
              .header("If-Match", "*");
      case BY_CUSTOMER ->
          query("PartitionKey eq '" + customer(order) + "'").parameter("$top", "20");
      case BY_DAY -> query("day eq " + order % DAYS);
      case BY_TOTAL -> {
        int least = order % TOTAL_MAX;
        yield query("total ge " + least + " and total lt " + (least + 20))
            .parameter("$select", "RowKey,total,status");
      }
    };
  }

  private static Call query(String filter) {
    return Call.of("GET", TABLE + "()").parameter("$filter", filter);
  }

  private static Call body(Call call, String json) {
    return call.with(json.getBytes(StandardCharsets.UTF_8))
        .header("Content-Type", "application/json");
  }

  private static String entity(int number) {
    return "%s(PartitionKey='%s',RowKey='%s')".formatted(TABLE, customer(number), id(number));
  }

  private static String id(int number) {
    return "order-" + number;
  }

  private static String customer(int number) {
    return "customer-" + number % CUSTOMERS;
  }

  private static String order(int number, int version) {
    return """
    {"PartitionKey":"%s","RowKey":"%s","day":%d,"total":%d,"status":"%s","paid":%b,"version":%d,
    "placed@odata.type":"Edm.DateTime","placed":"2026-03-%02dT08:30:00Z","weight":%d.5,
    "street":"Street of the astronomers %d","city":"City %d",
    "note":"Left with the neighbours, who have been told; ring twice, the bell is quiet."}
    """
        .formatted(
            customer(number),
            id(number),
            number % DAYS,
            number * 31 % TOTAL_MAX,
            number % 3 == 0 ? "new" : "paid",
            number % 3 != 0,
            version,
            number % 28 + 1,
            number % 40,
            number % 90,
            number % 70);
  }
}
