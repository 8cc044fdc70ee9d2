// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import io.orrery.testkit.HealthPages;
import io.orrery.testkit.ServerProcess;
import java.io.IOException;
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
  /// Takes what nobody needs any more away first.
  static Vitals of(ServerProcess server) throws IOException, InterruptedException {
    collectGarbage(server.pid());
    String metrics = HealthPages.get(server, "/metrics").body();
    return new Vitals(
        (long) HealthPages.metric(metrics, "jvm_memory_used_bytes{area=\"heap\"") >> 20,
        residentMegabytes(server.pid()),
        (int) HealthPages.metric(metrics, "jvm_threads_live_threads"),
        (int) HealthPages.metric(metrics, "orrery_sql_connections"),
        (int) HealthPages.metric(metrics, "process_files_open_files"));
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

  /// One of the server's metrics at this moment.
  static int number(ServerProcess server, String name) throws IOException, InterruptedException {
    return (int) HealthPages.metric(server, name);
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
