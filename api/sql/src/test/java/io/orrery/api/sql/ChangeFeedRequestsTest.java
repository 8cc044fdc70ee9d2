// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static io.orrery.testkit.sql.FeedHttp.BY_KEY;
import static io.orrery.testkit.sql.FeedHttp.WITH_HISTORY;
import static io.orrery.testkit.sql.FeedHttp.etag;
import static io.orrery.testkit.sql.FeedHttp.ids;
import static io.orrery.testkit.sql.SqlItems.header;
import static io.orrery.testkit.sql.SqlItems.subStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.FeedAsk;
import io.orrery.testkit.sql.FeedHttp;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The change feed by hand-made requests: what stands in the answers to the last header.
class ChangeFeedRequestsTest {
  private static final Pattern LSN = Pattern.compile("\"_lsn\":(\\d+)");

  private static final DoorBed DOOR = new DoorBed();
  private static SqlHttp http;

  @BeforeAll
  static void start() {
    http = DOOR.http();
  }

  @AfterAll
  static void stop() {
    DOOR.close();
  }

  private static void refused(int status, String reason, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).contains(reason);
  }

  private static List<String> load(FeedHttp feed, int count) {
    List<String> ids = IntStream.range(0, count).mapToObj(i -> "i" + i).toList();
    ids.forEach(id -> feed.upsert("k" + id.hashCode() % 7, id, 0));
    return ids;
  }

  @Test
  void everyItemComesOnceInTheOrderOfItsLatestChange() {
    FeedHttp feed = FeedHttp.create(http, "latest", BY_KEY);
    for (String id : List.of("a", "b", "c", "d")) {
      feed.upsert("k", id, 1);
    }
    feed.upsert("k", "a", 2);
    feed.delete("k", "b");
    HttpResponse<String> page = feed.page(FeedAsk.latest().range(0));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(ids(page)).containsExactly("c", "d", "a");
    assertThat(FeedHttp.found(LSN, page.body()).stream().map(Long::valueOf).toList()).isSorted();
    assertThat(page.body())
        .startsWith("{\"_rid\":\"%s\",\"Documents\":[{\"id\":\"c\"".formatted(feed.rid()))
        .endsWith("],\"_count\":3}")
        .contains("\"n\":2,\"_rid\"");
    assertThat(etag(page)).matches("\"\\d+\"");
    assertThat(header(page, "x-ms-item-count")).isEqualTo("3");
    assertThat(header(page, "x-ms-session-token")).matches("0:-1#\\d+");
    assertThat(header(page, "x-ms-documentdb-partitionkeyrangeid")).isEqualTo("0");
    assertThat(header(page, "x-ms-alt-content-path")).isEqualTo("dbs/d/colls/latest");
    assertThat(Double.parseDouble(header(page, "x-ms-request-charge"))).isPositive();

    HttpResponse<String> nothing = feed.page(FeedAsk.latest().range(0).after(etag(page)));
    assertThat(nothing.statusCode()).isEqualTo(304);
    assertThat(nothing.body()).isEmpty();
    assertThat(etag(nothing)).isEqualTo(etag(page));
    assertThat(header(nothing, "x-ms-session-token")).isEqualTo(header(page, "x-ms-session-token"));
    feed.upsert("k", "e", 1);
    assertThat(feed.drain(FeedAsk.latest().range(0).after(etag(nothing)))).containsExactly("e");
    for (int size = 1; size < 6; size++) {
      assertThat(feed.drain(FeedAsk.latest().range(0).size(size)))
          .containsExactly("c", "d", "a", "e");
    }
    assertThat(ids(feed.page(FeedAsk.latest().size(2)))).containsExactly("c", "d");
  }

  @Test
  void feedBeginsNowOrAtATime() {
    FeedHttp feed = FeedHttp.create(http, "starts", WITH_HISTORY);
    feed.upsert("k", "old", 1);
    String now = etag(feed.page(FeedAsk.latest().range(0).after("*")));
    String allNow = etag(feed.page(FeedAsk.all().range(0).after("*")));
    long second = Instant.now().getEpochSecond() + 1;
    await().until(() -> Instant.now().getEpochSecond() >= second);
    feed.upsert("k", "new", 1);
    String time = rfc1123(second);
    for (FeedAsk ask :
        List.of(
            FeedAsk.latest().after(now),
            FeedAsk.latest().since(time),
            FeedAsk.latest().key("[\"k\"]").since(time),
            FeedAsk.all().after(allNow),
            FeedAsk.all().since(time))) {
      assertThat(feed.drain(ask)).as(ask.toString()).containsExactly("new");
    }
    assertThat(feed.drain(FeedAsk.latest())).containsExactly("old", "new");
    assertThat(feed.drain(FeedAsk.latest().since(rfc1123(0)))).containsExactly("old", "new");
    assertThat(feed.drain(FeedAsk.latest().since(rfc1123(second + 3600)))).isEmpty();
    // What goes on does so from its etag, whatever the time is with which it began.
    assertThat(feed.drain(FeedAsk.latest().since(rfc1123(0)).after(now))).containsExactly("new");
    refused(400, "If-Modified-Since", feed.page(FeedAsk.latest().since("yesterday")));
  }

  private static String rfc1123(long second) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC));
  }

  @Test
  void scopesAreKeysPrefixesRangesAndPartsOfThem() {
    FeedHttp feed = FeedHttp.create(http, "scopes", BY_KEY);
    List<String> all = load(feed, 40);
    feed.upsert("mine", "x", 1);
    feed.upsert("mine", "y", 1);
    split(feed, 0);
    assertThat(feed.drain(FeedAsk.latest().key("[\"mine\"]").size(1))).containsExactly("x", "y");
    List<String> expected = new ArrayList<>(all);
    expected.addAll(List.of("x", "y"));
    List<Integer> ranges = feed.ranges();
    assertThat(ranges).hasSize(2);
    List<String> ofRanges = new ArrayList<>();
    ranges.forEach(range -> ofRanges.addAll(feed.drain(FeedAsk.latest().range(range).size(3))));
    assertThat(ofRanges).containsExactlyInAnyOrderElementsOf(expected);
    List<String> ofParts = new ArrayList<>(feed.drain(FeedAsk.latest().part("", "18").size(5)));
    ofParts.addAll(feed.drain(FeedAsk.latest().part("18", "30").size(5)));
    ofParts.addAll(feed.drain(FeedAsk.latest().range(ranges.getLast()).part("30", "FF").size(5)));
    assertThat(ofParts).containsExactlyInAnyOrderElementsOf(expected);
    for (int size : List.of(1, 7, 1000)) {
      assertThat(feed.drain(FeedAsk.latest().size(size)))
          .containsExactlyInAnyOrderElementsOf(expected);
    }

    FeedHttp tenants =
        FeedHttp.create(
            http,
            "tenants",
            "\"partitionKey\":{\"paths\":[\"/t\",\"/u\"],\"kind\":\"MultiHash\",\"version\":2}");
    for (String user : List.of("1", "2", "3")) {
      tenants.upsert(
          "[\"a\",\"%s\"]".formatted(user),
          "{\"id\":\"a%s\",\"t\":\"a\",\"u\":\"%s\"}".formatted(user, user));
    }
    tenants.upsert("[\"b\",\"1\"]", "{\"id\":\"b1\",\"t\":\"b\",\"u\":\"1\"}");
    assertThat(tenants.drain(FeedAsk.latest().key("[\"a\"]"))).containsExactly("a1", "a2", "a3");
    assertThat(tenants.drain(FeedAsk.latest().key("[\"a\",\"2\"]"))).containsExactly("a2");
  }

  @Test
  void transactionStaysTogether() {
    FeedHttp feed = FeedHttp.create(http, "batches", BY_KEY);
    for (int batch = 0; batch < 2; batch++) {
      List<String> operations = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        operations.add(
            "{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"%d-%d\",\"pk\":\"k\"}}"
                .formatted(batch, i));
      }
      http.send(
          "POST",
          feed.path() + "/docs",
          operations.toString(),
          Map.of(
              "x-ms-documentdb-partitionkey", "[\"k\"]",
              "x-ms-cosmos-is-batch-request", "true",
              "x-ms-cosmos-batch-atomic", "true"));
    }
    for (FeedAsk ask : List.of(FeedAsk.latest(), FeedAsk.described())) {
      List<HttpResponse<String>> pages = feed.pages(ask.size(2));
      assertThat(pages).hasSize(2);
      assertThat(pages).allSatisfy(page -> assertThat(ids(page)).hasSize(5));
      assertThat(FeedHttp.found(LSN, pages.getFirst().body()).stream().distinct()).hasSize(1);
    }
  }

  @Test
  void childrenGoOnFromTheEtagOfTheirParent() {
    FeedHttp feed = FeedHttp.create(http, "split", WITH_HISTORY);
    List<String> expected = new ArrayList<>(load(feed, 30));
    for (FeedAsk ask : List.of(FeedAsk.latest(), FeedAsk.history())) {
      assertThat(feed.drain(ask.range(0).size(4))).hasSize(30);
    }
    Map<FeedAsk, HttpResponse<String>> begun = new HashMap<>();
    for (FeedAsk ask : List.of(FeedAsk.latest(), FeedAsk.history())) {
      begun.put(ask, feed.page(ask.range(0).size(10)));
    }
    HttpResponse<String> whole = feed.page(FeedAsk.latest().size(10));
    split(feed, 0);
    split(feed, feed.ranges().getFirst());
    List<Integer> children = feed.ranges();
    assertThat(children).hasSize(3);
    feed.upsert("late", "late", 1);
    expected.add("late");
    begun.forEach(
        (ask, before) -> {
          HttpResponse<String> gone = feed.page(ask.range(0).after(etag(before)));
          refused(410, "range 0", gone);
          assertThat(subStatus(gone)).isEqualTo("1002");
          List<String> seen = new ArrayList<>(ids(before));
          for (int child : children) {
            seen.addAll(feed.drain(ask.range(child).after(etag(before)).size(3)));
          }
          assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
        });
    List<String> seen = new ArrayList<>(ids(whole));
    seen.addAll(feed.drain(FeedAsk.latest().after(etag(whole)).size(3)));
    assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void allVersionsTellWhatWasAndWhatIs() {
    FeedHttp feed = FeedHttp.create(http, "versions", WITH_HISTORY);
    feed.upsert("k", "1", 1);
    feed.upsert("k", "1", 2);
    feed.delete("k", "1");
    feed.upsert("[\"k\"]", "{\"id\":\"2\",\"pk\":\"k\",\"ttl\":1}");
    List<HttpResponse<String>> pages = new ArrayList<>(feed.pages(FeedAsk.history().size(1)));
    FeedAsk next = FeedAsk.all().after(etag(pages.getLast()));
    // On a busy machine its end may be among the first ones.
    await().until(() -> pages.size() >= 5 || pages.addAll(feed.pages(next)));
    assertThat(pages).hasSize(5);
    List<String> bodies = pages.stream().map(HttpResponse::body).toList();
    assertThat(bodies.get(0))
        .contains("[{\"current\":{\"id\":\"1\",\"pk\":\"k\",\"n\":1,\"_rid\"")
        .doesNotContain("previous")
        .containsPattern(
            "\"metadata\":\\{\"lsn\":\\d+,\"crts\":\\d{10},\"operationType\":\"create\"}");
    assertThat(bodies.get(1))
        .containsPattern("\"current\":\\{[^}]*\"n\":2.*\"previous\":\\{[^}]*\"n\":1")
        .containsPattern("\"operationType\":\"replace\",\"previousImageLSN\":\\d+}");
    assertThat(bodies.get(2))
        .contains("\"current\":{},\"metadata\"")
        .containsPattern(
            "\"operationType\":\"delete\",\"previousImageLSN\":\\d+,\"timeToLiveExpired\":false,"
                + "\"id\":\"1\",\"partitionKey\":\\{\"pk\":\"k\"}}");
    assertThat(bodies.get(4))
        .containsPattern("\"timeToLiveExpired\":true,\"id\":\"2\",\"partitionKey\":");
  }

  @Test
  void latestVersionsHaveMetadataOnRequest() {
    FeedHttp feed = FeedHttp.create(http, "described", BY_KEY);
    feed.upsert("k", "1", 1);
    assertThat(feed.page(FeedAsk.described()).body())
        .contains("[{\"current\":{\"id\":\"1\"")
        .containsPattern("\"metadata\":\\{\"lsn\":\\d+,\"crts\":\\d{10}}}]");
    refused(501, "format 2030-01-01", feed.page(FeedAsk.latest().format("2030-01-01")));
  }

  @Test
  void whatIsNotThereIsRefused() {
    FeedHttp feed = FeedHttp.create(http, "refusals", BY_KEY);
    feed.upsert("k", "1", 1);
    refused(400, "A-IM", feed.page(FeedAsk.latest().with("A-IM", "everything")));
    refused(400, "no history", feed.page(FeedAsk.all().after("*")));
    for (String tag : List.of("\"-1\"", "\"x\"", "\"99999999999999999999\"", "\"AQQ\"")) {
      refused(400, "Invalid Continuation Token", feed.page(FeedAsk.latest().after(tag)));
    }
    refused(400, "enclose", feed.page(FeedAsk.latest().part("30", "10")));
    refused(410, "range 7", feed.page(FeedAsk.latest().range(7)));
    refused(400, "max-item-count", feed.page(FeedAsk.latest().size(-2)));
    refused(400, "components", feed.page(FeedAsk.latest().key("[\"a\",\"b\"]")));
    String policy = "{\"id\":\"refusals\",%s}".formatted(WITH_HISTORY);
    assertThat(http.send("PUT", feed.path(), policy, Map.of()).statusCode()).isEqualTo(200);
    refused(400, "from within the retention period", feed.page(FeedAsk.all()));
    refused(400, "from within the retention period", feed.page(FeedAsk.history()));
    assertThat(feed.page(FeedAsk.all().after("*")).statusCode()).isEqualTo(304);
  }

  /// Halves a range, once it has copied everything from its parent.
  private static void split(FeedHttp feed, int range) {
    DOOR.split("d", feed.path().substring(feed.path().lastIndexOf('/') + 1), range);
  }
}
