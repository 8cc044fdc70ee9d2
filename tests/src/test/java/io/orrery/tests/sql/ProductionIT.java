// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Production mode: keys of its own, which stay, and nothing for those without.
class ProductionIT {
  private static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  @TempDir private Path directory;

  private ServerProcess serve() {
    return ServerProcess.serve(directory, "--mode", "production", "--host", "127.0.0.1");
  }

  @Test
  void keysAreRandomAndKept() {
    String key;
    try (ServerProcess server = serve()) {
      key = server.ready("key");
      assertThat(key).isNotEqualTo(WELL_KNOWN_KEY).hasSize(88);
      SqlHttp owner = SqlHttp.owner(server);
      assertThat(owner.post("/dbs", "{\"id\":\"db\"}").statusCode()).isEqualTo(201);
      assertThat(owner.unsigned("GET", "/", Map.of()).statusCode()).isEqualTo(401);
      SqlHttp stranger = new SqlHttp(server.endpoint("sql"), WELL_KNOWN_KEY);
      assertThat(stranger.get("/dbs/db").statusCode()).isEqualTo(401);
      server.kill();
    }
    try (ServerProcess server = serve()) {
      assertThat(server.ready("key")).isEqualTo(key);
      assertThat(SqlHttp.owner(server).get("/dbs/db").statusCode()).isEqualTo(200);
    }
  }
}
