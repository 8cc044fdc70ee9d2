// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Our server, as its launcher starts it, options of the environment included.
public final class OrreryServer {
  public static final String NAME = "orrery";

  private static final String READY_FILE = "ready.json";
  private static final int POLL_MILLIS = 20;

  private OrreryServer() {}

  /// That of this source tree, at its SQL API.
  public static ServerProcess start(Path directory) throws IOException, InterruptedException {
    return start(NAME, new ProcessBuilder(launcher().toString()), directory);
  }

  /// The same server at another door.
  public static ServerProcess at(String door, ServerProcess server, Path directory)
      throws IOException {
    return new ServerProcess(server.name(), server.process(), port(door, directory));
  }

  public static Path launcher() {
    return Path.of("../orrery").toAbsolutePath().normalize();
  }

  /// Any build, at its SQL API.
  ///
  /// @param launcher the launcher to start, with its environment
  /// @param directory for its data
  public static ServerProcess start(String name, ProcessBuilder launcher, Path directory)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path ready = directory.resolve(READY_FILE);
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
    return new ServerProcess(name, process, port("sql", directory));
  }

  /// Where a door is.
  public static int port(String door, Path directory) throws IOException {
    return Integer.parseInt(find("\"" + door + "\":\"\\w+://[^\"]*:(\\d+)/", directory));
  }

  /// The account's primary key.
  public static String key(Path directory) throws IOException {
    return find("\"key\":\"([^\"]+)\"", directory);
  }

  private static String find(String pattern, Path directory) throws IOException {
    String ready = Files.readString(directory.resolve(READY_FILE));
    Matcher found = Pattern.compile(pattern).matcher(ready);
    if (!found.find()) {
      throw new IllegalStateException("The ready file has no " + pattern);
    }
    return found.group(1);
  }

  private static void option(ProcessBuilder launcher, String name, String value) {
    launcher.command().add(name);
    launcher.command().add(value);
  }
}
