// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs the tests in `src/test/js`, which use the unmodified JavaScript SDK. It is installed from
/// the lock file into `target/js`, once.
class JsSdkIT {
  private static final Path SOURCE = Path.of("src/test/js");
  private static final Path INSTALLED = Path.of("target/js");
  private static final String LOCK = "package-lock.json";

  @TempDir private Path directory;

  @BeforeAll
  static void install() throws Exception {
    Files.createDirectories(INSTALLED);
    boolean current =
        Files.exists(INSTALLED.resolve("node_modules/.installed"))
            && Files.mismatch(SOURCE.resolve(LOCK), INSTALLED.resolve(LOCK)) < 0;
    try (Stream<Path> files = Files.list(SOURCE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(
            file, INSTALLED.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (!current) {
      run(Map.of(), "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
      Files.createFile(INSTALLED.resolve("node_modules/.installed"));
    }
  }

  private static void run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = INSTALLED.resolve(command[0] + ".log");
    var builder =
        new ProcessBuilder(command)
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    assertThat(exitCode).as("%s said:%n%s", List.of(command), Files.readString(output)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void metadata(String scheme) throws Exception {
    runTests("metadata.test.js", scheme);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void items(String scheme) throws Exception {
    runTests("items.test.js", scheme);
  }

  /// Over TLS with the server's certificate as the only thing the client has to trust.
  private void runTests(String file, String scheme) throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      String pem =
          SqlHttp.owner(server).unsigned("GET", "/_explorer/emulator.pem", Map.of()).body();
      Path trusted = Files.writeString(directory.resolve("emulator.pem"), pem);
      String endpoint = server.endpoint("sql").toString().replace("http:", scheme + ":");
      run(
          Map.of(
              "ORRERY_TEST_ENDPOINT", endpoint,
              "ORRERY_TEST_KEY", server.ready("key"),
              "NODE_EXTRA_CA_CERTS", trusted.toString()),
          "node",
          "--test",
          file);
    }
  }
}
