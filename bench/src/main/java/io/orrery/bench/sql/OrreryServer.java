// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Workload;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.Requests;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Our server, as its launcher starts it, options of the environment included.
final class OrreryServer {
  static final String NAME = "orrery";

  private static final Pattern SQL_PORT = Pattern.compile("\"sql\":\"http://[^\"]*:(\\d+)/\"");
  private static final int POLL_MILLIS = 20;
  private static final int LOAD_STEP = 10_000;

  private OrreryServer() {}

  /// That of this source tree.
  static ServerProcess start(Path directory) throws IOException, InterruptedException {
    return start(NAME, new ProcessBuilder(launcher().toString()), directory);
  }

  static Path launcher() {
    return Path.of("../orrery").toAbsolutePath().normalize();
  }

  /// @param launcher the launcher to start, with its environment
  /// @param directory for its data
  static ServerProcess start(String name, ProcessBuilder launcher, Path directory)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path ready = directory.resolve("ready.json");
    launcher.command().add("serve");
    option(launcher, "--data-path", directory.resolve("data").toString());
    option(launcher, "--port", "0");
    option(launcher, "--health-port", "0");
    option(launcher, "--throttling", "off");
    option(launcher, "--ready-file", ready.toString());
    Process process =
        launcher
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    while (!Files.exists(ready)) {
      if (!process.isAlive()) {
        throw new IllegalStateException("The server did not start");
      }
      Thread.sleep(POLL_MILLIS);
    }
    Matcher port = SQL_PORT.matcher(Files.readString(ready));
    if (!port.find()) {
      throw new IllegalStateException("The ready file names no SQL port");
    }
    return new ServerProcess(name, process, Integer.parseInt(port.group(1)));
  }

  private static void option(ProcessBuilder launcher, String name, String value) {
    launcher.command().add(name);
    launcher.command().add(value);
  }

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
