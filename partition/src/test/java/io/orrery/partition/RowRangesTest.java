// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.Cell;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.RowRange;
import io.orrery.model.value.Value;
import io.orrery.partition.RowEvents.Event;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.plan.update.Operation;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ranges of rows deleted at their writers' times.
class RowRangesTest {
  private static final int ROUNDS = 100;
  private static final int ORDERS = 4;
  private static final int MANY = 2 * StateMachine.DELETED_AT_ONCE_MAX + 100;

  @ParameterizedTest
  @ValueSource(longs = {41, 42, 43})
  void ordersDoNotMatter(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      List<Event> events = RowEvents.some(random, 1 + random.nextInt(25));
      SortedMap<String, Value> expected = RowEvents.reference(events);
      for (int order = 0; order < ORDERS; order++) {
        Collections.shuffle(events, random);
        try (Sandbox sandbox = new Sandbox(Samples.ROWS)) {
          for (Event event : events) {
            sandbox.now += random.nextInt(3);
            assertThat(sandbox.submit(event.command(sandbox.now)))
                .isInstanceOfAny(Outcome.Written.class, Outcome.Done.class);
          }
          assertThat(visible(sandbox))
              .as("seed %d, round %d: %s", seed, round, events)
              .isEqualTo(expected);
          sandbox.settle(3);
          assertThat(visible(sandbox)).as("seed %d, round %d", seed, round).isEqualTo(expected);
          sandbox.assertSound();
        }
      }
    }
  }

  private static SortedMap<String, Value> visible(Sandbox sandbox) {
    TreeMap<String, Value> values = new TreeMap<>();
    for (String row : RowEvents.ROWS) {
      sandbox
          .partition
          .find(key("k", row), sandbox.now)
          .ifPresent(
              item ->
                  ((Value.Document) StoredItems.decode(item.body()))
                      .properties()
                      .forEach((column, value) -> values.put(row + "/" + column, value)));
    }
    return values;
  }

  private static Operation set(String row, long timestamp) {
    return new Operation.Merge(
        key("k", row),
        List.of(new Cell.Live(List.of("x"), timestamp, new Value.Int32(1), Cell.NEVER)));
  }

  private static Outcome.Done deleteAll(Sandbox sandbox, long timestamp) {
    var all = new Command.DeleteRows(sandbox.now, key("k", "any"), RowRange.ALL, timestamp);
    return (Outcome.Done) sandbox.submit(all);
  }

  private static boolean isThere(Sandbox sandbox, String row) {
    return sandbox.partition.find(key("k", row), sandbox.now).isPresent();
  }

  @Test
  void manyRowsGoAPortionAtATimeAndNoneComesBackMeanwhile() {
    try (Sandbox sandbox = new Sandbox(Samples.ROWS)) {
      for (int i = 0; i < MANY; i++) {
        sandbox.done(set("r%04d".formatted(i), 10));
      }
      assertThat(deleteAll(sandbox, 20).more()).isTrue();
      assertThat(isThere(sandbox, "r0000")).isFalse();
      String last = "r%04d".formatted(MANY - 1);
      assertThat(isThere(sandbox, last)).as("its turn has not come").isTrue();
      sandbox.done(set("r0000", 15));
      assertThat(isThere(sandbox, "r0000")).as("written before").isFalse();
      sandbox.done(set(last, 30));
      assertThat(deleteAll(sandbox, 20).more()).isTrue();
      assertThat(deleteAll(sandbox, 20).more()).isFalse();
      assertThat(isThere(sandbox, "r%04d".formatted(MANY - 2))).isFalse();
      assertThat(isThere(sandbox, last)).as("written later").isTrue();
      byte[] before = StoreDigest.of(sandbox.store);
      assertThat(deleteAll(sandbox, 20)).extracting(Outcome.Done::touched).isEqualTo(0);
      assertThat(deleteAll(sandbox, 19)).extracting(Outcome.Done::touched).isEqualTo(0);
      assertThat(StoreDigest.of(sandbox.store)).as("it was done before").isEqualTo(before);
      sandbox.assertSound();
    }
  }

  @Test
  void rangesAreForgottenWithTheTombstones() {
    try (Sandbox sandbox = new Sandbox(Samples.ROWS)) {
      deleteAll(sandbox, 20);
      sandbox.now += 9_999;
      sandbox.done(set("a", 15));
      assertThat(isThere(sandbox, "a")).isFalse();
      sandbox.now += 1;
      sandbox.done(set("b", 15));
      assertThat(isThere(sandbox, "b")).isTrue();
    }
  }

  @Test
  void onlyRowsOfCellsHaveRanges() {
    try (Sandbox sandbox = new Sandbox(Samples.PLAIN)) {
      var delete = new Command.DeleteRows(sandbox.now, key("k", "a"), RowRange.ALL, 20);
      assertThat(sandbox.submit(delete)).isInstanceOf(Outcome.Declined.class);
    }
  }

  @Test
  void thereAreOnlySoMany() {
    try (Sandbox sandbox = new Sandbox(Samples.ROWS)) {
      int refused = 0;
      for (int i = 0; i < 300; i++) {
        String row = "r%04d".formatted(i);
        var rows = RowRange.prefix(key("k", row).rowKey());
        var delete = new Command.DeleteRows(sandbox.now, key("k", "any"), rows, 20);
        refused += sandbox.submit(delete) instanceof Outcome.Declined ? 1 : 0;
      }
      assertThat(refused).isEqualTo(300 - 256);
      assertThat(deleteAll(sandbox, 20).more()).as("it takes the place of all").isFalse();
      sandbox.done(set("r0299", 5));
      assertThat(isThere(sandbox, "r0299")).isFalse();
    }
  }
}
