// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.postgres;

import io.orrery.bench.load.Endpoint;
import io.orrery.bench.load.RawLoad;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// Clients that are used again: each connection to PostgreSQL is a process with its own plans.
final class KeptClients implements AutoCloseable {
  private final Endpoint endpoint;
  private final Map<Integer, RawLoad> byConnections = new HashMap<>();

  KeptClients(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  RawLoad of(int connections) throws IOException {
    RawLoad known = byConnections.get(connections);
    if (known == null) {
      known = new RawLoad(endpoint, connections);
      byConnections.put(connections, known);
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    for (RawLoad client : byConnections.values()) {
      client.close();
    }
  }
}
