// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.TcpProxy;
import io.orrery.testkit.query.SameRow;
import io.orrery.testkit.sql.ServedQueries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs the tests in `tests/js`, which use the unmodified JavaScript SDK, and the examples that the
/// README has for it and for curl.
class JsSdkIT {
  private static final int QUERIES_PER_SET = 50;

  @TempDir private static Path directory;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProcess.serve(directory, "--in-memory");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void metadata(String scheme) throws Exception {
    ClientPrograms.run(environment(scheme), "node", "--test", "metadata.test.js");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void items(String scheme) throws Exception {
    ClientPrograms.run(environment(scheme), "node", "--test", "items.test.js");
  }

  @Test
  void encryption() throws Exception {
    ClientPrograms.run(environment("http"), "node", "--test", "encryption.test.js");
  }

  /// More with `-Dorrery.query.pairs=…` and `-Dorrery.query.seed=…`.
  @Test
  void randomQueriesHaveTheirRows() throws Exception {
    int pairs = Integer.getInteger("orrery.query.pairs", 50);
    long firstSeed = Long.getLong("orrery.query.seed", 1);
    List<String> sets = new ArrayList<>();
    for (int i = 0; i * QUERIES_PER_SET < pairs; i++) {
      sets.add(querySet(firstSeed + i));
    }
    Path queries = directory.resolve("queries.json").toAbsolutePath();
    Files.writeString(queries, "[" + String.join(",", sets) + "]");
    Map<String, String> environment = new HashMap<>(environment("http"));
    environment.put("ORRERY_TEST_QUERIES", queries.toString());
    ClientPrograms.run(environment, "node", "--test", "agreement.test.js");
  }

  /// Documents in a database of their own, and queries on them with the rows they have.
  private static String querySet(long seed) {
    String database = "d" + seed;
    ServedQueries served = new ServedQueries(SqlHttp.owner(server), database, "items", seed);
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < QUERIES_PER_SET; i++) {
      ServedQueries.Case next = served.next();
      String query = SameRow.text(new Value.Text(next.query()));
      cases.add("{\"query\":%s,\"expected\":%s}".formatted(query, next.merged().json()));
    }
    return "{\"database\":\"%s\",\"seed\":%d,\"cases\":[%s]}"
        .formatted(database, seed, String.join(",", cases));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void exampleForJavaScript(String scheme) throws Exception {
    assertThat(ClientPrograms.run(environment(scheme), "node", "example.js"))
        .isEqualTo("anna owes 12.5\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void exampleForCurl(String scheme) throws Exception {
    String script = Path.of("src/test/sh/example.sh").toAbsolutePath().toString();
    assertThat(ClientPrograms.run(environment(scheme), "bash", script))
        .contains("\"id\":\"orders\"")
        .matches("(?s).*\\{\"id\":\"1\",\"customer\":\"anna\",\"total\":12\\.5,\"_rid\":[^{}]*}");
    SqlHttp.owner(server).send("DELETE", "/dbs/curl", "");
  }

  @Test
  void changeFeed() throws Exception {
    ClientPrograms.run(environment("http"), "node", "--test", "changefeed.test.js");
  }

  @Test
  void worksThroughAMappedPort() throws Exception {
    try (TcpProxy proxy = TcpProxy.before(server.endpoint("sql"))) {
      Map<String, String> environment = new HashMap<>(environment("http"));
      environment.put("ORRERY_ENDPOINT", proxy.endpoint("http").toString());
      assertThat(ClientPrograms.run(environment, "node", "example.js"))
          .isEqualTo("anna owes 12.5\n");
    }
  }

  private static Map<String, String> environment(String scheme) throws Exception {
    return ClientPrograms.environment(server, scheme, directory);
  }
}
