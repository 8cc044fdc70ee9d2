// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import io.orrery.bench.load.RawLoad;
import io.orrery.bench.load.Requests;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.Window;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Predicate;

/// A server with what it is asked.
///
/// @param takesPart in which cells it is measured
public record Contender(
    Server server, Dialect dialect, Workload workload, Predicate<Cell> takesPart) {

  public String name() {
    return server.name();
  }

  public Window measure(Cell cell, Duration time) throws IOException {
    Requests requests = workload.requests(cell.operation(), cell.callers(), time);
    return server.measure(requests, cell.callers(), time);
  }

  /// New items as fast as they are taken.
  void burst(int items) throws IOException {
    Requests inserts = Requests.once(workload.inserts(items));
    server.measure(inserts, Operation.INSERT.callers(), Server.AMPLE);
  }

  /// How many rows a query has.
  public int rows(Operation query, long number) {
    try {
      RawLoad client = server.client(1);
      try {
        return client.rows(dialect.ask(query, number));
      } finally {
        server.release(client);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
