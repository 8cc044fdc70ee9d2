// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The portal's first program for Java, which its first page shows, runs as it stands.
class JavaSnippetIT {
  private static final Path SNIPPET =
      Path.of("../../portal/src/main/web/src/snippets/hello-java.txt");

  @TempDir private Path directory;

  @Test
  void runs() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      Path program =
          Files.writeString(
              directory.resolve("Hello.java"),
              Files.readString(SNIPPET)
                  .replace("ENDPOINT", server.endpoint("sql").toString())
                  .replace("KEY", server.ready("key")));
      assertThat(run(program)).contains("customerId=ada").contains("total=12.5");
    }
  }

  /// As a single file: Java compiles it by itself.
  private String run(Path program) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                    "-cp",
                    System.getProperty("java.class.path"),
                    program.toString()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exitCode = process.waitFor();
    String printed = Files.readString(output);
    assertThat(exitCode).as("it said:%n%s", printed).isZero();
    return printed;
  }
}
