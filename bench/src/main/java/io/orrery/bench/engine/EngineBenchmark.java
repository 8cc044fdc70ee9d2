// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import io.orrery.bench.engine.Load.Rate;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.Trees;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.item.StoredItems;
import io.orrery.partition.indexing.IndexTerms;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/// The engine's rates as ratios of raw RocksDB's, the pause of a split, and what the process takes.
/// All in one run; only the ratios carry over to other machines.
///
/// Both sides get the same items and turn them from JSON into the stored form and its index entries
/// themselves; the raw side writes one batch of item and index entries for each.
public final class EngineBenchmark {
  private static final int ROUNDS = 5;
  private static final int CLIENTS = 64;
  private static final PartitionId SPACE = new PartitionId(1, 0);
  private static final int TERM_BYTES_MAX = 1024;

  private final long millis;
  private final IndexTerms terms = new IndexTerms(IndexingPolicy.ALL, TERM_BYTES_MAX);
  private final AtomicLong rawNumbers = new AtomicLong();
  private final AtomicLong engineNumbers = new AtomicLong();

  private EngineBenchmark(long millis) {
    this.millis = millis;
  }

  /// Measures everything.
  ///
  /// @param args milliseconds for each measurement; 5000 if not given
  public static void main(String[] args) throws Exception {
    long millis = args.length > 0 ? Long.parseLong(args[0]) : 5000;
    Path root = Trees.make("bench");
    try {
      new EngineBenchmark(millis).run(root);
      SplitPause.measure(root.resolve("split"));
      Footprint.measure(root.resolve("footprint"));
    } finally {
      Trees.delete(root);
    }
  }

  private void run(Path root) throws Exception {
    try (var raw = new RawRocks(root.resolve("raw"));
        var engine = new Engine(root.resolve("engine"))) {
      Creates creates = creates(raw, engine);
      report("create, 64 clients, synced", creates.raw(), creates.engine());
      for (int threads = 1; threads <= 2; threads++) {
        reads(raw, engine, threads);
      }
    }
  }

  private record Creates(List<Rate> raw, List<Rate> engine) {}

  private Creates creates(RawRocks raw, Engine engine) throws InterruptedException {
    List<Rate> rawRates = new ArrayList<>();
    List<Rate> engineRates = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) {
      Rate rawRate =
          Load.run(
              CLIENTS,
              Thread.ofPlatform().factory(),
              millis,
              rawNumbers,
              n -> write(raw, engine, n));
      Rate engineRate =
          Load.run(
              CLIENTS,
              Thread.ofVirtual().factory(),
              millis,
              engineNumbers,
              n -> engine.create(n, Items.DEFAULT.json(n)));
      if (round > 0) { // The first round warms up.
        rawRates.add(rawRate);
        engineRates.add(engineRate);
      }
    }
    return new Creates(rawRates, engineRates);
  }

  private void write(RawRocks raw, Engine engine, long number) throws RocksDBException {
    byte[] body = StoredItems.fromJson(Items.DEFAULT.json(number));
    ItemKey key = engine.key(number);
    Item item = new Item(new ItemVersion(number, 0), number, number, 0, true, body);
    raw.write(
        Layout.item(SPACE.container(), key),
        item.encode(),
        RawRocks.indexKeys(terms, SPACE, body, number),
        key.encoded());
  }

  /// Of so few items that both sides have them in their caches.
  private void reads(RawRocks raw, Engine engine, int threads) throws InterruptedException {
    long count = Math.min(50_000, Math.min(rawNumbers.get(), engineNumbers.get()));
    List<Rate> rawRates = new ArrayList<>();
    List<Rate> engineRates = new ArrayList<>();
    var factory = Thread.ofPlatform().factory();
    for (int round = 0; round <= ROUNDS; round++) {
      Rate rawRate =
          Load.run(
              threads,
              factory,
              millis / 2,
              new AtomicLong(),
              n -> raw.read(Layout.item(SPACE.container(), engine.key(n * 7919 % count))));
      Rate engineRate =
          Load.run(
              threads, factory, millis / 2, new AtomicLong(), n -> engine.read(n * 7919 % count));
      if (round > 0) {
        rawRates.add(rawRate);
        engineRates.add(engineRate);
      }
    }
    report(
        "point read, " + threads + (threads == 1 ? " thread" : " threads"), rawRates, engineRates);
  }

  private static void report(String what, List<Rate> raw, List<Rate> engine) {
    double[] ratios = new double[raw.size()];
    double[] costs = new double[raw.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = engine.get(i).perSecond() / raw.get(i).perSecond();
      costs[i] = engine.get(i).microsPerOperation() / raw.get(i).microsPerOperation();
    }
    System.out.printf(
        "%-30s rate %.2f x raw RocksDB (%.2f to %.2f), CPU per operation %.2f x%n",
        what,
        Numbers.median(ratios),
        Numbers.min(ratios),
        Numbers.max(ratios),
        Numbers.median(costs));
  }
}
