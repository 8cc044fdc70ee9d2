// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.sql;

import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The change feed of one container, by hand-made requests, and what makes changes in it.
public record FeedHttp(SqlHttp http, String path, String rid) {
  public static final String BY_KEY = "\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}";
  public static final String WITH_HISTORY =
      BY_KEY + ",\"changeFeedPolicy\":{\"retentionDuration\":10},\"defaultTtl\":-1";

  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");
  private static final Pattern RID = Pattern.compile("\"_rid\":\"([^\"]*)\"");

  /// Makes a container in the database `d`, which is made as well if it is not there.
  public static FeedHttp create(SqlHttp http, String name, String definition) {
    http.post("/dbs", "{\"id\":\"d\"}");
    HttpResponse<String> made =
        http.post("/dbs/d/colls", "{\"id\":\"%s\",%s}".formatted(name, definition));
    SqlItems.require(made, 201);
    return of(http, name);
  }

  public static FeedHttp of(SqlHttp http, String name) {
    String path = "/dbs/d/colls/" + name;
    return new FeedHttp(http, path, found(RID, http.get(path).body()).getFirst());
  }

  public void upsert(String key, String id, int n) {
    upsert(
        "[\"%s\"]".formatted(key), "{\"id\":\"%s\",\"pk\":\"%s\",\"n\":%d}".formatted(id, key, n));
  }

  public void upsert(String key, String body) {
    HttpResponse<String> done =
        http.send(
            "POST",
            path + "/docs",
            body,
            Map.of("x-ms-documentdb-partitionkey", key, "x-ms-documentdb-is-upsert", "true"));
    SqlItems.require(done, 200, 201);
  }

  public void delete(String key, String id) {
    HttpResponse<String> done =
        http.send(
            "DELETE",
            path + "/docs/" + id,
            "",
            Map.of("x-ms-documentdb-partitionkey", "[\"%s\"]".formatted(key)));
    SqlItems.require(done, 204);
  }

  /// The ids of the ranges that there are now.
  public List<Integer> ranges() {
    return ids(http.get(path + "/pkranges")).stream().map(Integer::valueOf).toList();
  }

  public HttpResponse<String> page(FeedAsk ask) {
    return http.send("GET", path + "/docs", "", ask.headers());
  }

  /// All pages with changes that are there, in turn.
  public List<HttpResponse<String>> pages(FeedAsk ask) {
    List<HttpResponse<String>> pages = new ArrayList<>();
    HttpResponse<String> page = page(ask);
    while (page.statusCode() == 200) {
      pages.add(page);
      page = page(ask.after(etag(page)));
    }
    SqlItems.require(page, 304);
    return pages;
  }

  /// The ids in all changes that are there.
  public List<String> drain(FeedAsk ask) {
    return pages(ask).stream().flatMap(page -> ids(page).stream()).toList();
  }

  public static String etag(HttpResponse<String> page) {
    return SqlItems.header(page, "etag");
  }

  public static List<String> ids(HttpResponse<String> page) {
    return found(ID, page.body());
  }

  public static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult result) -> result.group(1)).toList();
  }
}
