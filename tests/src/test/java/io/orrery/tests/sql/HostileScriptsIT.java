// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.HealthPages;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.SqlItems;
import io.orrery.testkit.sql.SqlScripts;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Procedures that mean harm, while others use the server: each ends with an error of its own and
/// leaves nothing, the others are served all along, and memory is what it was before.
class HostileScriptsIT {
  private static final Duration SLOWEST = Duration.ofSeconds(30);
  private static final int ENDLESS = 8;

  /// What a query may take. By default it is six times as much, for which
  /// `-Dorrery.hostile.seconds=30` waits.
  private static final String REQUEST_MILLIS =
      Integer.getInteger("orrery.hostile.seconds", 5) + "000";

  private static final long KEPT_BYTES_MAX = 64 << 20;

  /// Each writes an item first, of which nothing must remain. More of them, without a server
  /// around, are in `HostileScriptsTest`.
  private static final List<String> ATTACKS =
      List.of(
          "Java.type('java.lang.System').exit(1)",
          "java.lang.Runtime.getRuntime().halt(1)",
          "load('/etc/passwd')",
          "require('fs').rmSync('/')",
          "process.exit(1)",
          "eval('1')",
          "new Function('return 1')()",
          "getContext().getCollection().createDocument.constructor.constructor('return 1')()",
          "getContext().getClass().getClassLoader()",
          "import('fs').then(function (fs) { fs.x(); })",
          "new Worker('x')",
          "new SharedArrayBuffer(8)",
          "Object.prototype.toJSON = function () { throw new Error('mine'); };"
              + " __.createDocument(link, {})",
          "delete globalThis.JSON; __.createDocument(link, {}); JSON.parse('1')",
          "Array.prototype.push = null; [].push(1)",
          "__.readDocument('dbs/other/colls/other/docs/x')",
          "__.createDocument(link, { id: 'y', pk: 'other' })",
          "(function again() { again(); again(); })()",
          "var s = 'x'; while (true) { s += s; }",
          "new Uint8Array(1e9)",
          "Array.prototype.indexOf.call({ length: 2 ** 40 }, 1)",
          "JSON.parse('['.repeat(1e5))",
          "getContext().getResponse().setBody('x'.repeat(1 << 23))",
          "('a'.repeat(2000000) + 'b').indexOf('a'.repeat(1000000) + 'b')",
          "var c = getContext(); c.abort('given up')",
          "var m = new Map(); for (var i = 0; ; i++) { m.set(i, 'x'.repeat(10000) + i); }");

  /// Each takes all the time a procedure may have: one of them in a normal build, all with
  /// `-Dorrery.hostile.scripts=5`.
  private static final List<String> ENDLESS_ATTACKS =
      List.of(
              "try { while (true) {} } finally { while (true) {} }",
              "while (true) {}",
              "/(.*)*\\1x/.test('y'.repeat(60))",
              "Promise.resolve().then(function again() { return Promise.resolve().then(again); })",
              "var a = []; while (true) { a.push(new Array(100000).fill(1.5)); }")
          .subList(0, Integer.getInteger("orrery.hostile.scripts", 1));

  @TempDir private Path directory;

  @Test
  void othersAreServedMeanwhile() throws Exception {
    try (ServerProcess server =
        ServerProcess.serve(directory, "--in-memory", "--throttling", "off")) {
      SqlItems items = SqlItems.create(SqlHttp.owner(server), "hostile");
      assertThat(items.create("[\"k\"]", "{\"id\":\"i\",\"pk\":\"k\"}").statusCode())
          .isEqualTo(201);
      SqlScripts scripts = new SqlScripts(items);
      scripts.procedure("fine", "function () { __.response.setBody(2); }");
      assertThat(scripts.run("fine", "[\"k\"]", "[]")).isEqualTo("2");
      long usedBefore = usedBytes(server);
      AtomicBoolean over = new AtomicBoolean();
      try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
        Future<?> bystander = executor.submit(() -> readUntil(over, items));
        try {
          int number = 0;
          for (List<String> attacks : List.of(ATTACKS, ENDLESS_ATTACKS)) {
            for (String attack : attacks) {
              attack(scripts, "attack" + number++, attack);
              assertThat(scripts.run("fine", "[\"k\"]", "[]")).as(attack).isEqualTo("2");
            }
          }
        } finally {
          over.set(true); // Or the bystander would go on, and be waited for.
        }
        bystander.get();
      }
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () -> assertThat(usedBytes(server)).isLessThan(usedBefore + KEPT_BYTES_MAX));
    }
  }

  /// Each keeps a thread busy until it is stopped; were it one of those that all requests share,
  /// nobody would be served meanwhile, and SIGTERM would wait as well.
  @Test
  void endlessFunctionsHoldUpNeitherOthersNorTheEnd() throws Exception {
    try (ServerProcess server =
            ServerProcess.serve(
                directory,
                "--in-memory",
                "--throttling",
                "off",
                "--limits.request-millis",
                REQUEST_MILLIS);
        ExecutorService executor = Executors.newCachedThreadPool()) {
      SqlItems items = SqlItems.create(SqlHttp.owner(server), "functions");
      assertThat(items.create("[\"k\"]", "{\"id\":\"i\",\"pk\":\"k\",\"n\":1}").statusCode())
          .isEqualTo(201);
      SqlScripts scripts = new SqlScripts(items);
      assertThat(scripts.store("udfs", "endless", "function () { while (true) {} }").statusCode())
          .isEqualTo(201);
      assertThat(scripts.store("udfs", "next", "function (n) { return n + 1; }").statusCode())
          .isEqualTo(201);
      await() // the first script of a server waits for the engine
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(query(items, "SELECT VALUE udf.next(c.n) FROM c").body())
                      .contains("\"Documents\":[2]"));

      List<Future<HttpResponse<String>>> endless = new ArrayList<>();
      for (int i = 0; i < ENDLESS; i++) {
        endless.add(executor.submit(() -> query(items, "SELECT VALUE udf.endless() FROM c")));
      }
      Duration slowest = Duration.ZERO;
      while (!endless.stream().allMatch(Future::isDone)) {
        long before = System.nanoTime();
        assertThat(items.read("[\"k\"]", "i").statusCode()).isEqualTo(200);
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        slowest = took.compareTo(slowest) > 0 ? took : slowest;
      }
      assertThat(slowest).isLessThan(Duration.ofSeconds(4));
      for (Future<HttpResponse<String>> each : endless) {
        assertThat(each.get().statusCode()).isIn(408, 503);
      }

      for (int i = 0; i < ENDLESS; i++) {
        var _ = executor.submit(() -> query(items, "SELECT VALUE udf.endless() FROM c"));
      }
      assertThat(items.read("[\"k\"]", "i").statusCode()).isEqualTo(200);
      long before = System.nanoTime();
      assertThat(server.stop()).isZero();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
    }
  }

  private static HttpResponse<String> query(SqlItems items, String text) {
    return items.post(
        "{\"query\":\"" + text + "\"}",
        "x-ms-documentdb-isquery",
        "True",
        "Content-Type",
        "application/query+json",
        "x-ms-documentdb-query-enablecrosspartition",
        "True");
  }

  private static void attack(SqlScripts scripts, String name, String attack) {
    scripts.procedure(
        name,
        "function () { var link = __.getSelfLink();"
            + " __.createDocument(link, { id: 'left', pk: 'k' }); "
            + attack
            + "; }");
    HttpResponse<String> ended = scripts.execute(name, "[\"k\"]", "[]");
    assertThat(ended.statusCode()).as("%s: %s", attack, ended.body()).isIn(400, 403, 408, 413);
    assertThat(scripts.items().read("[\"k\"]", "left").statusCode()).as(attack).isEqualTo(404);
  }

  private static void readUntil(AtomicBoolean over, SqlItems items) {
    while (!over.get()) {
      long before = System.nanoTime();
      assertThat(items.read("[\"k\"]", "i").statusCode()).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SLOWEST);
    }
  }

  /// What is on the heap of the server that something still refers to.
  private static long usedBytes(ServerProcess server) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process collection =
        new ProcessBuilder(jcmd.toString(), Long.toString(server.pid()), "GC.run")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(collection.waitFor()).isZero();
    return (long) HealthPages.metric(server, "jvm_memory_used_bytes{area=\"heap\"");
  }
}
