// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import io.orrery.bench.engine.Burst.Planned;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.Trees;
import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A store whose items are written over and over, without the door and the network: what the
/// writers take and how long single ones wait, how many bytes are written to files for each byte of
/// an item and how many lie there for each byte held, and what a look-up in the index takes right
/// after a burst and once merging came to rest.
public final class OverwriteBenchmark {
  private static final int TEXTS = 6;
  private static final int PLANNED_AT_ONCE = 10_000;
  private static final int LOOKUPS = 5_000;
  private static final int TERM_BYTES_MAX = 1024;
  private static final int REST_SECONDS_MAX = 60;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Engine engine;
  private final PartitionId partition;
  private final int items;
  private final Random random = new Random(1);

  private OverwriteBenchmark(Engine engine, int items) {
    this.engine = engine;
    this.partition = engine.open.routes().all().getFirst().service().id();
    this.items = items;
  }

  /// Measures everything.
  ///
  /// @param args how many items, 100,000 if not given; how often each is written over, 6 times
  public static void main(String[] args) throws Exception {
    int items = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 6;
    Path directory = Trees.make("overwrites");
    try (var engine = new Engine(directory)) {
      new OverwriteBenchmark(engine, items).run(rounds);
    } finally {
      Trees.delete(directory);
    }
  }

  private void run(int rounds) throws Exception {
    System.out.printf(
        "%-18s %8s %8s %8s %8s %10s %10s %10s %10s%n",
        "",
        "per s",
        "CPU us",
        "p99 ms",
        "max ms",
        "write amp",
        "space amp",
        "look-up us",
        "at rest");
    report("create", items, 0, engine::create);
    for (int round = 1; round <= rounds; round++) {
      report("replace, 1 of 10", items / 2, 1, engine::replace);
      report("replace, 6 of 10", items / 2, TEXTS, engine::replace);
    }
  }

  /// One burst, and what it left behind.
  ///
  /// @param changed how many properties differ from those of the item before; 0 for new items
  private void report(String what, int count, int changed, Burst.Write write) throws Exception {
    long writtenBefore = bytesWritten();
    Burst burst = new Burst(count);
    for (int first = 0; first < count; first += PLANNED_AT_ONCE) {
      burst.run(plan(first, Math.min(PLANNED_AT_ONCE, count - first), changed), write);
    }
    double lookUp = lookUpMicros();
    awaitRest();
    System.out.printf(
        "%-18s %8.0f %8.1f %8.2f %8.0f %10.1f %10.2f %10.1f %10.1f%n",
        what,
        burst.perSecond(),
        burst.cpuMicros(),
        burst.p99Millis(),
        burst.longestMillis(),
        (double) (bytesWritten() - writtenBefore) / burst.bytes(),
        (double) engine.store.metrics().diskBytes() / bytesHeld(),
        lookUp,
        lookUpMicros());
  }

  private List<Planned> plan(int first, int count, int changed) {
    List<Planned> plan = new ArrayList<>(count);
    for (int i = first; i < first + count; i++) {
      long number = changed == 0 ? i : random.nextInt(items);
      byte[] json = Items.DEFAULT.json(number, random.nextInt(), changed);
      plan.add(new Planned(number, json));
    }
    return plan;
  }

  /// Processor time of finding and reading the twenty items that share a property.
  private double lookUpMicros() {
    long cpu = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < LOOKUPS; i++) {
      lookUp(Items.group(random.nextInt(items)));
    }
    return (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3 / LOOKUPS;
  }

  private void lookUp(long group) {
    TermRange terms =
        TermRange.equal(
            List.of(new IndexPath.Name("grp")),
            new Value.Int64(group),
            new TermForm(ValueOrder.SQL, TERM_BYTES_MAX));
    KeyRange range =
        new KeyRange(
            Layout.inSpace(partition, terms.from()), Layout.inSpace(partition, terms.to()));
    List<byte[]> keys = new ArrayList<>();
    try (var state = engine.store.snapshot()) {
      try (Cursor cursor = state.scan(Family.INDEX, range, Direction.FORWARD)) {
        while (cursor.next()) {
          keys.add(Layout.item(partition.container(), ItemKey.decode(cursor.value())));
        }
      }
      if (keys.isEmpty()) {
        throw new IllegalStateException("no item has the group " + group);
      }
      state.getAll(Family.ITEMS, keys, Long.MAX_VALUE);
    }
  }

  private void awaitRest() throws InterruptedException {
    long end = System.nanoTime() + REST_SECONDS_MAX * 1_000_000_000L;
    do {
      Thread.sleep(1000);
    } while (engine.store.metrics().pendingCompactionBytes() > 0 && System.nanoTime() < end);
  }

  /// Everything this process has written: log, new files, merged files.
  private static long bytesWritten() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
      if (line.startsWith("wchar:")) {
        return Long.parseLong(line.substring("wchar:".length()).strip());
      }
    }
    throw new IOException("/proc/self/io does not tell what was written");
  }

  private long bytesHeld() {
    return engine.open.routes().all().stream()
        .mapToLong(route -> engine.plane.describe(route).counters().bytes())
        .sum();
  }
}
