// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.Cell;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Layout;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same cells, in any order and in any portions, with and without housekeeping in between: the
/// same row, which is the one that a simple reading of all of them gives.
class CellOrderTest {
  private static final int ROUNDS = 60;
  private static final int ORDERS = 4;
  private static final List<List<String>> PATHS =
      List.of(List.of("a"), List.of("b"), List.of("m", "x"), List.of("m", "y"));

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33})
  void ordersDoNotMatter(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      List<Cell> cells = cells(random);
      long end = Sandbox.START + 100 + random.nextInt(2500);
      Map<String, Value> expected = reference(cells, end);
      String first = null;
      for (int order = 0; order < ORDERS; order++) {
        Collections.shuffle(cells, random);
        try (Sandbox sandbox = new Sandbox(Samples.ROWS)) {
          write(sandbox, cells, random);
          sandbox.now = end;
          assertThat(visible(sandbox))
              .as("seed %d, round %d: %s", seed, round, cells)
              .isEqualTo(expected);
          sandbox.settle(3);
          assertThat(visible(sandbox)).as("seed %d, round %d", seed, round).isEqualTo(expected);
          sandbox.assertSound();
          String stored = stored(sandbox);
          first = first == null ? stored : first;
          assertThat(stored).as("seed %d, round %d", seed, round).isEqualTo(first);
        }
      }
    }
  }

  private static List<Cell> cells(Random random) {
    List<Cell> cells = new ArrayList<>();
    for (int count = 1 + random.nextInt(12); count > 0; count--) {
      long timestamp = random.nextInt(5);
      List<String> path = PATHS.get(random.nextInt(PATHS.size()));
      long expires =
          random.nextInt(3) == 0 ? Sandbox.START + 50 + 100L * random.nextInt(25) : Cell.NEVER;
      long deleted = Sandbox.START + random.nextInt(3);
      cells.add(
          switch (random.nextInt(8)) {
            case 0 -> new Cell.Deleted(List.of(), timestamp, deleted);
            case 1 -> new Cell.Deleted(List.of("m"), timestamp, deleted);
            case 2 -> new Cell.Deleted(path, timestamp, deleted);
            case 3 -> new Cell.Live(List.of(), timestamp, Value.Undefined.UNDEFINED, expires);
            default -> new Cell.Live(path, timestamp, new Value.Int32(random.nextInt(3)), expires);
          });
    }
    return cells;
  }

  /// In portions of any size; at moments before any cell is over, so that it counts when it comes.
  private static void write(Sandbox sandbox, List<Cell> cells, Random random) {
    for (int from = 0; from < cells.size(); ) {
      int to = Math.min(cells.size(), from + 1 + random.nextInt(4));
      var merge = new Operation.Merge(Samples.key("k", "r"), cells.subList(from, to));
      sandbox.now += random.nextInt(3);
      assertThat(sandbox.submit(new Command.Write(sandbox.now, List.of(merge))))
          .isInstanceOf(Outcome.Written.class);
      from = to;
    }
  }

  /// What can be read: nothing if there is no row, otherwise its values by path.
  private static Map<String, Value> visible(Sandbox sandbox) {
    Map<String, Value> values = new TreeMap<>();
    sandbox
        .partition
        .find(Samples.key("k", "r"), sandbox.now)
        .ifPresent(
            item -> {
              values.put("row", Value.Bool.TRUE);
              collect("", StoredItems.decode(item.body()), values);
            });
    return values;
  }

  private static void collect(String path, Value value, Map<String, Value> values) {
    if (value instanceof Value.Document(var properties)) {
      properties.forEach((name, member) -> collect(path + "/" + name, member, values));
    } else {
      values.put(path, value);
    }
  }

  /// Everything of the row but when and how often it was written.
  private static String stored(Sandbox sandbox) {
    byte[] record =
        sandbox.store.get(Family.ITEMS, Layout.item(Sandbox.ID.container(), Samples.key("k", "r")));
    if (record == null) {
      return "nothing";
    }
    Item item = Item.decode(record);
    return HexFormat.of().formatHex(item.cells()) + " " + HexFormat.of().formatHex(item.body());
  }

  /// Reads all cells at once: the strongest of each path, unless a tombstone is as late.
  private static Map<String, Value> reference(List<Cell> cells, long now) {
    Map<List<String>, Cell.Live> strongest = new LinkedHashMap<>();
    for (Cell cell : cells) {
      if (cell instanceof Cell.Live live) {
        strongest.merge(
            live.path(), live, (one, other) -> STRENGTH.compare(one, other) >= 0 ? one : other);
      }
    }
    Map<String, Value> values = new TreeMap<>();
    strongest.forEach(
        (path, live) -> {
          boolean deleted =
              cells.stream()
                  .anyMatch(
                      each ->
                          each instanceof Cell.Deleted tombstone
                              && tombstone.timestamp() >= live.timestamp()
                              && isAbove(tombstone.path(), path));
          if (!deleted && live.expiresMillis() > now) {
            values.put("row", Value.Bool.TRUE);
            if (!path.isEmpty()) {
              values.put("/" + String.join("/", path), live.value());
            }
          }
        });
    return values;
  }

  private static boolean isAbove(List<String> prefix, List<String> path) {
    return path.size() >= prefix.size() && path.subList(0, prefix.size()).equals(prefix);
  }

  private static final Comparator<Cell.Live> STRENGTH =
      Comparator.comparingLong(Cell.Live::timestamp)
          .thenComparing(live -> live.expiresMillis() != Cell.NEVER)
          .thenComparingLong(Cell.Live::expiresMillis)
          .thenComparing(
              live -> live.path().isEmpty() ? new byte[0] : StoredItems.encode(live.value()),
              Arrays::compareUnsigned);
}
