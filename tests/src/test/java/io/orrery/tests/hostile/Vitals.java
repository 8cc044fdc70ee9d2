// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a server holds, by its own metrics and the operating system's.
///
/// @param residentMegabytes 0 where the operating system does not tell
record Vitals(
    long heapMegabytes,
    long residentMegabytes,
    int platformThreads,
    int connections,
    int openFiles) {
  private static final Pattern HEAP =
      Pattern.compile("(?m)^jvm_memory_used_bytes\\{area=\"heap\",[^}]*} (\\S+)");

  /// Takes what nobody needs any more away first.
  static Vitals of(ServerProcess server) throws IOException, InterruptedException {
    collectGarbage(server.pid());
    String metrics = metrics(server);
    double heap = 0;
    for (Matcher each = HEAP.matcher(metrics); each.find(); ) {
      heap += Double.parseDouble(each.group(1));
    }
    return new Vitals(
        (long) heap >> 20,
        residentMegabytes(server.pid()),
        number(metrics, "jvm_threads_live_threads"),
        number(metrics, "orrery_sql_connections"),
        number(metrics, "process_files_open_files"));
  }

  private static void collectGarbage(long pid) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    int exitCode =
        new ProcessBuilder(jcmd, Long.toString(pid), "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new IllegalStateException("jcmd ended with " + exitCode);
    }
  }

  private static String metrics(ServerProcess server) throws IOException, InterruptedException {
    URI address = server.endpoint("health").resolve("/metrics");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
    }
  }

  /// One of the server's metrics at this moment.
  static int number(ServerProcess server, String name) throws IOException, InterruptedException {
    return number(metrics(server), name);
  }

  private static int number(String metrics, String name) {
    Matcher found = Pattern.compile("(?m)^" + name + " (\\S+)").matcher(metrics);
    if (!found.find()) {
      throw new IllegalStateException("There is no metric " + name);
    }
    return (int) Double.parseDouble(found.group(1));
  }

  private static long residentMegabytes(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    Matcher found = Pattern.compile("VmRSS:\\s+(\\d+) kB").matcher(Files.readString(status));
    return found.find() ? Long.parseLong(found.group(1)) / 1024 : 0;
  }
}
