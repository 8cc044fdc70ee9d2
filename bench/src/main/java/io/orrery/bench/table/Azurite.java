// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.table;

import io.orrery.bench.load.NpmPackage;
import io.orrery.bench.load.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/// Azurite's table service, which keeps its data in memory and writes them to a file now and then.
final class Azurite {
  static final String NAME = "Azurite";
  private static final String PACKAGE = "azurite@3.37.0";
  private static final String READY = "successfully";

  private Azurite() {}

  /// Installed on first use.
  ///
  /// @param data where it writes
  static ServerProcess start(Path installed, Path data) throws IOException, InterruptedException {
    NpmPackage.install(PACKAGE, installed);
    int port = freePort();
    Process process =
        new ProcessBuilder(
                "node",
                installed.resolve("node_modules/azurite/dist/src/table/main.js").toString(),
                "--tablePort",
                Integer.toString(port),
                "--location",
                data.toString(),
                "--silent",
                "--skipApiVersionCheck",
                "--disableTelemetry")
            .redirectErrorStream(true)
            .start();
    BufferedReader output = ServerProcess.output(process);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.contains(READY)) {
        return new ServerProcess(NAME, process, port);
      }
    }
    throw new IllegalStateException("Azurite did not start");
  }

  /// It does not tell which one it has chosen itself.
  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
