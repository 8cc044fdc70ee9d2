// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hostile input to the Table API gets an error or the end of its connection, and leaves nothing
/// behind. `-Dorrery.hostile.requests=100000` makes it a siege, `-Dorrery.hostile.seed` repeats
/// one.
class HostileTablesIT {
  private static final int REQUESTS = Integer.getInteger("orrery.hostile.requests", 2_000);
  private static final long SEED = Long.getLong("orrery.hostile.seed", System.nanoTime());
  private static final int ATTACKERS = 8;
  private static final int WARM_UP = 800;
  private static final String CONNECTIONS = "orrery_table_connections";

  @TempDir private Path directory;

  @Test
  void leavesNothingBehind() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--throttling", "off")) {
      try (TableTarget target = new TableTarget(server)) {
        assertThat(target.createTable("people")).isEqualTo(201);
      }
      attack(server, WARM_UP, new SplittableRandom(SEED));
      Vitals before = calm(server);
      attack(server, REQUESTS, new SplittableRandom(SEED + 1));
      Vitals after = calm(server);
      System.out.printf("%d hostile requests: %s, then %s%n", REQUESTS, before, after);

      assertThat(server.standardError()).as("what the server logged, seed %d", SEED).isEmpty();
      assertThat(after.heapMegabytes()).isLessThan(before.heapMegabytes() + 20);
      assertThat(after.residentMegabytes()).isLessThan(before.residentMegabytes() + 200);
      assertThat(after.platformThreads()).isLessThan(before.platformThreads() + 5);
      assertThat(after.openFiles()).isLessThan(before.openFiles() + 10);
      try (TableTarget target = new TableTarget(server)) {
        String entity = "{\"PartitionKey\":\"good\",\"RowKey\":\"1\"}";
        assertThat(target.status("POST", "/people", "", entity)).isEqualTo(201);
      }
    }
  }

  private static void attack(ServerProcess server, int requests, SplittableRandom seeds)
      throws Exception {
    try (TableTarget target = new TableTarget(server);
        ExecutorService threads = Executors.newFixedThreadPool(ATTACKERS)) {
      List<Future<?>> attackers = new ArrayList<>();
      for (int i = 0; i < ATTACKERS; i++) {
        SplittableRandom random = seeds.split();
        attackers.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < requests / ATTACKERS; n++) {
                    make(TableAttack.choose(random), target, random);
                  }
                  return null;
                }));
      }
      for (Future<?> each : attackers) {
        each.get();
      }
    }
  }

  private static void make(TableAttack attack, TableTarget target, SplittableRandom random) {
    try {
      attack.make(target, random);
    } catch (Exception | AssertionError e) {
      throw new AssertionError("%s with the seed %d".formatted(attack, SEED), e);
    }
  }

  /// Once nobody is connected any more.
  private static Vitals calm(ServerProcess server) throws Exception {
    await().atMost(Duration.ofMinutes(1)).until(() -> Vitals.number(server, CONNECTIONS) == 0);
    return Vitals.of(server);
  }
}
