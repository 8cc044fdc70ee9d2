// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.SqlItems;
import io.orrery.testkit.sql.SqlScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The JavaScript engine is loaded when the first script runs, and not before.
class ScriptStartIT {
  private static final String ENGINE = " org.graalvm.";

  @TempDir private Path directory;

  @Test
  void serversWithoutScriptsDoNotLoadTheEngine() throws IOException {
    Path classes = directory.resolve("classes.txt").toAbsolutePath();
    List<String> serve =
        List.of(
            "serve",
            "--in-memory",
            "--port",
            "0",
            "--health-port",
            "0",
            "--ready-file",
            directory.resolve("ready.json").toAbsolutePath().toString());
    Map<String, String> log = Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + classes);
    try (ServerProcess server = ServerProcess.runCold(directory, log, serve)) {
      await().atMost(Duration.ofMinutes(2)).until(server::isReady);
      SqlItems items = SqlItems.create(SqlHttp.owner(server), "plain");
      assertThat(items.create("[\"a\"]", "{\"id\":\"1\",\"pk\":\"a\"}").statusCode())
          .isEqualTo(201);
      assertThat(loadsEngine(classes)).isFalse();
      SqlScripts scripts = new SqlScripts(items);
      scripts.procedure("p", "function () {}");
      assertThat(loadsEngine(classes)).isFalse();
      assertThat(scripts.execute("p", "[\"a\"]", "[]").statusCode()).isEqualTo(200);
      assertThat(loadsEngine(classes)).isTrue();
    }
  }

  private static boolean loadsEngine(Path classes) throws IOException {
    try (Stream<String> lines = Files.lines(classes)) {
      return lines.anyMatch(line -> line.contains(ENGINE));
    }
  }
}
