// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.Cell;
import io.orrery.model.container.Item;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.partition.cells.CellRow;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.update.Operation;
import io.orrery.storage.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Rows of cells in a partition: what is read, indexed, fed and counted follows from the merged
/// row.
class RowsTest {
  private static final PartitionSettings SETTINGS =
      new PartitionSettings(
          Samples.ROWS.indexing(),
          List.of(),
          TimeToLive.NO_DEFAULT,
          3_600_000,
          Samples.ROWS.merge(),
          Samples.BOUNDS);

  private final Sandbox sandbox = new Sandbox(new MemoryStore(), SETTINGS);

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  private static Cell set(String column, int value, long timestamp) {
    return new Cell.Live(List.of(column), timestamp, new Value.Int32(value), Cell.NEVER);
  }

  private Cell expiring(String column, int value, long timestamp, long afterMillis) {
    return new Cell.Live(
        List.of(column), timestamp, new Value.Int32(value), sandbox.now + afterMillis);
  }

  private Cell delete(long timestamp, String... path) {
    return new Cell.Deleted(List.of(path), timestamp, sandbox.now);
  }

  private static Cell marker(long timestamp) {
    return new Cell.Live(List.of(), timestamp, Value.Undefined.UNDEFINED, Cell.NEVER);
  }

  private Result merge(String id, Cell... cells) {
    return sandbox.done(new Operation.Merge(key("a", id), List.of(cells)));
  }

  private int terms(String path) {
    TermRange range = TermRange.of(IndexPath.parse(path).segments());
    try (PartitionView view = sandbox.view();
        TermCursor cursor = view.terms(range, HashRange.FULL, Direction.FORWARD)) {
      int count = 0;
      while (cursor.next()) {
        count++;
      }
      return count;
    }
  }

  @Test
  void theLaterWriteWinsWhicheverComesLast() {
    assertThat(merge("1", set("x", 1, 10), set("y", 1, 10))).isInstanceOf(Result.Created.class);
    assertThat(merge("1", set("x", 2, 20), set("z", 3, 20))).isInstanceOf(Result.Replaced.class);
    Item before = sandbox.partition.find(key("a", "1"), sandbox.now).orElseThrow();

    assertThat(merge("1", set("x", 9, 15))).isInstanceOf(Result.Unchanged.class);
    assertThat(sandbox.find("a", "1")).contains("{'x':2,'y':1,'z':3}");
    assertThat(sandbox.partition.find(key("a", "1"), sandbox.now).orElseThrow().version())
        .isEqualTo(before.version());
  }

  @Test
  void aDeletedRowIsSeenByNobodyAndDoesNotComeBack() {
    merge("1", set("x", 1, 10));
    assertThat(merge("1", delete(20))).isInstanceOf(Result.Deleted.class);

    assertThat(sandbox.find("a", "1")).isEmpty();
    assertThat(terms("/x/?")).isZero();
    assertThat(sandbox.latest(0)).isEmpty();
    merge("1", set("x", 7, 15));
    assertThat(sandbox.find("a", "1")).isEmpty();

    assertThat(merge("1", set("x", 8, 30))).isInstanceOf(Result.Created.class);
    assertThat(sandbox.find("a", "1")).contains("{'x':8}");
    assertThat(sandbox.history(0))
        .filteredOn(seen -> seen.key().equals(key("a", "1")))
        .extracting(Sandbox.Seen::operation)
        .containsExactly("CREATE", "DELETE", "CREATE");
  }

  @Test
  void expiredCellsVanishFromReadsAtOnceAndFromTheIndexWhenSwept() {
    merge("1", set("x", 1, 10), expiring("y", 2, 10, 1000));
    assertThat(sandbox.find("a", "1")).contains("{'x':1,'y':2}");
    sandbox.now += 1000;

    assertThat(sandbox.find("a", "1")).contains("{'x':1}");
    assertThat(sandbox.latest(0))
        .singleElement()
        .extracting(seen -> seen.current().orElseThrow())
        .isEqualTo("{'x':1}");
    assertThat(terms("/y/?")).isEqualTo(1);
    sandbox.settle(10);
    assertThat(terms("/y/?")).isZero();
    assertThat(terms("/x/?")).isEqualTo(1);
    assertThat(sandbox.find("a", "1")).contains("{'x':1}");
    merge("1", set("y", 9, 5)); // Older than what expired.
    assertThat(sandbox.find("a", "1")).contains("{'x':1}");
  }

  @Test
  void aRowLivesAsLongAsItsLastCell() {
    merge("1", expiring("x", 1, 10, 1000));
    merge("2", marker(10), expiring("x", 1, 10, 1000), set("u", 1, 10));
    merge("2", delete(11, "u"));
    sandbox.now += 1000;

    assertThat(sandbox.find("a", "1")).isEmpty();
    assertThat(sandbox.find("a", "2")).contains("{}");
    sandbox.settle(10);
    assertThat(sandbox.find("a", "1")).isEmpty();
    assertThat(sandbox.find("a", "2")).contains("{}");
  }

  @Test
  void tombstonesAreKeptForAWhileAndNoLonger() {
    merge("1", set("x", 1, 10));
    merge("1", delete(20));
    sandbox.now += 9_999;
    sandbox.settle(10);
    assertThat(sandbox.partition.state().counters().items()).isEqualTo(1);

    sandbox.now += 1;
    sandbox.settle(10);
    assertThat(sandbox.partition.state().counters().items()).isZero();
    merge("1", set("x", 2, 15));
    assertThat(sandbox.find("a", "1")).contains("{'x':2}");
  }

  @Test
  void elementsAreCellsOfTheirOwn() {
    merge("1", element("m", "a", 1, 10), element("m", "b", 2, 10));
    merge("1", element("m", "a", 3, 20), new Cell.Deleted(List.of("m", "b"), 20, sandbox.now));
    assertThat(sandbox.find("a", "1")).contains("{'m':{'a':3}}");

    // A new value of the whole column is a tombstone and what comes just after it.
    merge("1", delete(29, "m"), element("m", "c", 4, 30));
    assertThat(sandbox.find("a", "1")).contains("{'m':{'c':4}}");
    assertThat(sandbox.refused(new Operation.Merge(key("a", "1"), List.of(set("m", 1, 40)))))
        .isInstanceOf(Refusal.Unfit.class);
  }

  private static Cell element(String column, String name, int value, long timestamp) {
    return new Cell.Live(List.of(column, name), timestamp, new Value.Int32(value), Cell.NEVER);
  }

  @Test
  void timesOfCellsCanBeRead() {
    merge("1", marker(7), set("x", 1, 10), expiring("y", 2, 20, 1000));
    Item item = sandbox.partition.find(key("a", "1"), sandbox.now).orElseThrow();

    assertThat(CellRow.of(item.body(), item.cells()).values(sandbox.now))
        .extracting(Cell.Live::timestamp)
        .containsExactly(7L, 10L, 20L);
  }

  @Test
  void conditionsSeeTheRow() {
    merge("1", set("x", 1, 10));
    merge("1", delete(20));
    var unless = List.<Expectation>of(new Expectation.Version(key("a", "1"), null));
    Operation insert = new Operation.Merge(key("a", "1"), List.of(set("x", 2, 30)));

    assertThat(sandbox.submit(new Command.Write(sandbox.now, unless, List.of(insert))))
        .isInstanceOf(Outcome.Written.class);
    assertThat(sandbox.submit(new Command.Write(sandbox.now, unless, List.of(insert))))
        .isInstanceOf(Outcome.Refused.class);
  }

  /// Whatever else forbids it: what is over goes.
  @Test
  void housekeepingIsRefusedNothing() {
    merge("1", set("x", 1, 10), expiring("y", 2, 10, 1000), expiring("z", 2, 10, 1000));
    var bounds = SETTINGS.bounds();
    sandbox.configure(
        new PartitionSettings(
            SETTINGS.indexing(),
            List.of(),
            SETTINGS.ttlSeconds(),
            SETTINGS.historyMillis(),
            SETTINGS.merge(),
            new PartitionSettings.Bounds(1, 1, bounds.termBytesMax(), 1, 1, 1)));
    sandbox.now += 1000;
    sandbox.settle(10);

    assertThat(terms("/y/?")).isZero();
    assertThat(sandbox.find("a", "1")).contains("{'x':1}");
  }

  @Test
  void onlyRowsAreMerged() {
    assertThat(sandbox.write(new Operation.Create(key("a", "1"), Samples.item("{}"))))
        .isInstanceOf(Outcome.Declined.class);
    try (Sandbox plain = new Sandbox(Samples.PLAIN)) {
      assertThat(plain.write(new Operation.Merge(key("a", "1"), List.of(set("x", 1, 1)))))
          .isInstanceOf(Outcome.Declined.class);
      plain.create("a", "1", "{}");
      assertThat(plain.submit(new Command.Configure(plain.now, Samples.ROWS)))
          .isInstanceOf(Outcome.Declined.class);
    }
  }

  @Test
  void aDeletedLogicalPartitionTakesItsTombstonesAlong() {
    merge("1", set("x", 1, 10));
    merge("1", delete(20));
    sandbox.submit(new Command.DeleteLogicalPartition(sandbox.now, key("a", "")));
    merge("1", set("x", 2, 15));

    assertThat(sandbox.find("a", "1")).contains("{'x':2}");
  }
}
