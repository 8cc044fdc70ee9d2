// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;

/// The server under attack, and the connections that are left open to it.
final class Target implements AutoCloseable {
  private static final int LEFT_OPEN_MAX = 200;

  private final URI address;
  private final SqlHttp signed;
  private final SqlHttp wronglySigned;
  private final ArrayBlockingQueue<RawConnection> open = new ArrayBlockingQueue<>(LEFT_OPEN_MAX);

  Target(ServerProcess server) {
    this.address = server.endpoint("sql");
    this.signed = SqlHttp.owner(server);
    this.wronglySigned = new SqlHttp(address, "AAAA");
  }

  SqlHttp signed() {
    return signed;
  }

  SqlHttp wronglySigned() {
    return wronglySigned;
  }

  RawConnection connect() throws IOException {
    return new RawConnection(address);
  }

  /// Keeps a connection that waits for nothing; the oldest goes when there are too many.
  void leaveOpen(RawConnection connection) throws IOException {
    while (!open.offer(connection)) {
      RawConnection oldest = open.poll();
      if (oldest != null) {
        oldest.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (RawConnection each : open) {
      each.close();
    }
  }
}
