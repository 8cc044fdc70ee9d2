// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/// Runs programs that are not Java against a server, among them those of `tests/js` with the
/// unmodified JavaScript clients. The system property `orrery.tests.js` says where that is.
public final class ClientPrograms {
  private ClientPrograms() {}

  /// Where the JavaScript files are, with their packages. The build has installed these before any
  /// test begins; whoever starts a test without it waits for them here.
  private static final class JavaScript {
    static final Path DIRECTORY = installed(Path.of(System.getProperty("orrery.tests.js", "js")));

    private static Path installed(Path directory) {
      try {
        execute(directory, Map.of(), directory.resolve("install").toAbsolutePath().toString());
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot install the packages of " + directory, e);
      } catch (InterruptedException e) {
        throw new IllegalStateException("Interrupted while packages were installed", e);
      }
      return directory;
    }
  }

  /// A place for files that use the JavaScript packages.
  public static Path scratch() throws IOException {
    return Files.createDirectories(JavaScript.DIRECTORY.resolve("target")).toAbsolutePath();
  }

  /// Runs a command among the JavaScript files. Gives what it printed; fails if it fails.
  public static String run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    return execute(JavaScript.DIRECTORY, environment, command);
  }

  /// As [#run], side by side with the caller; the future fails as that would.
  public static Future<String> begin(Map<String, String> environment, String... command) {
    FutureTask<String> running = new FutureTask<>(() -> run(environment, command));
    // Reading from a pipe would keep the carrier of a virtual thread, of which there are two.
    var _ = Thread.ofPlatform().daemon().start(running);
    return running;
  }

  private static String execute(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("ORRERY_LOAD_TIMES", Load.times());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError("%s said:%n%s".formatted(List.of(command), printed));
    }
    return printed;
  }

  /// Where the server is, for programs; over TLS its certificate is all they have to trust.
  public static Map<String, String> environment(ServerProcess server, String scheme, Path directory)
      throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put(
        "ORRERY_ENDPOINT", server.endpoint("sql").toString().replace("http:", scheme + ":"));
    environment.put("ORRERY_KEY", server.ready("key"));
    if (scheme.equals("https")) {
      String trusted = certificate(server, directory).toString();
      environment.put("NODE_EXTRA_CA_CERTS", trusted);
      environment.put("CURL_CA_BUNDLE", trusted);
    }
    return environment;
  }

  /// The server's certificate, as a file for those who have to trust it.
  public static Path certificate(ServerProcess server, Path directory) throws IOException {
    String pem = SqlHttp.owner(server).unsigned("GET", "/_explorer/emulator.pem", Map.of()).body();
    return Files.writeString(directory.resolve("emulator.pem"), pem);
  }
}
