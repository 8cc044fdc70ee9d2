// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Workload;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.Requests;
import io.orrery.bench.load.Server;
import java.io.IOException;
import java.security.GeneralSecurityException;

/// Servers of the SQL API with something in them.
final class SqlContenders {
  private static final int LOAD_STEP = 10_000;

  private SqlContenders() {}

  /// With a container of so many items.
  static Contender loaded(Server server, String container, Items items, int count)
      throws IOException, GeneralSecurityException {
    var requests = new SignedRequests(container, items);
    server.ask(requests.createContainer());
    for (int first = 0; first < count; first += LOAD_STEP) {
      int step = Math.min(LOAD_STEP, count - first);
      server.measure(
          Requests.once(requests.creates(first, step)), Operation.INSERT.callers(), Server.AMPLE);
    }
    return new Contender(server, requests, new Workload(requests, items, count), _ -> true);
  }
}
