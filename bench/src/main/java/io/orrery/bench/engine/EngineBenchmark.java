// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import io.orrery.control.Api;
import io.orrery.control.ContainerDefinition;
import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.Throughput;
import io.orrery.model.Limits;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Operation;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.indexing.IndexTerms;
import io.orrery.partition.indexing.IndexingPolicy;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.ItemVersion;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Prints the engine's rates as ratios of raw RocksDB's, both measured in this run.
public final class EngineBenchmark {
  private EngineBenchmark() {}

  public static void main(String[] args) throws Exception {
    long millis = args.length > 0 ? Long.parseLong(args[0]) : 5000;
    Path root = Files.createTempDirectory(Path.of("target"), "bench");
    var raw = new RawRocks(root.resolve("raw"));
    var store = RocksStore.open(root.resolve("engine"), RocksSettings.DEFAULT);
    var plane =
        ControlPlane.open(
            store,
            new ControlPlane.Options(Limits.DEFAULT, InstantSource.system(), System::nanoTime));
    plane.createDatabase("bench", null);
    OpenContainer container =
        plane.createContainer(
            "bench",
            "items",
            ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk")),
            Throughput.manual(10_000));
    AtomicLong rawNumbers = new AtomicLong();
    AtomicLong engineNumbers = new AtomicLong();
    var terms = new IndexTerms(IndexingPolicy.ALL, 1024);
    PartitionId space = new PartitionId(1, 0);
    for (int round = 0; round < 4; round++) {
      var r =
          Load.run(
              64,
              Thread.ofPlatform().factory(),
              millis,
              rawNumbers,
              n -> {
                byte[] body = StoredItems.fromJson(Items.json(n));
                ItemKey key = key(container, n);
                byte[] item = new Item(new ItemVersion(n, 0), n, n, 0, true, body).encode();
                raw.write(Layout.item(1, key), item, terms.keys(space, body, n), key.encoded());
              });
      var e =
          Load.run(
              64,
              Thread.ofVirtual().factory(),
              millis,
              engineNumbers,
              n -> {
                byte[] body = StoredItems.fromJson(Items.json(n));
                ItemKey key = key(container, n);
                var write =
                    new Command.Write(
                        System.currentTimeMillis(),
                        List.of(new Operation.Create(key, new Operation.NewItem(body, 0, true))));
                var outcome =
                    container
                        .routes()
                        .at(key.position())
                        .partition()
                        .submit(write, Duration.ofSeconds(10));
                if (!(outcome instanceof Outcome.Written)) {
                  throw new IllegalStateException("" + outcome);
                }
              });
      System.out.printf(
          "create: raw %.0f/s %.1f us, engine %.0f/s %.1f us, ratio %.2f%n",
          r.perSecond(),
          r.microsPerOperation(),
          e.perSecond(),
          e.microsPerOperation(),
          e.perSecond() / r.perSecond());
    }
    for (int threads = 1; threads <= 2; threads++) {
      for (int round = 0; round < 3; round++) {
        long count = Math.min(rawNumbers.get(), engineNumbers.get());
        var r =
            Load.run(
                threads,
                Thread.ofPlatform().factory(),
                millis,
                new AtomicLong(),
                n -> raw.read(Layout.item(1, key(container, n * 7919 % count))));
        var e =
            Load.run(
                threads,
                Thread.ofPlatform().factory(),
                millis,
                new AtomicLong(),
                n -> {
                  ItemKey key = key(container, n * 7919 % count);
                  if (container.routes().at(key.position()).partition().find(key, 0).isEmpty()) {
                    throw new IllegalStateException("an item is missing");
                  }
                });
        System.out.printf(
            "read, %d threads: raw %.0f/s %.1f us, engine %.0f/s %.1f us, ratio %.2f%n",
            threads,
            r.perSecond(),
            r.microsPerOperation(),
            e.perSecond(),
            e.microsPerOperation(),
            e.perSecond() / r.perSecond());
      }
    }
    plane.close();
    store.close();
    raw.close();
  }

  private static ItemKey key(OpenContainer container, long number) {
    PartitionKey value = PartitionKey.text(Items.partitionKey(number));
    ByteWriter bytes = new ByteWriter();
    value.write(bytes);
    return ItemKey.of(
        container.container().definition().key().position(value),
        bytes.toByteArray(),
        Items.id(number).getBytes(StandardCharsets.UTF_8));
  }
}
