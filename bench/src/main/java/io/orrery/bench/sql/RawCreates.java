// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.engine.RawRocks;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Window;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.indexing.IndexTerms;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.RocksDBException;

/// Synced writes of items and their index entries by RocksDB and nothing else: what is written is
/// made before the clock starts. In a process of its own, which takes orders as lines: number of
/// the first item, how many, from how many threads; and answers with rate and CPU time.
final class RawCreates implements AutoCloseable {
  private static final PartitionId SPACE = new PartitionId(1, 0);
  private static final PartitionKeyDefinition DEFINITION = PartitionKeyDefinition.hash("/pk");
  private static final int TERM_BYTES_MAX = 1024;

  /// As a container of the SQL API has it unless told otherwise.
  private static final IndexingPolicy EVERYTHING =
      new IndexingPolicy(
          true,
          List.of(IndexPath.ALL),
          List.of(),
          DEFINITION.paths(),
          List.of(),
          PropertyPath.parse("/_ts"),
          ValueOrder.SQL);

  private final Process process;
  private final BufferedReader output;

  RawCreates(Path directory) throws IOException {
    process = ServerProcess.javaProcess(RawCreates.class, directory.toString());
    output = ServerProcess.output(process);
  }

  Window measure(long first, int count, int threads) throws IOException {
    String order = first + " " + count + " " + threads + "\n";
    process.getOutputStream().write(order.getBytes(StandardCharsets.US_ASCII));
    process.getOutputStream().flush();
    try (Scanner answer = new Scanner(output.readLine())) {
      long nanos = answer.nextLong();
      long cpuNanos = answer.nextLong();
      return new Window(count * 1e9 / nanos, cpuNanos / 1e3 / count);
    }
  }

  @Override
  public void close() {
    new ServerProcess("raw RocksDB", process, 0).close();
  }

  private record Write(byte[] itemKey, byte[] item, List<byte[]> indexKeys, byte[] indexValue) {
    static Write of(long number, IndexTerms terms) {
      byte[] body = StoredItems.fromJson(Items.DEFAULT.json(number));
      PartitionKey partitionKey = PartitionKey.text(Items.DEFAULT.partitionKey(number));
      ByteWriter encoded = new ByteWriter();
      partitionKey.write(encoded);
      ItemKey key =
          ItemKey.of(
              DEFINITION.position(partitionKey),
              encoded.toByteArray(),
              Items.id(number).getBytes(StandardCharsets.UTF_8));
      Item item = new Item(new ItemVersion(number, 0), number, number, 0, true, body);
      return new Write(
          Layout.item(SPACE.container(), key),
          item.encode(),
          RawRocks.indexKeys(terms, SPACE, body, number),
          key.encoded());
    }
  }

  /// The process that writes.
  public static void main(String[] arguments) throws Exception {
    var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try (var rocks = new RawRocks(Path.of(arguments[0]))) {
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        String[] numbers = order.split(" ", -1);
        obey(
            rocks,
            writes(Long.parseLong(numbers[0]), Integer.parseInt(numbers[1])),
            Integer.parseInt(numbers[2]));
      }
    }
  }

  private static List<Write> writes(long first, int count) {
    IndexTerms terms = new IndexTerms(EVERYTHING, TERM_BYTES_MAX);
    List<Write> writes = new ArrayList<>(count);
    for (long number = first; number < first + count; number++) {
      writes.add(Write.of(number, terms));
    }
    return writes;
  }

  private static void obey(RawRocks rocks, List<Write> writes, int threads) throws Exception {
    AtomicInteger next = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(
            executor.submit(
                () -> {
                  start.await();
                  writeAll(rocks, writes, next);
                  return null;
                }));
      }
      long cpuBefore = cpuNanos();
      long before = System.nanoTime();
      start.countDown();
      for (Future<?> each : running) {
        each.get();
      }
      System.out.println((System.nanoTime() - before) + " " + (cpuNanos() - cpuBefore));
    }
  }

  private static void writeAll(RawRocks rocks, List<Write> writes, AtomicInteger next)
      throws RocksDBException {
    for (int at = next.getAndIncrement(); at < writes.size(); at = next.getAndIncrement()) {
      Write write = writes.get(at);
      rocks.write(write.itemKey(), write.item(), write.indexKeys(), write.indexValue());
    }
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }
}
