// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.ChangeFeedOperationType;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.TcpProxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The change feed with the unmodified Java SDK: read page by page, and by its processors, which
/// share the work by leases.
///
/// `-Dorrery.feed.changes=500` makes so many changes in each of twenty keys instead of a few.
class JavaChangeFeedIT {
  private static final int CHANGES_PER_KEY = Integer.getInteger("orrery.feed.changes", 30);
  private static final Pattern ORDINAL = Pattern.compile("\"ordinal\":(\\d+)");
  private static final Duration PATIENCE = Duration.ofSeconds(60L + CHANGES_PER_KEY);
  private static final Duration SHORT_LEASE = Duration.ofSeconds(8);

  /// Is never renewed while a test runs. A renewal of the SDK that meets a checkpoint writes back
  /// the place from before, at which the lease stays until the next change: nothing is lost by it,
  /// but workers seem to lag behind.
  private static final Duration LONG_LEASE = Duration.ofDays(1);

  @TempDir private static Path directory;
  private static ServerProcess server;
  private static CosmosClient client;

  private CosmosDatabase database;
  private CosmosContainer items;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory", "--throttling", "off");
    client = JavaClients.of(server).buildClient();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void create() {
    String name = "feed-" + UUID.randomUUID();
    client.createDatabase(name);
    database = client.getDatabase(name);
    CosmosContainerProperties withHistory = new CosmosContainerProperties("items", "/pk");
    withHistory.setChangeFeedPolicy(
        ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(60)));
    database.createContainer(withHistory);
    database.createContainer(new CosmosContainerProperties("leases", "/id"));
    items = database.getContainer("items");
  }

  @AfterEach
  void delete() {
    database.delete();
  }

  /// For one worker alone.
  private FeedWorker.Place place(Duration leaseLife) {
    TcpProxy way = TcpProxy.before(server.endpoint("sql"));
    return new FeedWorker.Place(
        way,
        JavaClients.of(server).endpoint(way.endpoint("http").toString()).buildAsyncClient(),
        database.getId(),
        leaseLife);
  }

  private void upsert(String key, String id, int n) {
    items.upsertItem(Map.of("id", id, "pk", key, "n", n), new PartitionKey(key), null);
  }

  /// Halves the oldest range, which a child of another split allows once it has copied everything.
  private void split() {
    SqlHttp http = SqlHttp.owner(server);
    String path =
        "/_orrery/api/v1/databases/%s/containers/%s/partitions"
            .formatted(database.getId(), items.getId());
    int oldest =
        ORDINAL
            .matcher(http.get(path).body())
            .results()
            .mapToInt(found -> Integer.parseInt(found.group(1)))
            .min()
            .orElseThrow();
    await()
        .atMost(PATIENCE)
        .until(() -> http.post(path + "/" + oldest + "/split", "").statusCode() == 200);
  }

  /// Reads to the end of what there is; gives the continuation.
  private String read(CosmosChangeFeedRequestOptions options, List<JsonNode> changes) {
    String continuation = "";
    for (FeedResponse<JsonNode> page :
        items.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      changes.addAll(page.getResults());
      continuation = page.getContinuationToken();
    }
    return continuation;
  }

  private List<String> ids(CosmosChangeFeedRequestOptions options) {
    List<JsonNode> changes = new ArrayList<>();
    read(options, changes);
    return changes.stream().map(item -> item.get("id").asText()).toList();
  }

  @Test
  void feedIsReadFromAnywhereAndGoesOnThroughSplits() {
    FeedRange everything = FeedRange.forFullRange();
    for (int i = 0; i < 20; i++) {
      upsert("k" + i % 5, "i" + i, i);
    }
    List<JsonNode> seen = new ArrayList<>();
    String place =
        read(
            CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(everything)
                .setMaxItemCount(3),
            seen);
    assertThat(seen).hasSize(20);
    String now =
        read(
            CosmosChangeFeedRequestOptions.createForProcessingFromNow(everything),
            new ArrayList<>());
    split();
    List<String> late = IntStream.range(0, 10).mapToObj(i -> "late" + i).toList();
    late.forEach(id -> upsert("k" + id.charAt(4), id, 1));
    assertThat(ids(CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(place)))
        .containsExactlyInAnyOrderElementsOf(late);
    assertThat(ids(CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(now)))
        .containsExactlyInAnyOrderElementsOf(late);
    assertThat(
            ids(
                CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(
                    Instant.now().minusSeconds(3600), everything)))
        .hasSize(30);
    assertThat(
            ids(
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                    FeedRange.forLogicalPartition(new PartitionKey("k1")))))
        .containsExactly("i1", "i6", "i11", "i16", "late1");
    List<FeedRange> ranges = items.getFeedRanges();
    assertThat(ranges).hasSize(2);
    assertThat(
            ranges.stream()
                .map(CosmosChangeFeedRequestOptions::createForProcessingFromBeginning)
                .mapToInt(options -> ids(options).size())
                .sum())
        .isEqualTo(30);
  }

  @Test
  void processorsTellWhatHappened() {
    for (int i = 0; i < 3; i++) {
      upsert("k", "i" + i, 1);
    }
    List<JsonNode> plain = Collections.synchronizedList(new ArrayList<>());
    List<ChangeFeedProcessorItem> latest = Collections.synchronizedList(new ArrayList<>());
    List<ChangeFeedProcessorItem> all = Collections.synchronizedList(new ArrayList<>());
    try (FeedWorker _ = FeedWorker.plain(place(LONG_LEASE), "one", plain::add);
        FeedWorker second = FeedWorker.latest(place(LONG_LEASE), "one", latest::add);
        FeedWorker third = FeedWorker.allVersions(place(LONG_LEASE), "one", all::add)) {
      await().atMost(PATIENCE).until(() -> plain.size() >= 3 && latest.size() >= 3);
      awaitRead(third);
      upsert("k", "i0", 2);
      items.deleteItem("i1", new PartitionKey("k"), new CosmosItemRequestOptions());
      upsert("k", "new", 1);
      await().atMost(PATIENCE).until(() -> plain.size() + latest.size() + all.size() >= 13);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(second.state())
                      .extracting(ChangeFeedProcessorState::getEstimatedLag)
                      .containsExactly(0));
    }
    List<String> expected = List.of("i0", "i1", "i2", "i0", "new");
    assertThat(plain).extracting(item -> item.get("id").asText()).isEqualTo(expected);
    assertThat(latest).extracting(item -> item.getCurrent().get("id").asText()).isEqualTo(expected);
    assertThat(latest).allSatisfy(item -> assertThat(lsn(item)).isPositive());
    assertThat(all)
        .extracting(item -> item.getChangeFeedMetaData().getOperationType())
        .containsExactly(
            ChangeFeedOperationType.REPLACE,
            ChangeFeedOperationType.DELETE,
            ChangeFeedOperationType.CREATE);
    assertThat(all.get(0).getPrevious().get("n").asInt()).isEqualTo(1);
    assertThat(all.get(0).getCurrent().get("n").asInt()).isEqualTo(2);
    assertThat(all.get(1).getPrevious()).isNull();
    assertThat(all.get(1).getCurrent()).isEmpty();
    assertThat(all.get(1).getChangeFeedMetaData().isTimeToLiveExpired()).isFalse();
    assertThat(all.get(1).getChangeFeedMetaData().getPreviousLogSequenceNumber()).isEqualTo(3);
  }

  private static long lsn(ChangeFeedProcessorItem item) {
    return item.getChangeFeedMetaData().getLogSequenceNumber();
  }

  /// Until a worker has a continuation for everything that it reads.
  private static void awaitRead(FeedWorker worker) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !worker.state().isEmpty()
                    && worker.state().stream()
                        .allMatch(state -> hasPlace(state.getContinuationToken())));
  }

  /// Whether a continuation is more than the wish where to begin.
  private static boolean hasPlace(String continuation) {
    return continuation != null
        && new String(Base64.getDecoder().decode(continuation), StandardCharsets.UTF_8)
            .contains("\"token\":\"");
  }

  @Test
  void workersMissNothingThroughSplitsAndTheDeathOfOne() throws Exception {
    Sightings latest = new Sightings();
    Sightings all = new Sightings();
    List<FeedWorker> latestGroup = new ArrayList<>();
    List<FeedWorker> allGroup = new ArrayList<>();
    List<JsonNode> log = new ArrayList<>();
    String place =
        read(
            CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
                .allVersionsAndDeletes(),
            log);
    try (FeedLoad load = new FeedLoad(items, CHANGES_PER_KEY)) {
      for (String name : List.of("a", "b", "c")) {
        latestGroup.add(
            FeedWorker.latest(place(SHORT_LEASE), name, item -> latest.add(item.getCurrent())));
        allGroup.add(
            FeedWorker.allVersions(place(SHORT_LEASE), name, item -> all.add(item.getCurrent())));
      }
      awaitRead(allGroup.getLast());
      load.start();
      place = splitThrough(load, List.of(latestGroup, allGroup), place, log);
      load.join();
      await()
          .atMost(PATIENCE)
          .until(() -> hasSeen(all, load, load.numbers()) && hasSeen(latest, load, load.lasting()));
      read(allVersionsAfter(place), log);
      assertAllSeen(load, latest, all, log);
    } finally {
      latestGroup.forEach(FeedWorker::close);
      allGroup.forEach(FeedWorker::close);
    }
  }

  private static boolean hasSeen(Sightings seen, FeedLoad load, List<Integer> numbers) {
    return load.keys().stream().allMatch(key -> seen.firsts(key).containsAll(numbers));
  }

  /// Splits ranges and kills workers while the load goes on, and reads the log alongside.
  private String splitThrough(
      FeedLoad load, List<List<FeedWorker>> groups, String start, List<JsonNode> log) {
    String place = start;
    load.allow(30);
    for (int splits = 1; splits <= 3; splits++) {
      int percent = 20 * splits;
      await().atMost(PATIENCE).until(() -> load.hasReached(percent));
      split();
      place = read(allVersionsAfter(place), log);
      if (splits == 2) {
        groups.forEach(JavaChangeFeedIT::killOneAtWork);
      }
      load.allow(25);
    }
    return place;
  }

  /// Kills one that has a lease, but not the last, which is asked who has one.
  private static void killOneAtWork(List<FeedWorker> group) {
    await()
        .atMost(PATIENCE)
        .until(() -> findAtWork(group), Optional::isPresent)
        .orElseThrow()
        .kill();
  }

  private static Optional<FeedWorker> findAtWork(List<FeedWorker> group) {
    List<String> owners =
        group.getLast().state().stream().map(ChangeFeedProcessorState::getHostName).toList();
    return group.subList(0, group.size() - 1).stream()
        .filter(worker -> owners.contains(worker.name()))
        .findFirst();
  }

  private static CosmosChangeFeedRequestOptions allVersionsAfter(String place) {
    return CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(place)
        .allVersionsAndDeletes();
  }

  private static void assertAllSeen(
      FeedLoad load, Sightings latest, Sightings all, List<JsonNode> log) {
    Sightings logged = new Sightings();
    log.forEach(change -> logged.add(change.get("current")));
    for (String key : load.keys()) {
      assertThat(logged.all(key)).as("versions of %s in the log", key).isEqualTo(load.numbers());
      assertThat(all.firsts(key)).as("versions of %s", key).isEqualTo(load.numbers());
      assertThat(latest.firsts(key).stream().filter(load.lasting()::contains))
          .as("what lasts in %s", key)
          .containsExactlyElementsOf(load.lasting());
    }
  }
}
