// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SteadyPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the portal is if nobody says it: at the port that the vendor's newer emulator has for its
/// explorer, unless somebody else on the machine has that.
class PortalPortIT {
  private static final int PORT = 1234;
  private static final int OK = 200;

  private static ServerProcess serve(Path directory) {
    return ServerProcess.serveAt(
        directory, SteadyPort.any(), "--in-memory", "--apis.table", "0", "--apis.mongo", "0");
  }

  @Test
  void thePortalIsAt1234(@TempDir Path directory) throws Exception {
    try (ServerProcess server = serve(directory)) {
      requirePortal(server);
      if (!server.readyContent().containsKey("portal")) {
        assertThat(server.standardError())
            .contains("The portal is at the port of the SQL API only.");
        assumeTrue(!isTaken(), "somebody else has port 1234");
      }
      assertThat(server.endpoint("portal").getPort()).isEqualTo(PORT);
      assertThat(status(server.endpoint("portal"))).isEqualTo(OK);
    }
  }

  @Test
  void aServerStartsWithoutAPortThatSomebodyElseHas(@TempDir Path directory) throws Exception {
    try (var _ = taken();
        ServerProcess server = serve(directory)) {
      requirePortal(server);
      assertThat(server.readyContent()).doesNotContainKey("portal");
      assertThat(server.standardError())
          .contains("The portal is at the port of the SQL API only.")
          .contains(Integer.toString(PORT));
    }
  }

  /// By us, or by whoever was faster.
  private static ServerSocket taken() throws IOException {
    try {
      return new ServerSocket(PORT, 1, InetAddress.getLoopbackAddress());
    } catch (IOException elsewhere) {
      assumeTrue(isTaken(), "port 1234 can be neither had nor reached");
      return new ServerSocket(0);
    }
  }

  private static boolean isTaken() {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), PORT)) {
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }

  /// A machine without Node builds a server without the portal.
  private static void requirePortal(ServerProcess server) throws Exception {
    boolean there = status(server.endpoint("sql").resolve("/_explorer/")) == OK;
    if (!Boolean.getBoolean("orrery.portal.required")) {
      assumeTrue(there, "needs a server with the portal");
    }
    assertThat(there).as("a server with the portal").isTrue();
  }

  private static int status(URI address) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
          .statusCode();
    }
  }
}
