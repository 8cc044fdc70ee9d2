// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Writers, each with partition keys of its own, in which it counts: every change has the next
/// number of its key. Most changes make a new item; some replace the item `head` of the key, so
/// that there are versions which are not the latest. They go only as far as they are allowed to, so
/// that what a test does meanwhile falls between their changes however fast they are.
final class FeedLoad implements AutoCloseable {
  private static final int WRITERS = 4;
  private static final int KEYS_PER_WRITER = 5;
  private static final int HEAD_EVERY = 3;

  private final CosmosContainer container;
  private final int changesPerKey;
  private final AtomicInteger done = new AtomicInteger();
  private final Semaphore allowed = new Semaphore(0);
  private final ExecutorService executor = Executors.newFixedThreadPool(WRITERS);
  private final List<Future<?>> writers = new ArrayList<>();

  FeedLoad(CosmosContainer container, int changesPerKey) {
    this.container = container;
    this.changesPerKey = changesPerKey;
  }

  void start() {
    CountDownLatch all = new CountDownLatch(WRITERS);
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      writers.add(
          executor.submit(
              () -> {
                all.countDown();
                all.await();
                write(writer);
                return null;
              }));
    }
  }

  private void write(int writer) throws InterruptedException {
    for (int n = 0; n < changesPerKey; n++) {
      for (int key = 0; key < KEYS_PER_WRITER; key++) {
        allowed.acquire();
        change(key(writer, key), n);
        done.incrementAndGet();
      }
    }
  }

  private void change(String key, int n) {
    String id = isHead(n) ? "head-" + key : key + "-" + n;
    container.upsertItem(Map.of("id", id, "pk", key, "n", n), new PartitionKey(key), null);
  }

  private static String key(int writer, int key) {
    return "w" + writer + "k" + key;
  }

  private static boolean isHead(int n) {
    return n % HEAD_EVERY == 0;
  }

  /// The numbers of all changes of a key.
  List<Integer> numbers() {
    return IntStream.range(0, changesPerKey).boxed().toList();
  }

  /// Lets the writers make so many hundredths of all changes more.
  void allow(int percent) {
    allowed.release(part(percent));
  }

  /// Whether so many hundredths of all changes are made.
  boolean hasReached(int percent) {
    return done.get() >= part(percent);
  }

  private int part(int percent) {
    return Math.ceilDiv(changesPerKey * KEYS_PER_WRITER * WRITERS * percent, 100);
  }

  List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      for (int key = 0; key < KEYS_PER_WRITER; key++) {
        keys.add(key(writer, key));
      }
    }
    return keys;
  }

  /// The numbers of the changes that nothing supersedes: of heads only the last.
  List<Integer> lasting() {
    return numbers().stream().filter(n -> !isHead(n) || n + HEAD_EVERY >= changesPerKey).toList();
  }

  /// Fails if a writer did.
  void join() throws Exception {
    for (Future<?> writer : writers) {
      writer.get();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
