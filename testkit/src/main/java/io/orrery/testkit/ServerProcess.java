// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import io.orrery.model.SystemTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The real server in a process of its own, started from the jars the build made, so that it can be
/// stopped by a signal and killed like any other. Close it, or it goes on running.
///
/// The jars are found in the directory that the system property `orrery.server.lib` names.
///
/// If `orrery.transport.seed` is set, it is a server whose gateway reaches catalog and partitions
/// over an imaginary network with that seed; `orrery.transport.classes` says where its main class
/// and the testkit are.
public final class ServerProcess implements AutoCloseable {
  private static final String ANY_PORT = "0";
  private static final String LIBRARIES = "orrery.server.lib";
  private static final String TRANSPORT_SEED = "orrery.transport.seed";
  private static final String TRANSPORT_CLASSES = "orrery.transport.classes";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Those of the start script, but for the second compiler: these servers live for seconds, in
  /// which it would take a third of the processor time for code that is hardly used.
  private static final List<String> JVM_FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:+UseCompactObjectHeaders",
          "-XX:+UseSerialGC",
          "-Xmx384m",
          "-Xlog:cds=off",
          "-Xlog:aot=off");

  private final Process process;
  private final Path directory;

  private ServerProcess(Process process, Path directory) {
    this.process = process;
    this.directory = directory;
  }

  /// Runs `orrery` with these arguments; its output goes to files in the given directory, which is
  /// its working directory too.
  public static ServerProcess run(
      Path directory, Map<String, String> environment, List<String> arguments) {
    return start(
        directory,
        environment,
        arguments,
        isFar() ? List.of() : ServerCache.FLAGS,
        System.getProperty(TRANSPORT_SEED));
  }

  private static ServerProcess start(
      Path directory,
      Map<String, String> environment,
      List<String> arguments,
      List<String> moreFlags,
      @Nullable String seed) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_FLAGS);
    command.addAll(moreFlags);
    command.addAll(program(seed));
    command.addAll(arguments);
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(Redirect.to(directory.resolve("stdout").toFile()))
            .redirectError(Redirect.to(directory.resolve("stderr").toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("ORRERY_"));
    builder.environment().putAll(environment);
    try {
      Files.deleteIfExists(readyFile(directory));
      return new ServerProcess(builder.start(), directory);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start the server", e);
    }
  }

  /// A server without the cache, with a flag of the JVM to make one. It takes whatever is asked.
  static ServerProcess train(Path directory, String flag) {
    List<String> arguments = serving(directory, ANY_PORT, "--in-memory", "--throttling", "off");
    ServerProcess server = start(directory, Map.of(), arguments, List.of(flag), null);
    server.awaitReady();
    return server;
  }

  /// As [#run], without the cache, which has classes loaded that nobody has asked for.
  public static ServerProcess runCold(
      Path directory, Map<String, String> environment, List<String> arguments) {
    return start(directory, environment, arguments, List.of(), System.getProperty(TRANSPORT_SEED));
  }

  /// Starts `orrery serve` on free ports with its data in `directory/data`, and waits until it is
  /// ready.
  public static ServerProcess serve(Path directory, String... arguments) {
    return serveAt(directory, ANY_PORT, arguments);
  }

  /// As [#serve], with the SQL API at this port: the portal, of which nothing is said, is at its
  /// own then.
  public static ServerProcess serveAt(Path directory, String port, String... arguments) {
    ServerProcess server = run(directory, Map.of(), serving(directory, port, arguments));
    server.awaitReady();
    return server;
  }

  /// As [#serve], over an imaginary network.
  public static ServerProcess serveFar(Path directory, long seed, String... arguments) {
    ServerProcess server =
        start(
            directory,
            Map.of(),
            serving(directory, ANY_PORT, arguments),
            List.of(),
            Long.toString(seed));
    server.awaitReady();
    return server;
  }

  /// Whether all servers of this run are behind an imaginary network.
  public static boolean isFar() {
    return System.getProperty(TRANSPORT_SEED) != null;
  }

  private static List<String> serving(Path directory, String port, String... arguments) {
    List<String> all = new ArrayList<>(List.of("serve", "--port", port, "--health-port", ANY_PORT));
    all.addAll(List.of("--ready-file", readyFile(directory).toString()));
    all.addAll(List.of(arguments));
    return all;
  }

  private static Path readyFile(Path directory) {
    return directory.resolve("ready.json").toAbsolutePath();
  }

  private static List<String> program(@Nullable String seed) {
    if (seed == null) {
      return List.of("-cp", classPath(), "io.orrery.server.Main");
    }
    String classes = System.getProperty(TRANSPORT_CLASSES);
    if (classes == null) {
      throw new IllegalStateException("Say in " + TRANSPORT_CLASSES + " where the transport is");
    }
    return List.of(
        "-D" + TRANSPORT_SEED + "=" + seed,
        "-cp",
        classPath() + System.getProperty("path.separator") + classes,
        "io.orrery.tests.far.FarServer");
  }

  private static String classPath() {
    return String.join(
        System.getProperty("path.separator"), jars().stream().map(Path::toString).toList());
  }

  static List<Path> jars() {
    Path libraries =
        Path.of(System.getProperty(LIBRARIES, "server/target/orrery/lib"))
            .toAbsolutePath()
            .normalize(); // The cache is for one spelling of the class path.
    // As in the start script: what lies in directories of its own comes last.
    Comparator<Path> order = Comparator.comparingInt(Path::getNameCount);
    try (Stream<Path> files = Files.walk(libraries)) {
      return files
          .filter(jar -> jar.toString().endsWith(".jar"))
          .sorted(order.thenComparing(Comparator.naturalOrder()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "No jars in " + libraries + ": build the server module (mvn package) first", e);
    }
  }

  /// Fails with what the process wrote to standard error if it ends or takes too long instead.
  private void awaitReady() {
    long end = SystemTime.TICKER.getAsLong() + PATIENCE.toNanos();
    while (!Files.exists(readyFile(directory))) {
      if (!process.isAlive() || SystemTime.TICKER.getAsLong() > end) {
        close();
        throw new IllegalStateException("The server did not get ready: " + standardError());
      }
      pause();
    }
  }

  /// Between two looks at a file: another process writes it, so there is nothing to wait on.
  private void pause() {
    try {
      if (process.waitFor(5, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      close();
      throw new IllegalStateException("Interrupted while the server was starting", e);
    }
  }

  /// The address of a door, by its name in the ready file: `health`, `sql`, ….
  public URI endpoint(String name) {
    return URI.create(ready(name));
  }

  /// A member of the ready file: `key`, `readOnlyKey`, ….
  public String ready(String name) {
    Object member = readyContent().get(name);
    if (member == null) {
      throw new IllegalArgumentException("The ready file has no " + name);
    }
    return member.toString();
  }

  /// Everything in the ready file.
  public Map<String, Object> readyContent() {
    return ReadyFileContent.parse(read(readyFile(directory)));
  }

  public long pid() {
    return process.pid();
  }

  public boolean isReady() {
    return Files.exists(readyFile(directory));
  }

  public String standardOutput() {
    return read(directory.resolve("stdout"));
  }

  public String standardError() {
    return read(directory.resolve("stderr"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read what the server wrote", e);
    }
  }

  /// SIGTERM, without waiting for its effect.
  public void signalStop() {
    process.destroy();
  }

  /// SIGTERM; returns the exit code.
  public int stop() {
    signalStop();
    return awaitExit();
  }

  /// SIGKILL: the process gets no chance to tidy up.
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /// Waits for the process to end by itself; returns the exit code.
  public int awaitExit() {
    return awaitExit(PATIENCE);
  }

  int awaitExit(Duration patience) {
    try {
      if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted while the server was stopping", e);
    }
    throw new IllegalStateException("The server does not end: " + standardError());
  }

  @Override
  public void close() {
    process.destroyForcibly();
    awaitExit();
  }
}
