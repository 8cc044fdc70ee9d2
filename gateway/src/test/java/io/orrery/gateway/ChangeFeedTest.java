// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.Bed.Medium;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.model.ErrorCode;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.plan.update.Operation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChangeFeedTest {
  private static final ContainerDefinition WITH_HISTORY =
      Bed.BY_KEY.withHistoryMillis(Duration.ofHours(1).toMillis());
  private static final ChangeFeed LATEST = ChangeFeed.latest(Scope.ALL, new Start.Beginning());
  private static final ChangeFeed ALL = ChangeFeed.all(Scope.ALL, new Start.Beginning());

  @TempDir Path directory;

  /// A reader that goes on where it stopped.
  private static final class Consumer {
    private final Bed bed;
    private final ChangeFeed feed;
    private final List<ChangedItem> seen = new ArrayList<>();
    private @Nullable String continuation;

    Consumer(Bed bed, ChangeFeed feed) {
      this.bed = bed;
      this.feed = feed;
    }

    ChangePage page(int size) {
      ChangePage page =
          bed.gateway()
              .changes(
                  bed.container("items"), feed, new PageRequest(size, continuation), bed.request());
      continuation = page.continuation();
      seen.addAll(page.changes());
      return page;
    }

    List<ChangedItem> drain(int size) {
      ChangePage page;
      do {
        page = page(size);
      } while (page.more());
      assertThat(page(size).changes()).isEmpty();
      return seen;
    }

    List<String> ids() {
      return seen.stream().map(ChangeFeedTest::id).toList();
    }
  }

  private static String id(ChangedItem entry) {
    return new String(entry.key().rowKey(), StandardCharsets.UTF_8);
  }

  private static void upsert(Bed bed, String partitionKey, String id, int n) {
    ContainerHandle container = bed.container("items");
    bed.gateway()
        .upsert(
            container,
            Bed.key(container, partitionKey, id),
            Bed.json("{\"n\":%d}".formatted(n)),
            null,
            bed.request());
  }

  private static void load(Bed bed, int items) {
    for (int i = 0; i < items; i++) {
      upsert(bed, "k" + i % 13, "" + i, i);
    }
  }

  private static void assertOrderedPerKey(List<ChangedItem> entries) {
    Map<String, Long> last = new HashMap<>();
    for (ChangedItem entry : entries) {
      String key = new String(entry.key().partitionKey(), StandardCharsets.UTF_8);
      Long before = last.put(key, entry.version().lsn());
      assertThat(before == null || before <= entry.version().lsn()).as("order of " + key).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyItemComesOnceInItsLatestVersion(Medium medium) {
    try (Bed bed = Bed.on(medium, directory)) {
      bed.create("items", Bed.BY_KEY, 2);
      load(bed, 100);
      upsert(bed, "k0", "0", 1000);
      ContainerHandle container = bed.container("items");
      bed.gateway().delete(container, Bed.key(container, "k1", "1"), null, bed.request());
      List<String> expected =
          IntStream.range(0, 100).filter(i -> i != 1).mapToObj(Integer::toString).toList();
      for (int size : List.of(1, 2, 7, 100, 1000)) {
        Consumer consumer = new Consumer(bed, LATEST);
        assertOrderedPerKey(consumer.drain(size));
        assertThat(consumer.ids()).containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void continuationSurvivesSplitsRestartsAndWritesInBetween(Medium medium) {
    try (Bed bed = Bed.on(medium, directory)) {
      bed.create("items", WITH_HISTORY, 2);
      load(bed, 60);
      Consumer latest = new Consumer(bed, LATEST);
      Consumer all = new Consumer(bed, ALL);
      latest.page(10);
      all.page(10);
      bed.splitAll(bed.container("items"));
      latest.page(10);
      all.page(10);
      upsert(bed, "k2", "late", 1);
      bed.restart();
      latest.page(10);
      all.page(10);
      upsert(bed, "k3", "later", 2);
      assertOrderedPerKey(latest.drain(7));
      assertOrderedPerKey(all.drain(7));
      List<String> expected =
          new ArrayList<>(IntStream.range(0, 60).mapToObj(Integer::toString).toList());
      expected.addAll(List.of("late", "later"));
      assertThat(latest.ids()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(all.ids()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(latest.page(1).positions()).hasSize(4);
    }
  }

  @Test
  void allVersionsTellWhatWasAndWhatIs() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", WITH_HISTORY, 2);
      upsert(bed, "a", "1", 1);
      upsert(bed, "a", "1", 2);
      bed.gateway().delete(container, Bed.key(container, "a", "1"), null, bed.request());
      List<ChangedItem> seen = new Consumer(bed, ALL).drain(1);
      assertThat(seen)
          .extracting(ChangedItem::operation)
          .containsExactly(
              Change.Operation.CREATE, Change.Operation.REPLACE, Change.Operation.DELETE);
      assertThat(Bed.json(seen.get(1).current().orElseThrow())).isEqualTo("{\"n\":2}");
      assertThat(Bed.json(seen.get(1).previous().orElseThrow())).isEqualTo("{\"n\":1}");
      assertThat(seen.get(2).current()).isEmpty();
      assertThat(Bed.json(seen.get(2).previous().orElseThrow())).isEqualTo("{\"n\":2}");
      assertThat(seen.getFirst().timeMillis()).isEqualTo(bed.time.millis());
    }
  }

  @Test
  void transactionIsNeverTornApart() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      for (int batch = 0; batch < 3; batch++) {
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          ItemKey key = Bed.key(container, "a", batch + "-" + i);
          operations.add(new Operation.Create(key, Bed.json("{}")));
        }
        bed.gateway().batch(container, operations, bed.request());
      }
      Consumer consumer = new Consumer(bed, LATEST);
      assertThat(consumer.page(2).changes()).hasSize(5);
      assertThat(consumer.page(6).changes()).hasSize(10);
      ChangePage end = consumer.page(6);
      assertThat(end.changes()).isEmpty();
      assertThat(end.more()).isFalse();
    }
  }

  @Test
  void feedBeginsWhereAsked() {
    try (Bed bed = Bed.inMemory()) {
      bed.create("items", WITH_HISTORY, 2);
      load(bed, 20);
      Consumer now = new Consumer(bed, ChangeFeed.latest(Scope.ALL, new Start.Now()));
      assertThat(now.page(100).changes()).isEmpty();
      bed.time.pass(Duration.ofSeconds(10));
      long time = bed.time.millis();
      upsert(bed, "k1", "new", 1);
      upsert(bed, "k1", "1", 1);
      assertThat(now.drain(1)).hasSize(2);
      for (ChangeFeed feed :
          List.of(
              ChangeFeed.latest(Scope.ALL, new Start.At(time)),
              ChangeFeed.all(Scope.ALL, new Start.At(time)))) {
        Consumer fromTime = new Consumer(bed, feed);
        fromTime.drain(1);
        assertThat(fromTime.ids()).containsExactly("new", "1");
      }
      Scope key = Scope.of(Bed.key(bed.container("items"), "k1", ""));
      Consumer one = new Consumer(bed, ChangeFeed.latest(key, new Start.Beginning()));
      one.drain(1);
      assertThat(one.ids()).containsExactly("14", "new", "1");
      long lsn = one.seen.getFirst().version().lsn();
      Consumer after = new Consumer(bed, ChangeFeed.latest(key, new Start.After(lsn)));
      after.drain(1);
      assertThat(after.ids()).containsExactly("new", "1");
    }
  }

  @Test
  void busyPartDoesNotKeepOthersFromBeingRead() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      String hot = keyIn(container, 0);
      String quiet = keyIn(container, 1);
      upsert(bed, hot, "hot", 0);
      upsert(bed, quiet, "quiet", 0);
      Consumer consumer = new Consumer(bed, LATEST);
      for (int i = 0; i < 5 && !consumer.ids().contains("quiet"); i++) {
        consumer.page(1);
        upsert(bed, hot, "hot" + i, i);
        upsert(bed, hot, "more" + i, i);
      }
      assertThat(consumer.ids()).contains("quiet");
    }
  }

  private static String keyIn(ContainerHandle container, int ordinal) {
    for (int i = 0; ; i++) {
      ItemKey key = Bed.key(container, "key" + i, "");
      if (container.table().at(key).ordinal() == ordinal) {
        return "key" + i;
      }
    }
  }

  @Test
  void whatIsNotKeptIsRefused() {
    try (Bed bed = Bed.inMemory()) {
      bed.create("items", Bed.BY_KEY, 1);
      load(bed, 3);
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> new Consumer(bed, ALL).page(10));
      ChangeFeed fromNow = ChangeFeed.all(Scope.ALL, new Start.Now());
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> new Consumer(bed, fromNow).page(10));
      bed.plane().replaceContainer(Bed.DATABASE, "items", WITH_HISTORY);
      assertFails(ErrorCode.HISTORY_GONE, () -> new Consumer(bed, ALL).page(10));
      long longAgo = bed.time.millis() - Duration.ofHours(2).toMillis();
      assertFails(
          ErrorCode.HISTORY_GONE,
          () -> new Consumer(bed, ChangeFeed.all(Scope.ALL, new Start.At(longAgo))).page(10));
      Consumer now = new Consumer(bed, fromNow);
      now.page(1);
      load(bed, 2);
      assertThat(now.drain(10)).hasSize(2);
    }
  }

  @Test
  void foreignContinuationsAreRefused() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", WITH_HISTORY, 2);
      load(bed, 10);
      Consumer consumer = new Consumer(bed, LATEST);
      String token = consumer.page(3).continuation();
      HashRange first = container.table().routes().all().getFirst().range();
      assertRefused(bed, ALL, token);
      assertRefused(bed, ChangeFeed.latest(Scope.of(first), new Start.Now()), token);
      assertRefused(bed, LATEST, "");
      assertRefused(bed, LATEST, token.substring(0, token.length() - 4));
      assertFails(
          ErrorCode.INVALID_ARGUMENT,
          () -> new Consumer(bed, ChangeFeed.latest(Scope.ALL, new Start.After(-1))).page(1));
    }
  }

  @Test
  void nothingIsNewToWhoHasSeenMore() {
    try (Bed bed = Bed.inMemory()) {
      bed.create("items", WITH_HISTORY, 2);
      load(bed, 10);
      for (long lsn : new long[] {100, Long.MAX_VALUE}) {
        for (ChangeFeed.Versions versions : ChangeFeed.Versions.values()) {
          ChangeFeed feed = new ChangeFeed(Scope.ALL, versions, new Start.After(lsn));
          ChangePage page = new Consumer(bed, feed).page(1);
          assertThat(page.changes()).isEmpty();
          assertThat(page.more()).isFalse();
          assertThat(page.positions()).allMatch(position -> position.lsn() == lsn);
        }
      }
    }
  }

  private static void assertRefused(Bed bed, ChangeFeed feed, String token) {
    Consumer consumer = new Consumer(bed, feed);
    consumer.continuation = token;
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> consumer.page(1));
  }
}
