// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.control.catalog.CatalogLayout;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.PartitionView;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.host.HostCommand;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Store;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControlPlaneTest {
  private static final ContainerDefinition BY_PK =
      ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk"));

  private Fixture fixture;

  @BeforeEach
  void open() {
    fixture = new Fixture(Limits.DEFAULT);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void databasesAndContainersSurviveARestart() {
    fixture.plane().createDatabase("shop", null);
    fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(25_000));
    fixture.restart();

    assertThat(fixture.plane().databases()).extracting(Database::name).containsExactly("shop");
    Container orders = fixture.plane().requireContainer("shop", "orders").container();
    assertThat(orders.definition().key()).isEqualTo(BY_PK.key());
    assertThat(orders.throughput()).isEqualTo(Throughput.manual(25_000));
    assertThat(orders.partitions().online()).hasSize(5);
  }

  /// The service's rule: one for every 6,000 RU/s or part of them.
  @Test
  void newContainersHaveRoomForMoreThroughput() {
    fixture.plane().createDatabase("shop", null);
    fixture.plane().createDatabase("sharing", Throughput.manual(18_000));
    long[][] rule = {{400, 1}, {6_000, 1}, {6_100, 2}, {18_000, 3}, {20_000, 4}, {25_000, 5}};
    for (long[] each : rule) {
      String name = "c" + each[0];
      OpenContainer open =
          fixture.plane().createContainer("shop", name, BY_PK, Throughput.manual(each[0]));
      assertThat(open.routes().all()).as(name).hasSize((int) each[1]);
    }
    OpenContainer autoscale =
        fixture.plane().createContainer("shop", "auto", BY_PK, Throughput.autoscale(7_000));
    assertThat(autoscale.routes().all()).hasSize(2);
    OpenContainer shared = fixture.plane().createContainer("sharing", "c", BY_PK, null);
    assertThat(shared.routes().all()).hasSize(3);
  }

  /// Afterwards a partition serves what it can before it is split.
  @Test
  void throughputThatThePartitionsServeSplitsNothing() {
    fixture.plane().createDatabase("shop", null);
    OpenContainer open =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(12_000));
    fixture.plane().changeThroughput("shop", "orders", Throughput.manual(20_000));
    open.awaitSettled(Duration.ofSeconds(60));
    assertThat(open.routes().all())
        .hasSize(2)
        .allSatisfy(
            route ->
                assertThat(fixture.plane().describe(route).unitsPerSecond()).isEqualTo(10_000));
  }

  @Test
  void aNameIsGivenOnceAndFreeAfterDeletion() {
    fixture.plane().createDatabase("shop", null);
    assertCode(ErrorCode.CONFLICT, () -> fixture.plane().createDatabase("shop", null));
    OpenContainer first =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));
    assertCode(
        ErrorCode.CONFLICT,
        () -> fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400)));

    fixture.plane().deleteContainer("shop", "orders");
    OpenContainer second =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));

    assertThat(second.container().number()).isGreaterThan(first.container().number());
    assertCode(ErrorCode.NOT_FOUND, first::routes);
  }

  @Test
  void aContainerTakesTheNameOfAnother() {
    fixture.plane().createDatabase("shop", null);
    OpenContainer orders =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));
    OpenContainer fresh =
        fixture.plane().createContainer("shop", "fresh", BY_PK, Throughput.manual(400));
    assertCode(
        ErrorCode.CONFLICT,
        () -> fixture.plane().renameContainer("shop", "fresh", "orders", false));
    assertCode(
        ErrorCode.NOT_FOUND, () -> fixture.plane().renameContainer("shop", "none", "orders", true));

    fixture.plane().renameContainer("shop", "fresh", "orders", true);

    assertThat(fixture.plane().requireContainer("shop", "orders")).isSameAs(fresh);
    assertCode(ErrorCode.NOT_FOUND, () -> fixture.plane().requireContainer("shop", "fresh"));
    assertCode(ErrorCode.NOT_FOUND, orders::routes);
    fixture.restart();
    assertThat(fixture.plane().requireContainer("shop", "orders").container().number())
        .isEqualTo(fresh.container().number());
    assertThat(fixture.plane().containers("shop")).hasSize(1);
  }

  @Test
  void whatDoesNotExistIsNamed() {
    assertCode(ErrorCode.OWNER_NOT_FOUND, () -> fixture.plane().requireContainer("none", "orders"));
    fixture.plane().createDatabase("shop", null);
    assertCode(ErrorCode.NOT_FOUND, () -> fixture.plane().requireContainer("shop", "orders"));
    assertCode(ErrorCode.NOT_FOUND, () -> fixture.plane().deleteDatabase("none"));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> fixture.plane().createDatabase("a/b", null));
  }

  @Test
  void throughputHasAMinimumAMaximumAndSteps() {
    fixture.plane().createDatabase("shop", null);
    for (long amount : List.of(0L, 399L, 450L, 1_000_100L, -400L)) {
      assertCode(
          ErrorCode.INVALID_ARGUMENT,
          () ->
              fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(amount)));
    }
    assertCode(
        ErrorCode.INVALID_ARGUMENT,
        () -> fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.autoscale(1500)));
    assertCode(
        ErrorCode.INVALID_ARGUMENT,
        () -> fixture.plane().createContainer("shop", "orders", BY_PK, null));
  }

  @Test
  void aFixedContainerHasOnePartitionAndItsThroughput() {
    ContainerDefinition fixed = ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.NONE);
    fixture.plane().createDatabase("shop", Throughput.manual(1000));
    assertCode(
        ErrorCode.INVALID_ARGUMENT,
        () -> fixture.plane().createContainer("shop", "a", fixed, Throughput.manual(10_100)));
    assertCode(
        ErrorCode.INVALID_ARGUMENT,
        () -> fixture.plane().createContainer("shop", "b", fixed, null));
    OpenContainer open =
        fixture.plane().createContainer("shop", "c", fixed, Throughput.manual(10_000));
    assertThat(open.routes().all()).hasSize(1);
    assertCode(
        ErrorCode.INVALID_ARGUMENT,
        () -> fixture.plane().changeThroughput("shop", "c", Throughput.manual(20_000)));
  }

  @Test
  void throughputIsDividedEvenlyAndRaisingItSplits() {
    fixture.plane().createDatabase("shop", null);
    OpenContainer open =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(20_000));
    assertThat(open.routes().all())
        .hasSize(4)
        .allSatisfy(
            route -> assertThat(fixture.plane().describe(route).unitsPerSecond()).isEqualTo(5_000));
    fixture.fill(open, 300);

    fixture.plane().changeThroughput("shop", "orders", Throughput.manual(50_000));
    fixture.await(() -> open.routes().all().size() == 5);

    assertThat(open.routes().all())
        .allSatisfy(
            route ->
                assertThat(fixture.plane().describe(route).unitsPerSecond()).isEqualTo(10_000));
    fixture.awaitQuiet(open);
    assertThat(fixture.count(open)).isEqualTo(300);

    fixture.plane().changeThroughput("shop", "orders", Throughput.manual(400));
    assertThat(open.routes().all())
        .hasSize(5)
        .allSatisfy(
            route -> assertThat(fixture.plane().describe(route).unitsPerSecond()).isEqualTo(80));
  }

  @Test
  void whoeverWaitsSeesTheLastOfSeveralSplits() {
    fixture.plane().createDatabase("shop", null);
    OpenContainer orders =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));
    orders.awaitSettled(Duration.ofSeconds(60));
    assertThat(orders.routes().all()).hasSize(1);
    fixture.plane().changeThroughput("shop", "orders", Throughput.manual(50_000));
    orders.awaitSettled(Duration.ofSeconds(60));
    assertThat(orders.routes().all()).hasSize(5);
    assertThat(orders.container().partitions().splits()).isEqualTo(4);
  }

  @Test
  void containersOfADatabaseShareItsBuckets() {
    fixture.plane().createDatabase("shop", Throughput.manual(20_000));
    OpenContainer a = fixture.plane().createContainer("shop", "a", BY_PK, null);
    OpenContainer b = fixture.plane().createContainer("shop", "b", BY_PK, null);
    OpenContainer own =
        fixture.plane().createContainer("shop", "own", BY_PK, Throughput.manual(400));

    assertThat(a.routes().all()).hasSize(4);
    owe(a.routes().all().get(0));
    assertCode(ErrorCode.TOO_MANY_REQUESTS, () -> ask(b.routes().all().get(1)));
    ask(b.routes().all().get(3));
    owe(a.routes().all().get(2));
    assertCode(ErrorCode.TOO_MANY_REQUESTS, () -> ask(b.routes().all().get(3)));
    ask(own.routes().all().getFirst());
    assertThat(own.routes().all()).hasSize(1);

    fixture.plane().changeThroughput("shop", Throughput.manual(60_000));
    fixture.await(() -> a.routes().all().size() == 6 && b.routes().all().size() == 6);
    assertThat(fixture.plane().describe(a.routes().all().get(3)).unitsPerSecond())
        .isEqualTo(10_000);
    assertThat(own.routes().all()).hasSize(1);
  }

  @Test
  void aSplitKeepsEverythingAndRecordsItsParents() {
    fixture.plane().createDatabase("shop", null);
    OpenContainer open =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));
    fixture.fill(open, 500);

    fixture.plane().split(open, 0, null);

    assertThat(open.routes().all()).extracting(Route::ordinal).containsExactly(1, 2);
    assertThat(open.routes().all())
        .allSatisfy(route -> assertThat(route.parents()).containsExactly(0));
    assertThat(fixture.count(open)).isEqualTo(500);
    long left = fixture.plane().describe(open.routes().all().getFirst()).counters().items();
    long right = fixture.plane().describe(open.routes().all().getLast()).counters().items();
    assertThat(left + right).isEqualTo(500);
    assertThat(left).isBetween(200L, 300L);

    fixture.awaitQuiet(open);
    fixture.plane().split(open, 2, null);
    assertThat(open.routes().ofOrdinal(4).orElseThrow().parents()).containsExactly(0, 2);
    assertCode(ErrorCode.RANGE_GONE, () -> fixture.plane().split(open, 0, null));
    fixture.awaitQuiet(open);
    fixture.restart();
    assertThat(fixture.count(fixture.plane().requireContainer("shop", "orders"))).isEqualTo(500);
  }

  @Test
  void aPartitionThatGrowsTooLargeSplitsByItself() {
    fixture.close();
    fixture = new Fixture(Limits.DEFAULT.with("physicalPartitionBytes", 200_000));
    fixture.plane().createDatabase("shop", null);
    OpenContainer open =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));
    fixture.fill(open, 2000);
    fixture.awaitQuiet(open);
    assertThat(open.routes().all().size()).isGreaterThan(2);
    assertThat(open.routes().all())
        .allSatisfy(
            route ->
                assertThat(fixture.plane().describe(route).counters().bytes()).isLessThan(200_000));
    assertThat(fixture.count(open)).isEqualTo(2000);
  }

  @Test
  void anIndexingPolicyTakesEffectInTheBackground() {
    fixture.plane().createDatabase("shop", null);
    OpenContainer open =
        fixture
            .plane()
            .createContainer(
                "shop", "orders", BY_PK.withIndexing(IndexingPolicy.NONE), Throughput.manual(400));
    fixture.fill(open, 450);
    List<IndexPath.Segment> path = List.of(new IndexPath.Name("n"));
    assertThat(terms(open, path)).isZero();

    fixture.plane().replaceContainer("shop", "orders", BY_PK);
    fixture.awaitQuiet(open);

    assertThat(terms(open, path)).isEqualTo(450);
    fixture.restart();
    assertThat(terms(fixture.plane().requireContainer("shop", "orders"), path)).isEqualTo(450);
  }

  @Test
  void partitionKeyAndUniqueKeysAreForEver() {
    fixture.plane().createDatabase("shop", null);
    fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));
    ContainerDefinition other =
        ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/other"));
    assertCode(
        ErrorCode.INVALID_ARGUMENT,
        () -> fixture.plane().replaceContainer("shop", "orders", other));
  }

  @Test
  void deletingAContainerLeavesNothing() {
    fixture.plane().createDatabase("shop", null);
    OpenContainer open =
        fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(20_000));
    fixture.fill(open, 100);
    fixture.plane().deleteDatabase("shop");
    assertThat(fixture.plane().databases()).isEmpty();
    Store store = fixture.store();
    for (Family family : List.of(Family.ITEMS, Family.INDEX, Family.FEED)) {
      try (var cursor = store.scan(family, KeyRange.ALL, Direction.FORWARD)) {
        assertThat(cursor.next()).as("a key of %s", family).isFalse();
      }
    }
    fixture.restart();
    assertThat(fixture.plane().databases()).isEmpty();
  }

  @Test
  void damageInOneContainerDoesNotStopHousekeepingInOthers() {
    fixture.plane().createDatabase("shop", null);
    // So long that nothing is ever old; but the oldest change is looked at again and again.
    ContainerDefinition history = BY_PK.withHistoryMillis(Long.MAX_VALUE / 2);
    OpenContainer damaged =
        fixture.plane().createContainer("shop", "damaged", history, Throughput.manual(400));
    fixture.fill(damaged, 1);
    byte[] change = Layout.change(PartitionId.of(damaged.container(), 0), new ItemVersion(1, 0));
    Batch batch = fixture.store().newBatch();
    batch.put(Family.FEED, change, new byte[] {0x7F});
    fixture.store().write(batch);
    OpenContainer sound =
        fixture.plane().createContainer("shop", "sound", BY_PK, Throughput.manual(400));

    fixture.plane().changeThroughput("shop", "sound", Throughput.manual(20_000));

    fixture.await(() -> sound.routes().all().size() == 2);
  }

  @Test
  void aThousandContainersAreNoProblem() {
    fixture.plane().createDatabase("shop", null);
    for (int i = 0; i < 1000; i++) {
      fixture.plane().createContainer("shop", "c" + i, BY_PK, Throughput.manual(400));
    }
    fixture.restart();
    assertThat(fixture.plane().containers("shop")).hasSize(1000);
    fixture.fill(fixture.plane().requireContainer("shop", "c999"), 10);
  }

  @Test
  void ringWithAGapIsRefused() {
    HashRange half = new HashRange(EffectivePartitionKey.MIN, EffectivePartitionKey.parse("20"));
    assertRefused(List.of(half), null);
  }

  @Test
  void splitOfAPartitionThatIsNotThereIsRefused() {
    var intent = new PartitionMap.SplitIntent(5, EffectivePartitionKey.parse("20"), 6, 7);
    assertRefused(List.of(HashRange.FULL), intent);
  }

  private void assertRefused(List<HashRange> ranges, PartitionMap.@Nullable SplitIntent intent) {
    fixture.plane().createDatabase("shop", null);
    List<PartitionMap.Entry> entries =
        ranges.stream().map(range -> new PartitionMap.Entry(0, range, List.of())).toList();
    Container damaged =
        new Container(
            9,
            1,
            "c",
            0,
            1,
            BY_PK,
            Throughput.manual(400),
            new PartitionMap(entries, List.of(), 8, intent));
    Batch batch = fixture.store().newBatch();
    batch.put(Family.META, CatalogLayout.key(damaged).bytes(), damaged.encode());
    fixture.store().write(batch);
    new LocalHost(fixture.store(), Limits.DEFAULT, new Buckets(SystemTime.TICKER, true))
        .carryOut(
            List.of(
                new HostCommand.CreatePartition(
                    PartitionId.of(damaged, 0),
                    ranges.getFirst(),
                    PartitionSettings.of(BY_PK, Limits.DEFAULT))));
    assertCode(ErrorCode.CORRUPTED, fixture::restart);
  }

  private static final ItemKey ANY =
      ItemKey.of(EffectivePartitionKey.MIN, new byte[0], new byte[0]);

  /// Takes more than a second gives from what the partition may spend.
  private static void owe(Route route) {
    ask(route, new PartitionRequest.Spend(ANY, new RequestCharge(100_000_000)), Charging.CONTINUE);
  }

  private static void ask(Route route) {
    ask(route, new PartitionRequest.Find(ANY), Charging.ADMIT);
  }

  private static void ask(Route route, PartitionRequest<?> request, Charging charging) {
    var call = new PartitionCall(0, Duration.ofSeconds(10).toNanos(), 0, 0, charging);
    assertThat(route.service().ask(request, call)).isInstanceOf(PartitionReply.Answered.class);
  }

  private int terms(OpenContainer open, List<IndexPath.Segment> path) {
    int count = 0;
    for (Route route : open.routes().all()) {
      try (PartitionView view = Fixture.inside(route).view(0);
          var cursor = view.terms(TermRange.of(path), HashRange.FULL, Direction.FORWARD)) {
        while (cursor.next()) {
          count++;
        }
      }
    }
    return count;
  }

  private static void assertCode(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(OrreryException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
