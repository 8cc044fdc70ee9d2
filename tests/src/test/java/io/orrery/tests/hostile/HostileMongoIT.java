// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hostile input to the MongoDB API gets an error or the end of its connection, and leaves nothing
/// behind. `-Dorrery.hostile.requests=100000` makes it a siege.
class HostileMongoIT {
  private static final int REQUESTS = Integer.getInteger("orrery.hostile.requests", 1_200);
  private static final int WARM_UP = 600;
  private static final int IDLE_CLIENTS = 2_000;
  private static final long IDLE_CLIENT_KILOBYTES_MAX = 64;

  @TempDir private static Path directory;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProcess.serve(directory, "--in-memory", "--throttling", "off");
    try (MongoTarget target = new MongoTarget(server)) {
      String large =
          "{insert: 'large', documents: [{text: '%s'}], $db: 'd'}".formatted("x".repeat(200_000));
      assertThat(target.ask(large)).containsKey("n");
      assertThat(target.ask("{insert: 'c', documents: [{a: 1}, {a: 2}], $db: 'd'}"))
          .containsKey("n");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void leavesNothingBehind() throws Exception {
    List<MongoAttack> kinds = List.of(MongoAttack.values());
    new Siege<>(server, MongoTarget::new, kinds, "orrery_mongo_connections", 0)
        .leavesNothingBehind(WARM_UP, REQUESTS);
    try (MongoTarget target = new MongoTarget(server)) {
      assertThat(target.ask("{insert: 'good', documents: [{_id: 1}], $db: 'd'}"))
          .containsKey("n")
          .doesNotContainKey("writeErrors");
    }
  }

  @Test
  void clientsThatAskForNothingTakeLittle() throws Exception {
    List<RawConnection> clients = new ArrayList<>();
    try (MongoTarget target = new MongoTarget(server)) {
      enter(target, clients, IDLE_CLIENTS / 4); // Whatever is there once for all of them.
      Vitals before = Vitals.of(server);
      enter(target, clients, IDLE_CLIENTS);
      Vitals after = Vitals.of(server);
      System.out.printf("%d idle clients: %s, then %s%n", IDLE_CLIENTS, before, after);
      long kilobytesMax = IDLE_CLIENTS * IDLE_CLIENT_KILOBYTES_MAX;
      assertThat(1024 * (after.residentMegabytes() - before.residentMegabytes()))
          .isLessThan(kilobytesMax);
      assertThat(1024 * (after.heapMegabytes() - before.heapMegabytes()))
          .isLessThan(kilobytesMax / 2);
    } finally {
      for (RawConnection each : clients) {
        each.close();
      }
    }
  }

  private static void enter(MongoTarget target, List<RawConnection> clients, int count)
      throws Exception {
    for (int i = 0; i < count; i++) {
      clients.add(target.enter());
    }
  }
}
