// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.TimeToLive;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static PartitionSettings bounded(long logicalBytesMax, long physicalBytesMax) {
    return new PartitionSettings(
        IndexingPolicy.ALL,
        List.of(),
        TimeToLive.OFF,
        0,
        new PartitionSettings.Bounds(
            logicalBytesMax, physicalBytesMax, 1024, 2 << 20, 1 << 20, 1 << 22));
  }

  private static String text(int length) {
    return "{'t':'" + "x".repeat(length) + "'}";
  }

  @Test
  void aFullLogicalPartitionShrinksButDoesNotGrow() {
    try (Sandbox sandbox = new Sandbox(bounded(5_000, 1 << 30))) {
      fillUntilRefused(sandbox, new Refusal.LogicalPartitionFull(5_000));
      sandbox.create("other", "1", text(1000));
    }
  }

  @Test
  void aLogicalPartitionThatFillsThePhysicalOneDoesNotGrow() {
    try (Sandbox sandbox = new Sandbox(bounded(1 << 30, 8_000))) {
      fillUntilRefused(sandbox, new Refusal.LogicalPartitionFull(8_000));
      sandbox.create("other", "1", text(1000));
    }
  }

  private static void fillUntilRefused(Sandbox sandbox, Refusal full) {
    for (int i = 0; i < 3; i++) {
      sandbox.create("a", "i" + i, text(1000));
    }
    int more = 3;
    while (sandbox.write(new Operation.Create(key("a", "i" + more), item(text(1000))))
        instanceof Outcome.Written) {
      more++;
    }
    assertThat(more).isBetween(3, 6);

    assertThat(sandbox.refused(new Operation.Create(key("a", "new"), item(text(1000)))))
        .isEqualTo(full);
    assertThat(sandbox.refused(new Operation.Replace(key("a", "i0"), item(text(3000)), null)))
        .isEqualTo(full);
    assertThat(sandbox.find("a", "i0")).contains(text(1000));
    sandbox.upsert("a", "i0", text(900));
    sandbox.delete("a", "i0");
    sandbox.create("a", "new", text(1000));
    sandbox.assertSound();
  }

  /// A document may trade text for indexed properties: its data shrinks, and data is what counts.
  @Test
  void lessDataIsNeverTooMuchData() {
    try (Sandbox sandbox = new Sandbox(bounded(1 << 30, 1 << 30))) {
      sandbox.create("a", "1", text(1000));
      sandbox.configure(bounded(500, 1 << 30));

      sandbox.upsert("a", "1", "{'t':'" + "x".repeat(900) + "','u':['a','b','c','d','e']}");
      sandbox.assertSound();
    }
  }

  private static PartitionSettings indexBounded(long itemIndexBytesMax, long writeBytesMax) {
    return new PartitionSettings(
        IndexingPolicy.ALL,
        List.of(),
        TimeToLive.OFF,
        3_600_000,
        new PartitionSettings.Bounds(
            1 << 30, 1 << 30, 1024, 2 << 20, itemIndexBytesMax, writeBytesMax));
  }

  private static String array(int length) {
    return IntStream.range(0, length)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "{'v':[", "]}"));
  }

  @Test
  void anItemWithTooManyIndexEntriesIsRefusedAndOthersGoOn() {
    try (Sandbox sandbox = new Sandbox(indexBounded(10_000, 100_000))) {
      var tooLarge = new Refusal.IndexTooLarge(10_000);
      sandbox.create("a", "1", array(100));
      assertThat(sandbox.refused(new Operation.Create(key("a", "2"), item(array(1000)))))
          .isEqualTo(tooLarge);
      assertThat(sandbox.refused(new Operation.Upsert(key("a", "1"), item(array(1000)), null)))
          .isEqualTo(tooLarge);
      var unindexed = new Operation.NewItem(Samples.body(array(1000)), Item.TTL_DEFAULT, false);
      sandbox.done(new Operation.Create(key("a", "3"), unindexed));
      sandbox.create("a", "4", array(100));
      sandbox.assertSound();
    }
  }

  /// Of a group of commands only the one that is too large leaves nothing.
  @Test
  void theRestOfAGroupIsWritten() {
    try (Sandbox sandbox = new Sandbox(indexBounded(10_000, 20_000))) {
      List<Outcome> outcomes =
          new Group(sandbox.store, Sandbox.ID)
              .apply(
                  write(new Operation.Create(key("a", "1"), item(array(50)))),
                  write(new Operation.Create(key("a", "2"), item(array(1000)))),
                  write(
                      new Operation.Create(key("a", "3"), item(array(100))),
                      new Operation.Create(key("a", "4"), item(array(100))),
                      new Operation.Create(key("a", "5"), item(array(100))),
                      new Operation.Create(key("a", "6"), item(array(100)))),
                  write(new Operation.Create(key("a", "7"), item(array(50)))));
      assertThat(outcomes.get(0)).isInstanceOf(Outcome.Written.class);
      assertThat(outcomes.get(1))
          .isEqualTo(new Outcome.Refused(2, 0, new Refusal.IndexTooLarge(10_000)));
      assertThat(outcomes.get(2))
          .isEqualTo(new Outcome.Refused(2, 3, new Refusal.WriteTooLarge(20_000)));
      assertThat(outcomes.get(3))
          .isInstanceOfSatisfying(
              Outcome.Written.class, written -> assertThat(written.lsn()).isEqualTo(3));
      sandbox.assertSound();
    }
  }

  private static Command write(Operation... operations) {
    return new Command.Write(Sandbox.START, List.of(operations));
  }

  /// Limits that were lowered since must not keep anybody from making room.
  @Test
  void whatIsStoredCanBeDeletedAndReplaced() {
    try (Sandbox sandbox = new Sandbox(indexBounded(100_000, 100_000))) {
      sandbox.create("a", "1", array(1000));
      sandbox.create("a", "2", array(1000));
      sandbox.configure(indexBounded(1_000, 1_000));
      sandbox.upsert("a", "1", array(3));
      sandbox.delete("a", "2");
      sandbox.assertSound();
    }
  }

  /// A writer that finds many commands waiting writes no more at once than one batch holds.
  @Test
  void groupsEndWithTheBytesTheyWrite() throws Exception {
    int commands = 50;
    GatedStore store = new GatedStore();
    store.gate.release();
    try (Sandbox sandbox = new Sandbox(store, indexBounded(1 << 20, 1 << 22));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      store.arrived.acquire();
      List<Future<Item>> written = new ArrayList<>();
      for (int i = 0; i < commands; i++) {
        String id = "i" + i;
        written.add(threads.submit(() -> sandbox.create("a", id, array(2000))));
      }
      store.arrived.acquire(); // the first group is being written, the others wait
      store.gate.release(commands);
      for (Future<Item> each : written) {
        each.get();
      }
      int one = 200_000;
      assertThat(store.batchBytesMax)
          .isBetween(Sandbox.GROUP_BYTES_MAX, Sandbox.GROUP_BYTES_MAX + one);
      sandbox.assertSound();
    }
  }
}
