// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hostile input to the Table API gets an error or the end of its connection, and leaves nothing
/// behind. `-Dorrery.hostile.requests=100000` makes it a siege.
class HostileTablesIT {
  private static final int REQUESTS = Integer.getInteger("orrery.hostile.requests", 1_200);
  private static final int WARM_UP = 800;

  @TempDir private Path directory;

  @Test
  void leavesNothingBehind() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--throttling", "off")) {
      try (TableTarget target = new TableTarget(server)) {
        assertThat(target.createTable("people")).isEqualTo(201);
      }
      List<TableAttack> kinds = List.of(TableAttack.values());
      new Siege<>(server, TableTarget::new, kinds, "orrery_table_connections", 0)
          .leavesNothingBehind(WARM_UP, REQUESTS);
      try (TableTarget target = new TableTarget(server)) {
        String entity = "{\"PartitionKey\":\"good\",\"RowKey\":\"1\"}";
        assertThat(target.status("POST", "/people", "", entity)).isEqualTo(201);
      }
    }
  }
}
