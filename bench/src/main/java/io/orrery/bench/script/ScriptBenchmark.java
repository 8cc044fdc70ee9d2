// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.script;

import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Trees;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Writes 100 items as 100 creates, as one batch and by a stored procedure, and computes one value
/// of each row by a function and by the same expression; all over HTTP, one client, medians of
/// rounds that take turns.
public final class ScriptBenchmark {
  private static final int ITEMS = 100;
  private static final int ROWS = 2000;
  private static final String CONTAINER = "/dbs/bench/colls/items";
  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static final String PROCEDURE =
      "function (items) { for (const item of items) __.createDocument(__.getSelfLink(), item); }";

  private final SqlHttp http;
  private int next;

  private ScriptBenchmark(SqlHttp http) {
    this.http = http;
  }

  /// Takes the number of rounds.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
    Path directory = Trees.make("script");
    try (ServerProcess _ = OrreryServer.start(directory)) {
      URI endpoint = URI.create("http://localhost:" + OrreryServer.port("sql", directory));
      var benchmark = new ScriptBenchmark(new SqlHttp(endpoint, OrreryServer.key(directory)));
      benchmark.prepare();
      benchmark.writes(rounds);
      benchmark.functions(rounds);
    } finally {
      Trees.delete(directory);
    }
  }

  private void prepare() {
    send("/dbs", "{\"id\":\"bench\"}", Map.of());
    send(
        "/dbs/bench/colls",
        "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}",
        Map.of("x-ms-offer-throughput", "10000"));
    send(CONTAINER + "/sprocs", "{\"id\":\"p\",\"body\":\"" + PROCEDURE + "\"}", Map.of());
    send(
        CONTAINER + "/udfs",
        "{\"id\":\"f\",\"body\":\"function (n) { return n * 2 + 1; }\"}",
        Map.of());
    for (int i = 0; i < ROWS; i += ITEMS) {
      batch("rows");
    }
  }

  private void writes(int rounds) {
    List<Double> single = new ArrayList<>();
    List<Double> batch = new ArrayList<>();
    List<Double> procedure = new ArrayList<>();
    for (int round = 0; round < 2 * rounds; round++) {
      String key = "w" + round;
      single.add(millis(() -> single(key)));
      batch.add(millis(() -> batch(key)));
      procedure.add(millis(() -> procedure(key)));
    }
    double base = median(single);
    System.out.println("100 items written as   ms      of single creates");
    print("100 creates", base, base);
    print("one batch", median(batch), base);
    print("a procedure", median(procedure), base);
  }

  private void functions(int rounds) {
    List<Double> builtIn = new ArrayList<>();
    List<Double> function = new ArrayList<>();
    for (int round = 0; round < 2 * rounds; round++) {
      builtIn.add(millis(() -> query("SELECT VALUE COUNT(1) FROM c WHERE c.n * 2 + 1 < 0")));
      function.add(millis(() -> query("SELECT VALUE COUNT(1) FROM c WHERE udf.f(c.n) < 0")));
    }
    double base = median(builtIn);
    System.out.printf("%d rows filtered by   ms      of the expression%n", ROWS);
    print("an expression", base, base);
    print("a function", median(function), base);
    System.out.printf("one call of a function: %.1f us%n", (median(function) - base) * 1000 / ROWS);
  }

  private static void print(String what, double millis, double base) {
    System.out.printf("%-20s %7.2f  %7.2f%n", what, millis, millis / base);
  }

  private static double millis(Runnable work) {
    long begin = System.nanoTime();
    work.run();
    return (System.nanoTime() - begin) / 1e6;
  }

  /// Of the second half: the first warms up.
  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values.subList(values.size() / 2, values.size()));
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  private String item(String key) {
    int n = next++;
    return "{\"id\":\"i%d\",\"pk\":\"%s\",\"n\":%d,\"text\":\"%s\"}"
        .formatted(n, key, n, "x".repeat(200));
  }

  private void single(String key) {
    for (int i = 0; i < ITEMS; i++) {
      send(CONTAINER + "/docs", item(key), Map.of(KEY, "[\"" + key + "\"]"));
    }
  }

  private void batch(String key) {
    String operations =
        IntStream.range(0, ITEMS)
            .mapToObj(_ -> "{\"operationType\":\"Create\",\"resourceBody\":" + item(key) + "}")
            .collect(Collectors.joining(",", "[", "]"));
    send(
        CONTAINER + "/docs",
        operations,
        Map.of(
            KEY,
            "[\"" + key + "\"]",
            "x-ms-cosmos-is-batch-request",
            "true",
            "x-ms-cosmos-batch-atomic",
            "true"));
  }

  private void procedure(String key) {
    String items =
        IntStream.range(0, ITEMS)
            .mapToObj(_ -> item(key))
            .collect(Collectors.joining(",", "[[", "]]"));
    send(CONTAINER + "/sprocs/p", items, Map.of(KEY, "[\"" + key + "\"]"));
  }

  private void query(String text) {
    send(
        CONTAINER + "/docs",
        "{\"query\":\"" + text + "\"}",
        Map.of(
            KEY,
            "[\"rows\"]",
            "x-ms-documentdb-isquery",
            "true",
            "Content-Type",
            "application/query+json"));
  }

  private void send(String path, String body, Map<String, String> headers) {
    HttpResponse<String> answer = http.send("POST", path, body, headers);
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
    }
  }
}
