// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import io.orrery.bench.load.RawLoad.Requests;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A server under load, in a process of its own, so that what it costs can be told from what its
/// clients cost.
public record ServerProcess(String name, Process process, int port) implements AutoCloseable {
  private static final int STOP_SECONDS = 30;

  /// What one stretch of load gave.
  ///
  /// @param cpuMicros of the server's process, per request
  public record Window(double perSecond, double cpuMicros) {}

  /// Runs a class of ours that prints its port.
  public static ServerProcess java(String name, Class<?> main, String... arguments)
      throws IOException {
    Process process = javaProcess(main, arguments);
    return new ServerProcess(name, process, Integer.parseInt(output(process).readLine()));
  }

  /// A class of ours, with the options that the server is run with.
  public static Process javaProcess(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseCompactObjectHeaders",
            "-XX:+UseSerialGC",
            "-Xmx384m",
            "-classpath",
            System.getProperty("java.class.path"),
            main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /// What a process prints.
  public static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// Loads the server for so long, or until there are no more requests.
  public Window measure(Requests requests, int connections, Duration time) throws IOException {
    try (var load = new RawLoad(port, connections)) {
      long cpuBefore = cpuNanos();
      long before = System.nanoTime();
      long answers = load.run(requests, time);
      double seconds = (System.nanoTime() - before) / 1e9;
      double cpuMicros = (cpuNanos() - cpuBefore) / 1e3;
      return new Window(answers / seconds, cpuMicros / answers);
    }
  }

  private long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
