// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.FeedAsk;
import io.orrery.testkit.sql.FeedHttp;
import io.orrery.testkit.sql.SqlItems;
import io.orrery.testkit.sql.SqlScripts;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real server, with catalog and partitions on the far side of an imaginary network.
///
/// All end-to-end tests can be run so: see CONTRIBUTING.md.
class FarServerIT {

  @Test
  void clientsDoNotNoticeTheNetwork(@TempDir Path directory) {
    long seed = System.nanoTime();
    System.out.println("the network's seed is " + seed);
    List<String> expected = new ArrayList<>();
    try (ServerProcess server = ServerProcess.serveFar(directory, seed, "--throttling", "off")) {
      SqlHttp http = SqlHttp.owner(server);
      FeedHttp feed = FeedHttp.create(http, "far", FeedHttp.BY_KEY);
      for (int i = 0; i < 40; i++) {
        feed.upsert("k" + i % 7, "i" + i, i);
        expected.add("i" + i);
      }
      SqlItems items = new SqlItems(http, "/dbs/d/colls/far");
      SqlScripts scripts = new SqlScripts(items);
      scripts.procedure("p", "function () { __.response.setBody('near'); }");
      assertThat(scripts.run("p", "[\"k1\"]", "[]")).isEqualTo("\"near\"");
      HttpResponse<String> newest =
          http.send(
              "POST",
              "/dbs/d/colls/far/docs",
              "{\"query\":\"SELECT TOP 3 VALUE c.id FROM c ORDER BY c.n DESC\"}",
              "Content-Type",
              "application/query+json",
              "x-ms-documentdb-isquery",
              "True",
              "x-ms-documentdb-query-enablecrosspartition",
              "True");
      assertThat(newest.body()).contains("[\"i39\",\"i38\",\"i37\"]");
      assertThat(feed.drain(FeedAsk.latest().range(0)))
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(server.standardError()).isEmpty();
      assertThat(server.stop()).isZero();
    }
  }
}
