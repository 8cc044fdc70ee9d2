// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The change feed of one container, over the wire, and what makes changes in it.
record FeedHttp(SqlHttp http, String path, String rid) {
  static final String BY_KEY = "\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}";
  static final String WITH_HISTORY =
      BY_KEY + ",\"changeFeedPolicy\":{\"retentionDuration\":10},\"defaultTtl\":-1";

  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");
  private static final Pattern RID = Pattern.compile("\"_rid\":\"([^\"]*)\"");

  /// Makes a container in the database `d`, which is made as well if it is not there.
  static FeedHttp create(SqlHttp http, String name, String definition) {
    http.post("/dbs", "{\"id\":\"d\"}");
    HttpResponse<String> made =
        http.post("/dbs/d/colls", "{\"id\":\"%s\",%s}".formatted(name, definition));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return of(http, name);
  }

  static FeedHttp of(SqlHttp http, String name) {
    String path = "/dbs/d/colls/" + name;
    return new FeedHttp(http, path, found(RID, http.get(path).body()).getFirst());
  }

  void upsert(String key, String id, int n) {
    upsert(
        "[\"%s\"]".formatted(key), "{\"id\":\"%s\",\"pk\":\"%s\",\"n\":%d}".formatted(id, key, n));
  }

  void upsert(String key, String body) {
    HttpResponse<String> done =
        http.send(
            "POST",
            path + "/docs",
            body,
            Map.of("x-ms-documentdb-partitionkey", key, "x-ms-documentdb-is-upsert", "true"));
    assertThat(done.statusCode()).as(done.body()).isBetween(200, 201);
  }

  void delete(String key, String id) {
    HttpResponse<String> done =
        http.send(
            "DELETE",
            path + "/docs/" + id,
            "",
            Map.of("x-ms-documentdb-partitionkey", "[\"%s\"]".formatted(key)));
    assertThat(done.statusCode()).as(done.body()).isEqualTo(204);
  }

  /// The ids of the ranges that there are now.
  List<Integer> ranges() {
    return ids(http.get(path + "/pkranges")).stream().map(Integer::valueOf).toList();
  }

  /// Halves a range, which a child of another split allows once it has copied everything.
  void split(int range) {
    String container = path.substring(path.lastIndexOf('/') + 1);
    String management =
        "/_orrery/api/v1/databases/d/containers/%s/partitions/%d/split".formatted(container, range);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> http.post(management, "").statusCode() == 200);
  }

  HttpResponse<String> page(FeedAsk ask) {
    return http.send("GET", path + "/docs", "", ask.headers());
  }

  /// All pages with changes that are there, in turn.
  List<HttpResponse<String>> pages(FeedAsk ask) {
    List<HttpResponse<String>> pages = new ArrayList<>();
    HttpResponse<String> page = page(ask);
    while (page.statusCode() == 200) {
      pages.add(page);
      page = page(ask.after(etag(page)));
    }
    assertThat(page.statusCode()).as(page.body()).isEqualTo(304);
    return pages;
  }

  /// The ids in all changes that are there.
  List<String> drain(FeedAsk ask) {
    return pages(ask).stream().flatMap(page -> ids(page).stream()).toList();
  }

  static String etag(HttpResponse<String> page) {
    return SqlItems.header(page, "etag");
  }

  static List<String> ids(HttpResponse<String> page) {
    return found(ID, page.body());
  }

  static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult result) -> result.group(1)).toList();
  }
}
