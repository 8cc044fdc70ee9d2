// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.wire;

import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Window;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Prints our server's rate and CPU per request as ratios of the bare server's: medians of several
/// windows that take turns.
public final class WireBenchmark {
  private static final int[] CONNECTIONS = {1, 16, 64};
  private static final int ROUNDS = 5;

  /// About as many headers as the official clients send.
  private static final byte[] REQUEST =
      """
      GET /dbs/database/colls/container/docs/item-0001 HTTP/1.1\r
      Host: localhost:8081\r
      Accept: application/json\r
      User-Agent: raw-load/1\r
      Cache-Control: no-cache\r
      Content-Type: application/json\r
      Authorization: type%3dmaster%26ver%3d1.0%26sig%3d0123456789012345678901234567890123456789012%3d\r
      x-ms-date: Sun, 15 Nov 2026 12:00:00 GMT\r
      x-ms-version: 2020-07-15\r
      x-ms-documentdb-partitionkey: ["partition-0001"]\r
      x-ms-activity-id: 0c8a6fbe-6b3d-4ac1-9e6b-6b9c2f1f8a11\r
      \r
      """
          .getBytes(StandardCharsets.US_ASCII);

  private WireBenchmark() {}

  /// Takes the milliseconds of one window.
  public static void main(String[] arguments) throws IOException {
    Duration window = Duration.ofMillis(arguments.length > 0 ? Long.parseLong(arguments[0]) : 2000);
    try (var bare = ServerProcess.java("bare", Servers.class, "bare");
        var ours = ServerProcess.java("orrery", Servers.class, "orrery")) {
      bare.measure(() -> REQUEST, 64, window.multipliedBy(5));
      ours.measure(() -> REQUEST, 64, window.multipliedBy(5));
      System.out.println("connections  rate ratio  CPU ratio");
      for (int connections : CONNECTIONS) {
        compare(bare, ours, connections, window);
      }
    }
  }

  private static void compare(
      ServerProcess bare, ServerProcess ours, int connections, Duration window) throws IOException {
    double[] rates = new double[ROUNDS];
    double[] costs = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      Window floor = bare.measure(() -> REQUEST, connections, window);
      Window reached = ours.measure(() -> REQUEST, connections, window);
      rates[round] = reached.perSecond() / floor.perSecond();
      costs[round] = reached.cpuMicros() / floor.cpuMicros();
    }
    System.out.printf(
        "%11d  %10.2f  %9.2f%n", connections, Numbers.median(rates), Numbers.median(costs));
  }
}
