// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Documents, queries and pipelines of the MongoDB API.
final class MongoRehearsal implements Rehearsal, AutoCloseable {
  private static final int CUSTOMERS = 200;
  private static final int DAYS = 365;
  private static final int TOTAL_MAX = 10_000;

  private final int orders;
  private final BlockingQueue<MongoChannel> channels;

  /// Point operations come several times in a round, as in applications.
  private enum Kind {
    READ,
    INSERT,
    BY_CUSTOMER,
    READ_AGAIN,
    UPDATE,
    BY_DAY,
    INSERT_AGAIN,
    REPLACE,
    NEWEST,
    GROUPS
  }

  /// @param orders how many are there before anybody asks for them
  /// @param callers how many ask at the same time
  MongoRehearsal(URI endpoint, ScramLogin login, int orders, int callers) {
    this.orders = orders;
    this.channels = new ArrayBlockingQueue<>(callers);
    try {
      for (int i = 0; i < callers; i++) {
        MongoChannel channel = new MongoChannel(endpoint);
        channels.add(channel);
        login.at(channel);
      }
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void prepare() {
    send(
        "{\"createIndexes\":\"orders\",\"indexes\":[%s,%s],\"$db\":\"practice\"}"
            .formatted(index("customer"), index("day")));
    for (int number = 0; number < orders; number++) {
      send(insert(number));
    }
  }

  private static String index(String property) {
    return "{\"key\":{\"%1$s\":1},\"name\":\"%1$s\"}".formatted(property);
  }

  @Override
  public void ask(int number) {
    Kind[] kinds = Kind.values();
    int order = (int) (number * 7919L % orders);
    send(
        switch (kinds[number % kinds.length]) {
          case READ, READ_AGAIN -> find("{\"_id\":\"order-%d\"}".formatted(order), "\"limit\":1");
          case INSERT, INSERT_AGAIN -> insert(orders + number);
          case UPDATE ->
              update(order, "{\"$set\":{\"version\":%d},\"$inc\":{\"total\":1}}".formatted(number));
          case REPLACE -> update(order, order(order, number));
          case BY_CUSTOMER ->
              find("{\"customer\":\"customer-%d\"}".formatted(order % CUSTOMERS), "\"limit\":20");
          case BY_DAY -> find("{\"day\":%d}".formatted(order % DAYS), "\"batchSize\":100");
          case NEWEST ->
              find("{}", "\"sort\":{\"day\":-1},\"limit\":10,\"projection\":{\"day\":1}");
          case GROUPS ->
              "{\"aggregate\":\"orders\",\"pipeline\":[{\"$match\":{\"customer\":\"customer-%d\"}},{\"$group\":{\"_id\":\"$status\",\"n\":{\"$sum\":1},\"sum\":{\"$sum\":\"$total\"}}}],\"cursor\":{},\"$db\":\"practice\"}"
                  .formatted(order % CUSTOMERS);
        });
  }

  private void send(String command) {
    try {
      MongoChannel channel = channels.take();
      try {
        channel.run(command);
      } finally {
        channels.add(channel);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(CommandFailure.Kind.FAILED, "Interrupted.", e);
    }
  }

  private static String find(String filter, String options) {
    return "{\"find\":\"orders\",\"filter\":%s,%s,\"$db\":\"practice\"}".formatted(filter, options);
  }

  private static String insert(int number) {
    return "{\"insert\":\"orders\",\"documents\":[%s],\"$db\":\"practice\"}"
        .formatted(order(number, 0));
  }

  private static String update(int number, String change) {
    return "{\"update\":\"orders\",\"updates\":[{\"q\":{\"_id\":\"order-%d\"},\"u\":%s}],\"$db\":\"practice\"}"
        .formatted(number, change);
  }

  private static String order(int number, int version) {
    return """
    {"_id":"order-%d","customer":"customer-%d","day":%d,"total":%d,"status":"%s","version":%d,
    "address":{"street":"Street of the astronomers %d","city":"City %d"},
    "lines":[{"article":"telescope %d","pieces":%d,"price":19.5},{"article":"eyepiece","pieces":2}],
    "note":"Left with the neighbours, who have been told; ring twice, the bell is quiet."}
    """
        .formatted(
            number,
            number % CUSTOMERS,
            number % DAYS,
            number * 31 % TOTAL_MAX,
            number % 3 == 0 ? "new" : "paid",
            version,
            number % 90,
            number % 70,
            number % 50,
            number % 6);
  }

  @Override
  public void close() {
    for (MongoChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
