// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The README's example for Java does what it says.
class ExampleIT {
  @TempDir private Path directory;

  @Test
  void runs() {
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      Example.Order order = Example.order(server.endpoint("sql").toString(), server.ready("key"));
      assertThat(order).isEqualTo(new Example.Order("1", "anna", 12.5));
    }
  }
}
