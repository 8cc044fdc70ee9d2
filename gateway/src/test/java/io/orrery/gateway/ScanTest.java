// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.Route;
import io.orrery.gateway.Bed.Medium;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.RowRange;
import io.orrery.plan.update.Operation.NewItem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Scans of items and queries in the order of the index, with splits and restarts in between.
class ScanTest {
  private static final int ITEMS = 300;
  private static final int KEYS = 23;
  private static final List<Integer> SIZES = List.of(1, 2, 7, 100);
  private static final String BY_N = "SELECT * FROM c ORDER BY c.n";

  private final Random random = new Random(42);

  @TempDir Path directory;

  private ContainerHandle load(Bed bed, int partitions) {
    ContainerHandle container = bed.create("items", Bed.BY_KEY, partitions);
    for (int i = 0; i < ITEMS; i++) {
      String json = "{\"n\":%d,\"i\":%d}".formatted(random.nextInt(40), i);
      ItemKey key = Bed.key(container, "k" + i % KEYS, "%04d".formatted(i));
      bed.gateway().create(container, key, Bed.json(json), bed.request());
    }
    return container;
  }

  private static String id(ItemKey key) {
    return new String(key.rowKey(), StandardCharsets.UTF_8);
  }

  private static List<String> ids(List<Row> rows) {
    return rows.stream().map(row -> id(row.key())).toList();
  }

  private static Page<Row> items(Bed bed, Scope scope, PageRequest request) {
    return bed.gateway().scanItems(bed.container("items"), scope, request, bed.request());
  }

  private static Page<Row> query(Bed bed, String text, Scope scope, PageRequest request) {
    return new QueryBed(bed, bed.container("items")).items(text, scope, request);
  }

  private static Page<Row> query(Bed bed, String text, PageRequest request) {
    return query(bed, text, Scope.ALL, request);
  }

  @ParameterizedTest
  @EnumSource
  void logicalPartitionIsScannedFromAnyBoundInBothDirections(Medium medium) {
    try (Bed bed = Bed.on(medium, directory)) {
      ContainerHandle container = load(bed, 2);
      ItemKey partition = Bed.key(container, "k5", "");
      List<String> expected =
          IntStream.range(0, ITEMS)
              .filter(i -> i % KEYS == 5)
              .mapToObj("%04d"::formatted)
              .filter(id -> id.compareTo("0030") >= 0 && id.compareTo("0200") < 0)
              .toList();
      RowRange rows = new RowRange(Bed.bytes("0030"), Bed.bytes("0200"));
      for (Direction direction : Direction.values()) {
        var scan = new LogicalPartitionScan(partition, rows, direction);
        for (int size : SIZES) {
          List<Row> found =
              Paging.all(
                  size,
                  request ->
                      bed.gateway().scanLogicalPartition(container, scan, request, bed.request()));
          assertThat(ids(found))
              .isEqualTo(direction == Direction.FORWARD ? expected : expected.reversed());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyItemsComeInRingOrderThroughSplitsAndRestarts(Medium medium) {
    Limits few = Limits.DEFAULT.with(Limits.Name.CREATION_ORDER_ITEMS, 1);
    try (Bed bed = Bed.on(medium, directory, few)) {
      load(bed, 2);
      List<Row> whole = items(bed, Scope.ALL, PageRequest.first(1000)).rows();
      assertThat(whole).hasSize(ITEMS).isSortedAccordingTo(Comparator.comparing(Row::key));
      for (int size : SIZES) {
        assertThat(ids(Paging.all(size, request -> items(bed, Scope.ALL, request))))
            .isEqualTo(ids(whole));
      }
      assertThat(
              ids(
                  Paging.all(
                      70, request -> items(bed, Scope.ALL, request), page -> disturb(bed, page))))
          .isEqualTo(ids(whole));
    }
  }

  @ParameterizedTest
  @EnumSource
  void fewItemsComeInOrderOfCreationThroughSplitsAndRestarts(Medium medium) {
    try (Bed bed = Bed.on(medium, directory)) {
      load(bed, 2);
      List<String> whole = new ArrayList<>();
      for (HashRange range : ranges(bed)) {
        List<Row> rows = items(bed, Scope.of(range), PageRequest.first(1000)).rows();
        assertThat(rows).isSortedAccordingTo(BY_RID);
        whole.addAll(ids(rows));
      }
      assertThat(whole).hasSize(ITEMS);
      for (int size : SIZES) {
        assertThat(ids(Paging.all(size, request -> items(bed, Scope.ALL, request))))
            .isEqualTo(whole);
      }
      List<String> disturbed =
          ids(Paging.all(7, request -> items(bed, Scope.ALL, request), page -> disturb(bed, page)));
      assertThat(disturbed).containsExactlyInAnyOrderElementsOf(whole);
      assertThat(disturbed.subList(0, 7)).isEqualTo(whole.subList(0, 7));
      // Each child goes on behind the item at which its parent had stopped.
      List<Integer> creations =
          disturbed.subList(7, disturbed.size()).stream().map(Integer::valueOf).toList();
      int descents = 0;
      for (int i = 1; i < creations.size(); i++) {
        descents += creations.get(i) < creations.get(i - 1) ? 1 : 0;
      }
      assertThat(descents).isEqualTo(3);
    }
  }

  private static final Comparator<Row> BY_RID = Comparator.comparingLong(row -> row.item().rid());

  private static List<HashRange> ranges(Bed bed) {
    return bed.container("items").table().routes().all().stream().map(Route::range).toList();
  }

  @Test
  void anOrderThatWasBegunIsKeptWhenItemsBecomeMany() {
    Limits few = Limits.DEFAULT.with(Limits.Name.CREATION_ORDER_ITEMS, 50);
    try (Bed bed = Bed.inMemory(few)) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      IntConsumer create =
          i ->
              bed.gateway()
                  .create(
                      container,
                      Bed.key(container, "k" + i % KEYS, "%04d".formatted(i)),
                      Bed.json("{}"),
                      bed.request());
      IntStream.range(0, 40).forEach(create);
      List<Row> rows =
          Paging.all(
              7,
              request -> items(bed, Scope.ALL, request),
              page -> IntStream.range(page * 40, page < 8 ? page * 40 + 40 : 0).forEach(create));
      assertThat(ids(rows)).isEqualTo(IntStream.range(0, 320).mapToObj("%04d"::formatted).toList());
    }
  }

  /// Splits everything after the first page and restarts after the second.
  private static void disturb(Bed bed, int page) {
    if (page == 1) {
      bed.splitAll(bed.container("items"));
    } else if (page == 2) {
      bed.restart();
    }
  }

  @ParameterizedTest
  @EnumSource
  void queryInOrderOfTheIndexIsTheSameAtAnyPage(Medium medium) {
    try (Bed bed = Bed.on(medium, directory)) {
      ContainerHandle container = load(bed, 3);
      for (Direction direction : Direction.values()) {
        boolean forward = direction == Direction.FORWARD;
        String text = forward ? BY_N : BY_N + " DESC";
        List<Row> whole = query(bed, text, PageRequest.first(1000)).rows();
        assertThat(whole).hasSize(ITEMS);
        assertThat(whole)
            .isSortedAccordingTo(forward ? BY_VALUE_AND_RID : BY_VALUE_AND_RID.reversed());
        for (int size : SIZES) {
          assertThat(ids(Paging.all(size, request -> query(bed, text, request))))
              .isEqualTo(ids(whole));
        }
      }
      assertThat(container.table().routes().all()).hasSize(3);
    }
  }

  private static final Comparator<Row> BY_VALUE_AND_RID =
      Comparator.<Row>comparingInt(row -> n(row.item())).thenComparingLong(row -> row.item().rid());

  private static int n(Item item) {
    return Integer.parseInt(Bed.json(item).replaceAll(".*\"n\":(\\d+).*", "$1"));
  }

  @ParameterizedTest
  @EnumSource
  void orderOfTheIndexSurvivesSplitsAndRestarts(Medium medium) {
    try (Bed bed = Bed.on(medium, directory)) {
      load(bed, 2);
      List<Row> whole = query(bed, BY_N, PageRequest.first(1000)).rows();
      assertThat(
              ids(Paging.all(70, request -> query(bed, BY_N, request), page -> disturb(bed, page))))
          .isEqualTo(ids(whole));
    }
  }

  @Test
  void boundsAndScopesOfQueriesAreKept() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = load(bed, 3);
      String filter = "SELECT * FROM c WHERE c.n >= 10 AND c.n < 20";
      HashRange first = container.table().routes().all().getFirst().range();
      HashRange half = new HashRange(container.definition().middle(first), first.max());
      HashRange last = container.table().routes().all().getLast().range();
      ItemKey key = Bed.key(container, "k7", "");
      List<Row> everything = items(bed, Scope.ALL, PageRequest.first(1000)).rows();
      for (Scope scope :
          List.of(Scope.ALL, Scope.of(half), Scope.of(List.of(last, half)), Scope.of(key))) {
        List<Row> inScope = everything.stream().filter(row -> scope.includes(row.key())).toList();
        List<Row> expected =
            inScope.stream().filter(row -> n(row.item()) >= 10 && n(row.item()) < 20).toList();
        assertThat(expected).isNotEmpty();
        assertThat(ids(Paging.all(3, request -> query(bed, filter, scope, request))))
            .containsExactlyInAnyOrderElementsOf(ids(expected));
        assertThat(
                ids(Paging.all(3, request -> query(bed, filter + " ORDER BY c.n", scope, request))))
            .isEqualTo(ids(expected.stream().sorted(BY_VALUE_AND_RID).toList()));
        assertThat(ids(Paging.all(3, request -> items(bed, scope, request))))
            .isEqualTo(ids(inScope));
      }
    }
  }

  @Test
  void emptyRangesGiveNothing() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = load(bed, 1);
      var none =
          new LogicalPartitionScan(
              Bed.key(container, "k1", ""),
              new RowRange(Bed.bytes("b"), Bed.bytes("a")),
              Direction.FORWARD);
      assertThat(
              bed.gateway()
                  .scanLogicalPartition(container, none, PageRequest.first(10), bed.request())
                  .rows())
          .isEmpty();
      String nothing = "SELECT * FROM c WHERE c.n > 20 AND c.n < 10 ORDER BY c.n";
      assertThat(query(bed, nothing, PageRequest.first(10)).rows()).isEmpty();
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> Scope.of(List.of()));
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> PageRequest.first(0));
    }
  }

  @Test
  void pageEndsAtItsBytes() {
    Limits limits = Limits.DEFAULT.with(Limits.Name.PAGE_BYTES, 10_000);
    try (Bed bed = Bed.inMemory(limits)) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      for (int i = 0; i < 40; i++) {
        NewItem item =
            i == 20 ? Bed.sized(20_000) : Bed.json("{\"n\":1,\"t\":\"" + "x".repeat(900) + "\"}");
        bed.gateway().create(container, Bed.key(container, "k" + i, "" + i), item, bed.request());
      }
      List<Integer> sizes = new ArrayList<>();
      Function<PageRequest, Page<Row>> scan =
          request -> {
            Page<Row> page = items(bed, Scope.ALL, request);
            sizes.add(page.rows().stream().mapToInt(row -> row.item().body().length).sum());
            return page;
          };
      assertThat(Paging.all(1000, scan)).hasSize(40);
      assertThat(sizes).hasSizeGreaterThan(4).allMatch(size -> size <= 10_000 || size == 20_000);
      String byN = "SELECT * FROM c WHERE c.n > 0 ORDER BY c.n";
      assertThat(query(bed, byN, PageRequest.first(1000)).rows()).hasSizeBetween(8, 10);
      assertThat(Paging.all(1000, request -> query(bed, byN, request))).hasSize(39);
    }
  }

  @Test
  void deadItemsAreLeftOut() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container =
          bed.create("items", Bed.BY_KEY.withTtlSeconds(TimeToLive.NO_DEFAULT), 2);
      for (int i = 0; i < 50; i++) {
        NewItem item = Bed.json("{\"n\":%d}".formatted(i));
        NewItem mortal = new NewItem(item.body(), 10, true);
        ItemKey key = Bed.key(container, "k" + i, "" + i);
        bed.gateway().create(container, key, i % 2 == 0 ? mortal : item, bed.request());
      }
      bed.time.pass(Duration.ofSeconds(10));
      List<String> odd =
          IntStream.range(0, 50).filter(i -> i % 2 == 1).mapToObj(Integer::toString).toList();
      assertThat(ids(Paging.all(7, request -> query(bed, BY_N, request)))).isEqualTo(odd);
      assertThat(ids(Paging.all(7, request -> items(bed, Scope.ALL, request))))
          .containsExactlyInAnyOrderElementsOf(odd);
    }
  }

  @Test
  void scanEndsWithItsRequest() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = load(bed, 3);
      RequestContext late = bed.request();
      RequestContext cancelled = bed.request();
      cancelled.cancel();
      bed.time.pass(Duration.ofSeconds(5));
      QueryBed queries = new QueryBed(bed, container);
      PageRequest first = PageRequest.first(10);
      assertFails(ErrorCode.DEADLINE_EXCEEDED, () -> queries.items(BY_N, Scope.ALL, first, late));
      assertFails(
          ErrorCode.DEADLINE_EXCEEDED,
          () -> bed.gateway().scanItems(container, Scope.ALL, first, late));
      assertFails(ErrorCode.CANCELLED, () -> queries.items(BY_N, Scope.ALL, first, cancelled));
    }
  }

  @Test
  void hostileContinuationsAreRefused() {
    try (Bed bed = Bed.inMemory()) {
      load(bed, 2);
      ContainerHandle other = bed.create("other", Bed.BY_KEY, 2);
      String ordered = query(bed, BY_N, PageRequest.first(3)).continuation().orElseThrow();
      String items = items(bed, Scope.ALL, PageRequest.first(3)).continuation().orElseThrow();
      Stream.<ThrowingCallable>of(
              () -> query(bed, BY_N, new PageRequest(3, items)),
              () -> query(bed, BY_N + " DESC", new PageRequest(3, ordered)),
              () -> query(bed, "SELECT * FROM c ORDER BY c.z", new PageRequest(3, ordered)),
              () -> items(bed, Scope.ALL, new PageRequest(3, ordered)),
              () ->
                  bed.gateway()
                      .scanItems(other, Scope.ALL, new PageRequest(3, items), bed.request()))
          .forEach(call -> assertFails(ErrorCode.INVALID_ARGUMENT, call));
      for (String text : List.of("", "!", "AQ", "x".repeat(5 << 20), "AQIB", items + "!")) {
        assertFails(
            ErrorCode.INVALID_ARGUMENT, () -> items(bed, Scope.ALL, new PageRequest(3, text)));
      }
    }
  }

  @Test
  void continuationOfARangeIsGoodForItsChildren() {
    try (Bed bed = Bed.inMemory()) {
      load(bed, 1);
      List<Row> all = items(bed, Scope.ALL, PageRequest.first(1000)).rows();
      assertThat(all).isSortedAccordingTo(BY_RID);
      requireGoodForChildren(bed, all);
    }
    Limits few = Limits.DEFAULT.with(Limits.Name.CREATION_ORDER_ITEMS, 1);
    try (Bed bed = Bed.inMemory(few)) {
      load(bed, 1);
      List<Row> all = items(bed, Scope.ALL, PageRequest.first(1000)).rows();
      assertThat(all).isSortedAccordingTo(Comparator.comparing(Row::key));
      requireGoodForChildren(bed, all);
    }
  }

  private static void requireGoodForChildren(Bed bed, List<Row> all) {
    List<ItemKey> keys = all.stream().map(Row::key).toList();
    EffectivePartitionKey half = keys.stream().sorted().toList().get(ITEMS / 2).position();
    List<HashRange> children =
        List.of(
            new HashRange(EffectivePartitionKey.MIN, half),
            new HashRange(half, EffectivePartitionKey.MAX));
    for (int done : List.of(1, ITEMS * 3 / 4)) {
      String token = items(bed, Scope.ALL, PageRequest.first(done)).continuation().orElseThrow();
      for (HashRange child : children) {
        assertThat(items(bed, Scope.of(child), new PageRequest(1000, token)).rows())
            .extracting(Row::key)
            .isEqualTo(
                keys.subList(done, ITEMS).stream()
                    .filter(key -> Scope.of(child).includes(key))
                    .toList());
      }
    }
  }

  @Test
  void foreignPartitionKeyWithTheSameHashIsNotInScope() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = load(bed, 1);
      ItemKey key = Bed.key(container, "k1", "0001");
      ItemKey impostor = ItemKey.of(key.position(), Bed.bytes("other"), Bed.bytes("0001"));
      bed.gateway().create(container, impostor, Bed.json("{\"n\":1}"), bed.request());
      Scope scope = Scope.of(key);
      assertThat(Paging.all(2, request -> items(bed, scope, request)))
          .extracting(Row::key)
          .doesNotContain(impostor)
          .hasSize(13);
      assertThat(container.partitionKey(key)).isEqualTo(PartitionKey.text("k1"));
    }
  }
}
