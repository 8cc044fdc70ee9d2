// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The unmodified JavaScript SDK while its container splits, by size and for throughput.
class JsSplitIT {
  @TempDir private Path directory;

  @Test
  void goesUnnoticed() throws Exception {
    try (ServerProcess server =
        ServerProcess.serve(directory, "--limits.physical-partition-bytes", "500KB")) {
      ClientPrograms.run(
          ClientPrograms.environment(server, "http", directory), "node", "--test", "split.test.js");
      assertThat(server.standardError()).isEmpty();
    }
  }
}
