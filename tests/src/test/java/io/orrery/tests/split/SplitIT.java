// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.LogicalPartitionScan;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Scope;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Throughput;
import io.orrery.tests.Soundness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A container that grows through many partitions while it is written and read: nobody notices.
class SplitIT {
  private static final int READERS = 4;

  private static final Limits LIMITS =
      Limits.DEFAULT
          .with(Limits.Name.PHYSICAL_PARTITION_BYTES, 350_000)
          .with(Limits.Name.PHYSICAL_PARTITION_RU, 4_500);

  @TempDir Path directory;

  @Test
  void nobodyNoticesSplits() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    try (Growth growth = new Growth(directory, LIMITS, false, Throughput.manual(400));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      AtomicBoolean writing = new AtomicBoolean(true);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < Growth.WRITERS; i++) {
        Writer writer = new Writer(growth, i, seed);
        all.add(threads.submit(() -> writer.writeWhile(writing::get)));
      }
      List<FeedFollower> feeds = new ArrayList<>();
      for (ChangeFeed.Versions versions : ChangeFeed.Versions.values()) {
        FeedFollower feed = new FeedFollower(growth, versions);
        feeds.add(feed);
        all.add(threads.submit(() -> feed.followWhile(writing::get)));
      }
      List<ScanFollower> patient;
      try {
        await(all, () -> growth.acknowledged().size() > 300);
        assertThat(growth.partitions()).isEqualTo(1);
        patient = beginScans(growth);
        for (int i = 0; i < READERS; i++) {
          Random random = new Random(seed + i);
          all.add(threads.submit(() -> readWhile(growth, random, writing::get)));
        }

        await(all, () -> growth.partitions() >= 8);
        growth.changeThroughput(90_000);
        await(all, () -> growth.partitions() >= 20);
      } finally {
        writing.set(false); // Or they would go on, and be waited for, whatever failed here.
      }
      for (Future<?> each : all) {
        each.get();
      }
      patient.forEach(scan -> scan.readToTheEnd(100));
      feeds.forEach(FeedFollower::readToTheEnd);
      feeds.forEach(FeedFollower::requireComplete);
      requireEverything(growth);
    }
  }

  /// Reads the first page of each kind of scan, of the one partition there is.
  private static List<ScanFollower> beginScans(Growth growth) {
    List<ScanFollower> scans = new ArrayList<>();
    for (ScanFollower.Kind kind : ScanFollower.Kind.values()) {
      ScanFollower scan = new ScanFollower(growth, kind, growth.acknowledged().firstKey());
      scan.read(1);
      scans.add(scan);
    }
    return scans;
  }

  private static void readWhile(Growth growth, Random random, BooleanSupplier wanted) {
    while (wanted.getAsBoolean()) {
      String name = anyName(growth, random);
      // As somebody who does something with what was read.
      LockSupport.parkNanos(500_000);
      if (random.nextInt(400) == 0) {
        ScanFollower.Kind[] kinds = ScanFollower.Kind.values();
        new ScanFollower(growth, kinds[random.nextInt(kinds.length)], name).readToTheEnd(200);
      } else {
        requireFound(growth, name);
      }
    }
  }

  private static String anyName(Growth growth, Random random) {
    String near =
        Growth.name(random.nextInt(Growth.WRITERS), random.nextInt(40), random.nextInt(200));
    String found = growth.acknowledged().ceilingKey(near);
    return found == null ? growth.acknowledged().firstKey() : found;
  }

  private static void requireFound(Growth growth, String name) {
    int atLeast = growth.acknowledged().get(name);
    var item =
        growth
            .gateway()
            .find(growth.container(), growth.key(name), growth.engine().request())
            .item();
    if (!Growth.isFleeting(name)
        && (item.isEmpty() || Growth.changes(item.get()) < Math.abs(atLeast))) {
      throw new AssertionError(name + " should be at " + atLeast + ", is " + item);
    }
  }

  private static void requireEverything(Growth growth) {
    TreeMap<String, Integer> found = new TreeMap<>();
    String continuation = null;
    do {
      var page =
          growth
              .gateway()
              .scanItems(
                  growth.container(),
                  Scope.ALL,
                  new PageRequest(500, continuation),
                  growth.engine().request());
      for (var row : page.rows()) {
        String name = Growth.name(row.item());
        assertThat(found.put(name, Growth.changes(row.item()))).as("%s twice", name).isNull();
      }
      continuation = page.continuation().orElse(null);
    } while (continuation != null);
    TreeMap<String, Integer> expected = new TreeMap<>(growth.acknowledged());
    expected.values().removeIf(changes -> changes < 0);
    assertThat(found).isEqualTo(expected);
    Soundness.require(growth.engine());
  }

  /// Until the condition holds; or until one of the threads has failed, with its failure.
  private static void await(List<Future<?>> threads, BooleanSupplier condition) throws Exception {
    Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                condition.getAsBoolean()
                    || threads.stream().anyMatch(each -> each.state() == Future.State.FAILED));
    for (Future<?> each : threads) {
      if (each.state() == Future.State.FAILED) {
        each.get();
      }
    }
  }

  @Test
  void partitionOfOneKeyDoesNotSplitAndRefusesToGrow() {
    Limits small = LIMITS;
    try (Growth growth = new Growth(directory, small, false, Throughput.manual(400))) {
      List<String> written = new ArrayList<>();
      assertThatThrownBy(() -> fill(growth, written))
          .isInstanceOfSatisfying(
              OrreryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.PARTITION_KEY_FULL));
      assertThat(growth.partitions()).isEqualTo(1);
      assertThat(written).hasSizeGreaterThan(50);
      written.forEach(name -> assertThat(find(growth, name)).isTrue());

      String next = Growth.name(0, 0, written.size());
      for (String name : written.subList(0, written.size() / 2)) {
        growth
            .gateway()
            .delete(growth.container(), growth.key(name), null, growth.engine().request());
      }
      put(growth, next);
      var rest =
          growth
              .gateway()
              .scanLogicalPartition(
                  growth.container(),
                  LogicalPartitionScan.of(growth.key(next)),
                  PageRequest.first(1000),
                  growth.engine().request());
      assertThat(rest.rows()).hasSize(written.size() - written.size() / 2 + 1);
      assertThat(growth.partitions()).isEqualTo(1);
      Soundness.require(growth.engine());
    }
  }

  private static void fill(Growth growth, List<String> written) {
    for (int number = 0; number < 1000; number++) {
      String name = Growth.name(0, 0, number);
      put(growth, name);
      written.add(name);
    }
  }

  private static void put(Growth growth, String name) {
    growth
        .gateway()
        .upsert(
            growth.container(),
            growth.key(name),
            Growth.item(name, 1),
            null,
            growth.engine().request());
  }

  private static boolean find(Growth growth, String name) {
    return growth
        .gateway()
        .find(growth.container(), growth.key(name), growth.engine().request())
        .item()
        .isPresent();
  }
}
