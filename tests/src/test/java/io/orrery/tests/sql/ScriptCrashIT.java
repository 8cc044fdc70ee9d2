// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.SqlItems;
import io.orrery.testkit.sql.SqlScripts;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Procedures of a server that is killed: each took place as a whole or not at all, and those that
/// were answered did.
class ScriptCrashIT {
  private static final int ITEMS = 20;
  private static final int ANSWERS_BEFORE_KILL = 40;
  private static final int THREADS = 4;
  private static final String PROCEDURE =
      """
      function (key, count) {
        for (var i = 0; i < count; i++) __.createDocument(__.getSelfLink(), { id: 'i' + i, pk: key });
      }
      """;

  private final AtomicInteger next = new AtomicInteger();
  private final Set<Integer> answered = new ConcurrentSkipListSet<>();

  @Test
  void killedProceduresAreWholeOrNothing(@TempDir Path directory) throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--throttling", "off")) {
      SqlScripts scripts = new SqlScripts(SqlItems.create(SqlHttp.owner(server), "crash"));
      scripts.procedure("fill", PROCEDURE);
      CountDownLatch enough = new CountDownLatch(ANSWERS_BEFORE_KILL);
      try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
        List<Future<?>> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          clients.add(executor.submit(() -> fillUntilGone(scripts, enough)));
        }
        try {
          await()
              .atMost(Duration.ofMinutes(2))
              .until(() -> enough.getCount() == 0 || clients.stream().anyMatch(Future::isDone));
        } finally {
          server.kill(); // Which the clients wait for.
        }
        for (Future<?> client : clients) {
          client.get();
        }
      }
    }
    try (ServerProcess server = ServerProcess.serve(directory)) {
      SqlItems items = new SqlItems(SqlHttp.owner(server), "/dbs/d/colls/crash");
      for (int key = 0; key < next.get(); key++) {
        int count = count(items, key);
        assertThat(count)
            .as("key %d", key)
            .isIn(answered.contains(key) ? Set.of(ITEMS) : Set.of(0, ITEMS));
      }
    }
  }

  private void fillUntilGone(SqlScripts scripts, CountDownLatch enough) {
    try {
      while (true) {
        int key = next.getAndIncrement();
        scripts.run("fill", "[\"k%d\"]".formatted(key), "[\"k%d\",%d]".formatted(key, ITEMS));
        answered.add(key);
        enough.countDown();
      }
    } catch (UncheckedIOException gone) {
      // The server was killed, which ends this.
      assertThat(enough.getCount()).as("answers missing").isZero();
    }
  }

  private static int count(SqlItems items, int key) {
    String feed =
        items
            .client()
            .send("GET", items.container() + "/docs", "", SqlItems.KEY, "[\"k%d\"]".formatted(key))
            .body();
    return Integer.parseInt(feed.replaceAll("(?s).*\"_count\":(\\d+).*", "$1"));
  }
}
