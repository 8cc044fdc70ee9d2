// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static io.orrery.testkit.sql.FeedHttp.etag;
import static io.orrery.testkit.sql.FeedHttp.ids;
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

/// What clients hold is still good after the server was killed.
class RestartIT {
  private static final String CONTAINER = "/dbs/d/colls/kept";

  @Test
  void feedsAndScriptsGoOnAfterTheServerWasKilled(@TempDir Path directory) {
    List<String> expected = new ArrayList<>();
    HttpResponse<String> page;
    try (ServerProcess first = ServerProcess.serve(directory, "--throttling", "off")) {
      FeedHttp feed = FeedHttp.create(SqlHttp.owner(first), "kept", FeedHttp.BY_KEY);
      for (int i = 0; i < 20; i++) {
        feed.upsert("k", "i" + i, i);
        expected.add("i" + i);
      }
      page = feed.page(FeedAsk.latest().range(0).size(7));
      scripts(first).procedure("p", "function () { __.response.setBody('still'); }");
      first.kill();
    }
    try (ServerProcess second = ServerProcess.serve(directory, "--throttling", "off")) {
      FeedHttp feed = FeedHttp.of(SqlHttp.owner(second), "kept");
      feed.upsert("k", "late", 1);
      expected.add("late");
      List<String> seen = new ArrayList<>(ids(page));
      seen.addAll(feed.drain(FeedAsk.latest().range(0).after(etag(page))));
      assertThat(seen).containsExactlyElementsOf(expected);
      assertThat(scripts(second).run("p", "[\"x\"]", "[]")).isEqualTo("\"still\"");
    }
  }

  private static SqlScripts scripts(ServerProcess server) {
    return new SqlScripts(new SqlItems(SqlHttp.owner(server), CONTAINER));
  }
}
