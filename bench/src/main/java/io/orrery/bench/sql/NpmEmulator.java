// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.NpmPackage;
import io.orrery.bench.load.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;

/// The emulator from npm, which speaks the SQL API.
final class NpmEmulator {
  private static final String EMULATOR = "@vercel/cosmosdb-server@1.0.1";

  private static final String EMULATOR_SCRIPT =
      """
      const keepAlive = process.argv[1] === "true";
      const server = require("@vercel/cosmosdb-server").createHttpServer({ keepAlive });
      server.keepAliveTimeout = 600000;
      server.listen(0, "127.0.0.1", () => console.log(server.address().port));
      """;

  private NpmEmulator() {}

  /// Installed on first use.
  ///
  /// @param keepAlive false is what its own command does: to close the connection after each answer
  static ServerProcess start(Path directory, boolean keepAlive)
      throws IOException, InterruptedException {
    NpmPackage.install(EMULATOR, directory);
    Process process =
        new ProcessBuilder("node", "-e", EMULATOR_SCRIPT, String.valueOf(keepAlive))
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String port = ServerProcess.output(process).readLine();
    if (port == null) {
      throw new IllegalStateException("The npm emulator did not start");
    }
    return new ServerProcess(
        keepAlive ? "npm, keep-alive" : "npm, as shipped", process, Integer.parseInt(port));
  }
}
