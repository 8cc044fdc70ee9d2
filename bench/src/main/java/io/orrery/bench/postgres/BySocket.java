// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.postgres;

import io.orrery.bench.load.RawLoad;
import io.orrery.bench.load.Server;
import java.io.IOException;

/// A [Postgres] that runs already, reached by its local socket.
record BySocket(Postgres postgres, KeptClients clients) implements Server {

  @Override
  public String name() {
    return Postgres.NAME_BY_SOCKET;
  }

  @Override
  public long cpuNanos() {
    return postgres.cpuNanos();
  }

  @Override
  public RawLoad client(int connections) throws IOException {
    return clients.of(connections);
  }

  /// Kept for the next.
  @Override
  public void release(RawLoad client) {}

  @Override
  public void close() throws IOException {
    clients.close();
  }
}
