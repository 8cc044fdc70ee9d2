// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;

/// The server under attack, and the connections that are left open to it.
final class Target implements Closeable {
  private static final int LEFT_OPEN_MAX = 200;

  private final URI address;
  private final SqlHttp signed;
  private final SqlHttp wronglySigned;
  private final LeftOpen open = new LeftOpen(LEFT_OPEN_MAX);

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

  void leaveOpen(RawConnection connection) throws IOException {
    open.add(connection);
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
