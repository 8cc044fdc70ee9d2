// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Cell;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.RowRange;
import io.orrery.model.value.Value;
import io.orrery.partition.command.Command;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What writers do to the rows of one logical partition, each with times of its own: cells, rows
/// deleted one by one, and ranges of rows.
final class RowEvents {
  static final List<String> ROWS = List.of("a", "ab", "b", "ba", "bb", "c");
  private static final List<String> BOUNDS = List.of("", "a", "aa", "b", "bb", "d");
  private static final List<String> COLUMNS = List.of("x", "y");

  /// One of them.
  sealed interface Event {
    Command command(long millis);
  }

  record Write(String row, Cell cell) implements Event {
    @Override
    public Command command(long millis) {
      var merge = new Operation.Merge(Samples.key("k", row), List.of(cell));
      return new Command.Write(millis, List.of(merge));
    }
  }

  record DeleteRange(String from, @Nullable String to, long timestamp) implements Event {
    @Override
    public Command command(long millis) {
      byte[] end = to == null ? null : Samples.key("k", to).rowKey();
      var rows = new RowRange(Samples.key("k", from).rowKey(), end);
      return new Command.DeleteRows(millis, Samples.key("k", "any"), rows, timestamp);
    }

    boolean covers(String row) {
      return from.compareTo(row) <= 0 && (to == null || row.compareTo(to) < 0);
    }
  }

  private RowEvents() {}

  static List<Event> some(Random random, int count) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long timestamp = i / 10 + (long) random.nextInt(8); // Most come in time, some late.
      String row = ROWS.get(random.nextInt(ROWS.size()));
      List<String> path = List.of(COLUMNS.get(random.nextInt(COLUMNS.size())));
      events.add(
          switch (random.nextInt(6)) {
            case 0 -> new Write(row, new Cell.Deleted(List.of(), timestamp, Sandbox.START));
            case 1 ->
                new DeleteRange(
                    BOUNDS.get(random.nextInt(BOUNDS.size())),
                    random.nextInt(4) == 0 ? null : BOUNDS.get(random.nextInt(BOUNDS.size())),
                    timestamp);
            default ->
                new Write(
                    row, new Cell.Live(path, timestamp, new Value.Int32(1000 + i), Cell.NEVER));
          });
    }
    return events;
  }

  /// What can be read in the end, found by reading all events at once: `row/column` and its value.
  static SortedMap<String, Value> reference(List<Event> events) {
    TreeMap<String, Cell.Live> latest = new TreeMap<>();
    for (Event event : events) {
      if (event instanceof Write(String row, Cell.Live live) && !isDeleted(row, live, events)) {
        latest.merge(
            row + "/" + live.path().getFirst(),
            live,
            (one, other) -> isStronger(one, other) ? one : other);
      }
    }
    TreeMap<String, Value> values = new TreeMap<>();
    latest.forEach((place, live) -> values.put(place, live.value()));
    return values;
  }

  private static boolean isStronger(Cell.Live one, Cell.Live other) {
    return one.timestamp() != other.timestamp()
        ? one.timestamp() > other.timestamp()
        : Arrays.compareUnsigned(StoredItems.encode(one.value()), StoredItems.encode(other.value()))
            > 0;
  }

  private static boolean isDeleted(String row, Cell.Live live, List<Event> events) {
    return events.stream()
        .anyMatch(
            event ->
                switch (event) {
                  case Write(String other, Cell.Deleted tombstone) ->
                      other.equals(row) && tombstone.timestamp() >= live.timestamp();
                  case Write _ -> false;
                  case DeleteRange range ->
                      range.covers(row) && range.timestamp() >= live.timestamp();
                });
  }
}
