// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Prints rate and server CPU per request of both servers and the ratios between them: medians of
/// several windows that take turns.
public final class WireBenchmark {
  private static final int[] CONNECTIONS = {1, 16, 64};
  private static final int ROUNDS = 5;

  /// @param cpuMicros of the server's process, per request
  private record Window(double perSecond, double cpuMicros) {}

  private record Subject(String name, Process process, int port) {}

  private WireBenchmark() {}

  /// Takes the milliseconds of one window.
  public static void main(String[] arguments) throws IOException {
    Duration window = Duration.ofMillis(arguments.length > 0 ? Long.parseLong(arguments[0]) : 2000);
    List<Subject> subjects = List.of(start("bare"), start("orrery"));
    try {
      System.out.println("connections  server    requests/s  CPU us  rate ratio  CPU ratio");
      for (Subject subject : subjects) {
        measure(subject, 64, window.multipliedBy(5));
      }
      for (int connections : CONNECTIONS) {
        compare(subjects, connections, window);
      }
    } finally {
      subjects.forEach(subject -> subject.process.destroy());
    }
  }

  private static void compare(List<Subject> subjects, int connections, Duration window)
      throws IOException {
    Map<String, List<Window>> windows = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Subject subject : subjects) {
        windows
            .computeIfAbsent(subject.name, _ -> new ArrayList<>())
            .add(measure(subject, connections, window));
      }
    }
    double bareRate = 0;
    double bareCpu = 0;
    for (Map.Entry<String, List<Window>> entry : windows.entrySet()) {
      double rate = median(entry.getValue().stream().map(Window::perSecond).toList());
      double cpu = median(entry.getValue().stream().map(Window::cpuMicros).toList());
      bareRate = bareRate == 0 ? rate : bareRate;
      bareCpu = bareCpu == 0 ? cpu : bareCpu;
      System.out.printf(
          "%11d  %-8s %11.0f  %6.1f  %10.2f  %9.2f%n",
          connections, entry.getKey(), rate, cpu, rate / bareRate, cpu / bareCpu);
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  private static Window measure(Subject subject, int connections, Duration window)
      throws IOException {
    try (var load = new RawLoad(subject.port, connections)) {
      long cpuBefore = cpuNanos(subject.process);
      long before = System.nanoTime();
      long answers = load.run(window);
      double seconds = (System.nanoTime() - before) / 1e9;
      double cpuMicros = (cpuNanos(subject.process) - cpuBefore) / 1e3;
      return new Window(answers / seconds, cpuMicros / answers);
    }
  }

  private static long cpuNanos(Process process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static Subject start(String name) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    command.addAll(
        List.of("--sun-misc-unsafe-memory-access=allow", "-XX:+UseCompactObjectHeaders"));
    command.addAll(List.of("-Xmx256m", "-classpath", System.getProperty("java.class.path")));
    command.addAll(List.of(Servers.class.getName(), name));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    return new Subject(name, process, Integer.parseInt(output.readLine()));
  }
}
