// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hostile input gets the right error or the end of its connection, and leaves nothing behind.
/// `-Dorrery.hostile.requests=100000` makes it a siege.
class HostileIT {
  private static final int REQUESTS = Integer.getInteger("orrery.hostile.requests", 1_500);
  private static final int WARM_UP = 1_000;

  /// Honest clients keep some connections.
  private static final int KEPT = 3;

  @TempDir private Path directory;

  @Test
  void leavesNothingBehind() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--throttling", "off")) {
      SqlHttp http = SqlHttp.owner(server);
      http.post("/dbs", "{\"id\":\"d\"}");
      http.post("/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
      List<Attack> kinds = List.of(Attack.values());
      new Siege<>(server, Target::new, kinds, "orrery_sql_connections", KEPT)
          .leavesNothingBehind(WARM_UP, REQUESTS);
      String item = "{\"id\":\"good\",\"pk\":\"a\"}";
      assertThat(http.post("/dbs/d/colls/c/docs", item).statusCode()).isEqualTo(201);
    }
  }
}
