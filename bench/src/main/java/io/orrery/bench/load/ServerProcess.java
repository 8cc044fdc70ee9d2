// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A server in one process.
public record ServerProcess(String name, Process process, Endpoint endpoint) implements Server {
  private static final int STOP_SECONDS = 30;

  /// One that speaks HTTP.
  public ServerProcess(String name, Process process, int port) {
    this(name, process, Endpoint.http(port));
  }

  /// Runs a class of ours that prints its port.
  public static ServerProcess java(String name, Class<?> main, String... arguments)
      throws IOException {
    Process process = javaProcess(main, arguments);
    return new ServerProcess(name, process, Integer.parseInt(output(process).readLine()));
  }

  /// A class of ours, with the options that the server is run with.
  public static Process javaProcess(Class<?> main, String... arguments) throws IOException {
    return javaProcess("-Xmx384m", main, arguments);
  }

  /// The same with another heap.
  public static Process javaProcess(String heap, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseCompactObjectHeaders",
            "-XX:+UseSerialGC",
            heap,
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

  @Override
  public RawLoad client(int connections) throws IOException {
    return new RawLoad(endpoint, connections);
  }

  @Override
  public void release(RawLoad client) throws IOException {
    client.close();
  }

  @Override
  public long cpuNanos() {
    return CpuClock.nanos(process.pid());
  }

  public double residentMegabytes() throws IOException {
    return residentMegabytes(process.pid());
  }

  /// What a process holds of the machine's memory. Linux only.
  public static double residentMegabytes(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    throw new IllegalStateException("the kernel does not say what process " + pid + " holds");
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
