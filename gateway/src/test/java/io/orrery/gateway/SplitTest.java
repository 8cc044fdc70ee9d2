// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.Bed.Medium;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.model.Limits;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.ItemKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Partitions split by themselves under writers, readers, scans and feeds, and nobody notices.
class SplitTest {
  private static final int WRITERS = 8;
  private static final int ITEMS_EACH = 500;
  private static final Limits SMALL =
      Limits.DEFAULT.with(Limits.Name.PHYSICAL_PARTITION_BYTES, 300_000);
  private static final String BY_N = "SELECT * FROM c ORDER BY c.n";

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void splitsAreNotNoticed(Medium medium) throws Exception {
    try (Bed bed = Bed.on(medium, directory, SMALL)) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      Set<String> acknowledged = ConcurrentHashMap.newKeySet();
      AtomicBoolean writing = new AtomicBoolean(true);
      Reader reader = new Reader(bed, container, acknowledged);
      List<Future<?>> writers = new ArrayList<>();
      try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < WRITERS; i++) {
          int number = i;
          writers.add(executor.submit(() -> write(bed, container, number, acknowledged)));
        }
        Future<?> reading = executor.submit(() -> reader.readWhile(writing));
        try {
          for (Future<?> writer : writers) {
            writer.get();
          }
          // Splitting is housekeeping's, in its own time: on a slow machine it comes after the
          // writes.
          Awaitility.await()
              .atMost(Duration.ofMinutes(1))
              .until(() -> container.table().routes().all().size() > 3);
        } finally {
          writing.set(false); // Or the reader would go on, and be waited for.
        }
        reading.get();
      }
      assertThat(acknowledged).hasSize(WRITERS * ITEMS_EACH);
      reader.assertFeedComplete();
      assertThat(scanned(bed, container)).containsExactlyInAnyOrderElementsOf(acknowledged);
      assertThat(indexed(bed, container)).containsExactlyInAnyOrderElementsOf(acknowledged);
    }
  }

  private static void write(
      Bed bed, ContainerHandle container, int writer, Set<String> acknowledged) {
    for (int i = 0; i < ITEMS_EACH; i++) {
      String id = writer + "-" + i;
      ItemKey key = Bed.key(container, "k" + i % 50, id);
      String json = "{\"n\":%d,\"text\":\"%s\"}".formatted(i, "x".repeat(300));
      bed.gateway().create(container, key, Bed.json(json), bed.request());
      acknowledged.add(id);
    }
  }

  private static String id(ItemKey key) {
    return new String(key.rowKey(), StandardCharsets.UTF_8);
  }

  private static List<String> scanned(Bed bed, ContainerHandle container) {
    return Paging.all(
            100, request -> bed.gateway().scanItems(container, Scope.ALL, request, bed.request()))
        .stream()
        .map(row -> id(row.key()))
        .toList();
  }

  private static List<String> indexed(Bed bed, ContainerHandle container) {
    QueryBed queries = new QueryBed(bed, container);
    return Paging.all(100, request -> queries.items(BY_N, Scope.ALL, request)).stream()
        .map(row -> id(row.key()))
        .toList();
  }

  /// Whatever was acknowledged before a read must be in it.
  private static final class Reader {
    private final Bed bed;
    private final ContainerHandle container;
    private final Set<String> acknowledged;
    private final List<ChangedItem> feed = new ArrayList<>();
    private @Nullable String continuation;

    Reader(Bed bed, ContainerHandle container, Set<String> acknowledged) {
      this.bed = bed;
      this.container = container;
      this.acknowledged = acknowledged;
    }

    void readWhile(AtomicBoolean writing) {
      while (writing.get()) {
        Set<String> known = new HashSet<>(acknowledged);
        assertThat(scanned(bed, container)).doesNotHaveDuplicates().containsAll(known);
        assertThat(indexed(bed, container)).doesNotHaveDuplicates().containsAll(known);
        known.stream().limit(200).forEach(this::find);
        readFeed(37);
      }
    }

    private void find(String id) {
      int number = Integer.parseInt(id.substring(id.indexOf('-') + 1));
      ItemKey key = Bed.key(container, "k" + number % 50, id);
      bed.gateway().read(container, key, bed.request());
    }

    private boolean readFeed(int size) {
      ChangePage page =
          bed.gateway()
              .changes(
                  container,
                  ChangeFeed.latest(Scope.ALL, new Start.Beginning()),
                  new PageRequest(size, continuation),
                  bed.request());
      continuation = page.continuation();
      feed.addAll(page.changes());
      return page.more();
    }

    void assertFeedComplete() {
      boolean more = true;
      while (more) {
        more = readFeed(500);
      }
      assertThat(feed.stream().map(entry -> id(entry.key())))
          .containsExactlyInAnyOrderElementsOf(acknowledged);
      Map<String, Long> last = new HashMap<>();
      for (ChangedItem entry : feed) {
        String key = new String(entry.key().partitionKey(), StandardCharsets.UTF_8);
        Long before = last.put(key, entry.version().lsn());
        assertThat(before == null || before < entry.version().lsn()).isTrue();
      }
    }
  }
}
