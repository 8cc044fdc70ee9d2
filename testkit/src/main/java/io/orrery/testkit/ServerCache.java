// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The JVM's cache of the server's classes, loaded and linked, as the start script has one: with it
/// a server is there in half the time, and its first requests find their classes.
///
/// It is made once for all modules whose tests start servers, in the file that the system property
/// `orrery.server.cache` names, and anew when the jars are. Without the property there is none.
final class ServerCache {
  private static final String FILE = "orrery.server.cache";

  /// Of each kind a few: more would not load other classes.
  private static final String REQUESTS = "100";

  /// The JVM starts another one to make the cache when the trained one ends.
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /// What the JVM is started with to use it.
  static final List<String> FLAGS = flags();

  private ServerCache() {}

  private static List<String> flags() {
    String name = System.getProperty(FILE);
    if (name == null) {
      return List.of();
    }
    Path file = Path.of(name);
    Path waiting = file.resolveSibling(file.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(waiting, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      if (!isCurrent(file)) {
        make(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make the cache of classes " + file, e);
    }
    return List.of("-XX:AOTCache=" + file);
  }

  private static boolean isCurrent(Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    FileTime made = Files.getLastModifiedTime(file);
    for (Path jar : ServerProcess.jars()) {
      if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
        return false;
      }
    }
    return true;
  }

  /// A server that was asked for what applications ask most leaves what it has loaded.
  private static void make(Path file) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".next");
    Path directory = Files.createTempDirectory("orrery-cache");
    try (ServerProcess server =
        ServerProcess.train(directory, "-XX:AOTCacheOutput=" + unfinished)) {
      rehearse(server);
      server.signalStop();
      require(server.awaitExit(PATIENCE), server);
    }
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void rehearse(ServerProcess trained) throws IOException {
    List<String> arguments =
        List.of(
            "rehearse",
            "--requests",
            REQUESTS,
            "--endpoint",
            trained.ready("sql"),
            "--table-endpoint",
            trained.ready("table"),
            "--mongo-endpoint",
            trained.ready("mongo"));
    Path directory = Files.createTempDirectory("orrery-rehearsal");
    try (ServerProcess client = ServerProcess.runCold(directory, Map.of(), arguments)) {
      require(client.awaitExit(PATIENCE), client);
    }
  }

  private static void require(int exitCode, ServerProcess ended) {
    if (exitCode != 0) {
      throw new IllegalStateException(
          "Exit code %d: %s".formatted(exitCode, ended.standardError()));
    }
  }
}
