// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.io.IOException;
import java.time.Duration;

/// What is measured: in processes of its own, so that what it costs can be told from what its
/// clients cost.
public interface Server extends AutoCloseable {
  /// As long as anything of a benchmark may take.
  Duration AMPLE = Duration.ofMinutes(60);

  String name();

  /// What all its processes have used so far.
  long cpuNanos();

  /// A client of so many connections.
  RawLoad client(int connections) throws IOException;

  /// Gives a client back.
  void release(RawLoad client) throws IOException;

  /// Loads the server for so long, or until there are no more requests.
  default Window measure(Requests requests, int connections, Duration time) throws IOException {
    RawLoad client = client(connections);
    try {
      return client.measure(requests, time, this::cpuNanos);
    } finally {
      release(client);
    }
  }

  /// One request, however long it takes.
  default void ask(byte[] request) throws IOException {
    measure(Requests.once(request), 1, AMPLE);
  }

  /// Waits until what it does by itself is done, since others are measured next.
  default void awaitCalm() throws InterruptedException {
    long look = Duration.ofMillis(100).toNanos();
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    long busy = look;
    while (busy > look / 20 && System.nanoTime() - end < 0) {
      long before = cpuNanos();
      Thread.sleep(Duration.ofNanos(look));
      busy = cpuNanos() - before;
    }
  }

  @Override
  void close() throws IOException;
}
