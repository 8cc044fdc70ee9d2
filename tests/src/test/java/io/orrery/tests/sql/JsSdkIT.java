// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.query.SameRow;
import io.orrery.testkit.query.ServedQueries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs the tests in `src/test/js`, which use the unmodified JavaScript SDK. It is installed from
/// the lock file into `target/js`, once.
class JsSdkIT {
  private static final Path SOURCE = Path.of("src/test/js");
  private static final Path INSTALLED = Path.of("target/js");
  private static final String LOCK = "package-lock.json";
  private static final int QUERIES_PER_SET = 50;

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

  /// More with `-Dorrery.query.pairs=…` and `-Dorrery.query.seed=…`.
  @Test
  void randomQueriesHaveTheirRows() throws Exception {
    int pairs = Integer.getInteger("orrery.query.pairs", 300);
    long firstSeed = Long.getLong("orrery.query.seed", 1);
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      List<String> sets = new ArrayList<>();
      for (int i = 0; i * QUERIES_PER_SET < pairs; i++) {
        sets.add(querySet(server, firstSeed + i));
      }
      Path queries =
          Files.writeString(directory.resolve("queries.json"), "[" + String.join(",", sets) + "]");
      runTests(
          server,
          "agreement.test.js",
          "http",
          Map.of("ORRERY_TEST_QUERIES", queries.toAbsolutePath().toString()));
    }
  }

  /// Documents in a database of their own, and queries on them with the rows they have.
  private static String querySet(ServerProcess server, long seed) {
    String database = "d" + seed;
    ServedQueries served = new ServedQueries(SqlHttp.owner(server), database, "items", seed);
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < QUERIES_PER_SET; i++) {
      ServedQueries.Case next = served.next();
      String query = SameRow.text(new Value.Text(next.query()));
      cases.add("{\"query\":%s,\"expected\":%s}".formatted(query, next.expected().json()));
    }
    return "{\"database\":\"%s\",\"seed\":%d,\"cases\":[%s]}"
        .formatted(database, seed, String.join(",", cases));
  }

  private void runTests(String file, String scheme) throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      runTests(server, file, scheme, Map.of());
    }
  }

  /// Over TLS with the server's certificate as the only thing the client has to trust.
  private void runTests(
      ServerProcess server, String file, String scheme, Map<String, String> more)
      throws Exception {
    String pem = SqlHttp.owner(server).unsigned("GET", "/_explorer/emulator.pem", Map.of()).body();
    Path trusted = Files.writeString(directory.resolve("emulator.pem"), pem);
    String endpoint = server.endpoint("sql").toString().replace("http:", scheme + ":");
    Map<String, String> environment = new HashMap<>(more);
    environment.put("ORRERY_TEST_ENDPOINT", endpoint);
    environment.put("ORRERY_TEST_KEY", server.ready("key"));
    environment.put("NODE_EXTRA_CA_CERTS", trusted.toString());
    run(environment, "node", "--test", file);
  }
}
