// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import io.orrery.bench.load.Items;
import io.orrery.bench.load.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/// The requests for one server: the same in the same order for each, in its own language.
public final class Workload {
  private static final int DIFFERENT_READS = 20_000;
  private static final int DIFFERENT_QUERIES = 5000;

  /// As many writes are made for a second: more than any server answers in it.
  private static final int WRITES_PER_SECOND = 25_000;

  private static final int WRITES_PER_SECOND_OF_ONE = 6000;
  private static final int TOGETHER_PER_SECOND = 2000;

  /// So many items are written together.
  private static final int TOGETHER = 100;

  /// Walks through numbers as if by chance: prime, so that it meets all.
  private static final long STRIDE = 7_368_787;

  private static final int FEW_TEXTS = 2;
  private static final int ALL_TEXTS = 6;

  private final Dialect dialect;
  private final Items shape;
  private final long loaded;
  private final Map<Operation, List<byte[]>> repeated = new EnumMap<>(Operation.class);
  private long next;
  private int version;

  /// @param loaded how many items there are, from number 0
  public Workload(Dialect dialect, Items shape, long loaded) {
    this.dialect = dialect;
    this.shape = shape;
    this.loaded = loaded;
    this.next = loaded;
  }

  public Requests requests(Operation operation, int callers, Duration time) {
    return switch (operation) {
      case READ ->
          Requests.again(repeated(operation, DIFFERENT_READS, number -> dialect.read(number)));
      case INSERT -> Requests.once(inserts(count(callers, time)));
      case REPLACE -> Requests.once(replaces(count(callers, time), FEW_TEXTS));
      case REWRITE -> Requests.once(replaces(count(callers, time), ALL_TEXTS));
      case BATCH, PROCEDURE -> Requests.once(together(operation, time));
      case BY_KEY,
          BY_PROPERTY,
          BY_PROPERTY_GIN,
          BY_PROPERTY_GIN_AT_REST,
          BY_PROPERTY_GIN_PATHS,
          BY_RANGE,
          TOP_10,
          COUNT,
          GROUP_BY,
          SCAN,
          FUNCTION ->
          Requests.again(
              repeated(operation, DIFFERENT_QUERIES, number -> dialect.ask(operation, number)));
    };
  }

  /// So many new items.
  public List<byte[]> inserts(int count) {
    List<byte[]> requests = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      requests.add(dialect.insert(next++));
    }
    return requests;
  }

  /// Partition key after partition key, so many new items of each.
  private List<byte[]> together(Operation how, Duration time) {
    int count = (int) (TOGETHER_PER_SECOND * time.toMillis() / 1000);
    int keys = shape.keys();
    List<byte[]> requests = new ArrayList<>(count);
    while (requests.size() < count) {
      for (int key = 0; key < keys && requests.size() < count; key++) {
        long first = next + key;
        requests.add(
            dialect.insertTogether(
                how, LongStream.range(0, TOGETHER).map(i -> first + i * keys).boxed().toList()));
      }
      next += (long) TOGETHER * keys;
    }
    return requests;
  }

  private List<byte[]> replaces(int count, int texts) {
    version++;
    List<byte[]> requests = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long number = place(version * (long) WRITES_PER_SECOND + i, loaded);
      requests.add(dialect.replace(number, shape.json(number, version, texts)));
    }
    return requests;
  }

  private List<byte[]> repeated(Operation operation, int count, LongFunction<byte[]> request) {
    return repeated.computeIfAbsent(
        operation,
        _ -> {
          List<byte[]> requests = new ArrayList<>(count);
          for (int i = 0; i < count; i++) {
            requests.add(request.apply(place(i, loaded + 1 - operation.reach())));
          }
          return requests;
        });
  }

  private static long place(long index, long places) {
    return index * STRIDE % places;
  }

  private static int count(int callers, Duration time) {
    int perSecond = callers == Operation.ONE_CALLER ? WRITES_PER_SECOND_OF_ONE : WRITES_PER_SECOND;
    return (int) (perSecond * time.toMillis() / 1000);
  }
}
