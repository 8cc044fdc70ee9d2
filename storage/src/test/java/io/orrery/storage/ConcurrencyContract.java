// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static io.orrery.storage.Bytes.put;
import static io.orrery.storage.Bytes.text;
import static io.orrery.storage.Family.INDEX;
import static io.orrery.storage.Family.ITEMS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Many threads at once, and closing beneath them.
abstract class ConcurrencyContract extends ScanContract {
  @Test
  void concurrentWritersAllSucceed() throws Exception {
    int writers = 64;
    long each = 20;
    runAll(
        writers,
        writer -> {
          for (int i = 0; i < each; i++) {
            put(store(), ITEMS, "%02d/%03d".formatted(writer, i), "" + i);
            assertThat(Bytes.get(store(), ITEMS, "%02d/%03d".formatted(writer, i)))
                .isEqualTo("" + i);
          }
        });

    assertThat(Bytes.forward(store(), ITEMS, KeyRange.ALL)).hasSize((int) (writers * each));
    assertThat(store().metrics().batchesWritten()).isEqualTo(writers * each);
  }

  @Test
  void readersSeeWholeBatches() throws Exception {
    AtomicBoolean finished = new AtomicBoolean();
    List<Family> families = List.of(Family.values());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writer =
          threads.submit(
              () -> {
                for (int i = 0; i < 200; i++) {
                  Batch batch = store().newBatch();
                  for (Family family : families) {
                    batch.put(family, bytes("x"), bytes("" + i));
                    batch.put(family, bytes("y"), bytes("" + i));
                  }
                  store().write(batch);
                }
                finished.set(true);
              });
      while (!finished.get() && !writer.isDone()) {
        try (Snapshot snapshot = store().snapshot()) {
          assertThat(families.stream().map(f -> text(snapshot.get(f, bytes("x")))).distinct())
              .hasSize(1);
        }
        assertThat(
                store().getAll(ITEMS, List.of(bytes("x"), bytes("y")), Long.MAX_VALUE).stream()
                    .map(Bytes::text)
                    .distinct())
            .hasSize(1);
      }
      writer.get();
    }
  }

  @Test
  void everythingIsUnavailableAfterClosing() {
    put(store(), ITEMS, "a", "1");
    Snapshot snapshot = store().snapshot();
    Cursor cursor = snapshot.scan(ITEMS, KeyRange.ALL, Direction.FORWARD);
    Cursor reverse = store().scan(ITEMS, KeyRange.ALL, Direction.REVERSE);
    assertThat(cursor.next()).isTrue();
    Batch batch = store().newBatch();
    store().close();
    store().close();

    List<ThrowingCallable> calls =
        List.of(
            () -> store().write(batch),
            () -> store().get(ITEMS, bytes("a")),
            () -> store().getAll(ITEMS, List.of(bytes("a")), Long.MAX_VALUE),
            () -> store().scan(ITEMS, KeyRange.ALL, Direction.FORWARD),
            () -> store().snapshot(),
            () -> store().checkpoint(Path.of("nowhere")),
            () -> store().approximateBytes(ITEMS, KeyRange.ALL),
            () -> store().reclaim(ITEMS, KeyRange.ALL),
            () -> store().metrics(),
            () -> snapshot.get(ITEMS, bytes("a")),
            () -> snapshot.getAll(ITEMS, List.of(bytes("a")), Long.MAX_VALUE),
            () -> snapshot.scan(ITEMS, KeyRange.ALL, Direction.FORWARD),
            cursor::next,
            cursor::key,
            cursor::value,
            () -> cursor.seek(bytes("a")),
            reverse::next);
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }
    cursor.close();
    reverse.close();
    snapshot.close();
  }

  @Test
  void closingBeneathBusyThreadsOnlyRefusesThem() throws Exception {
    for (int round = 0; round < 15; round++) {
      Store store = round == 0 ? store() : reopen();
      CountDownLatch busy = new CountDownLatch(8);
      // Platform threads: reads in memory never park, and would keep each other from starting.
      try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
        List<Future<?>> work = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          int kind = i;
          work.add(threads.submit(() -> useUntilClosed(store, kind, busy)));
        }
        busy.await();
        store.close();
        for (Future<?> each : work) {
          each.get();
        }
      }
    }
  }

  @Test
  void closingWhileSpaceIsReclaimedEndsBoth() throws Exception {
    for (int i = 0; i < 50; i++) {
      put(store(), ITEMS, "k" + i, "v".repeat(10_000));
    }
    CountDownLatch busy = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
      Future<?> work =
          threads.submit(
              () -> {
                try {
                  while (true) {
                    store().reclaim(ITEMS, KeyRange.ALL);
                    busy.countDown();
                  }
                } catch (OrreryException e) {
                  assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                }
              });
      busy.await();
      store().close();
      work.get();
    }
  }

  private Store reopen() {
    closeStore();
    openStore();
    return store();
  }

  private static void useUntilClosed(Store store, int kind, CountDownLatch busy) {
    boolean counted = false;
    try {
      while (true) {
        useOnce(store, kind);
        if (!counted) {
          counted = true;
          busy.countDown();
        }
      }
    } catch (OrreryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(counted).isTrue();
    }
  }

  private static void useOnce(Store store, int kind) {
    switch (kind % 4) {
      case 0 -> put(store, ITEMS, "k" + kind, "v");
      case 1 -> store.getAll(ITEMS, List.of(bytes("k0"), bytes("k4")), Long.MAX_VALUE);
      case 2 -> {
        Cursor cursor = store.scan(ITEMS, KeyRange.ALL, Direction.FORWARD);
        for (int i = 0; i < 100; i++) {
          if (cursor.next()) {
            cursor.value();
          } else {
            cursor.seek(bytes(""));
          }
        }
        if (kind > 4) {
          cursor.close();
        }
      }
      case 3 -> {
        Snapshot snapshot = store.snapshot();
        snapshot.get(ITEMS, bytes("k0"));
        snapshot.scan(INDEX, KeyRange.ALL, Direction.REVERSE).close();
        snapshot.close();
      }
      default -> throw new AssertionError();
    }
  }

  @FunctionalInterface
  interface Work {
    void run(int thread) throws Exception;
  }

  static void runAll(int threads, Work work) throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        all.add(
            executor.submit(
                () -> {
                  work.run(thread);
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
  }
}
