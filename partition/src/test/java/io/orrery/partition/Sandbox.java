// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.check.PartitionChecker;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.partition.layout.PartitionId;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A partition in a store of its own, with a clock that only tests move.
final class Sandbox implements AutoCloseable {
  static final PartitionId ID = new PartitionId(1, 0);
  static final long START = 1_700_000_000_000L;

  static final int GROUP_BYTES_MAX = 1 << 20;

  private static final Partition.QueueLimits LIMITS =
      new Partition.QueueLimits(1000, 100, GROUP_BYTES_MAX);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /// What a scan of the feed gave: `create a/1 {…}`.
  record Seen(String operation, ItemKey key, Optional<String> current, Optional<String> previous) {}

  final Store store;
  final Partition partition;
  private final boolean owner;
  long now = START;

  Sandbox(PartitionSettings settings) {
    this(new MemoryStore(), settings);
  }

  Sandbox(Store store, PartitionSettings settings) {
    this.store = store;
    this.owner = true;
    Batch batch = store.newBatch();
    Partition.create(batch, ID, HashRange.FULL, settings);
    store.write(batch);
    this.partition = Partition.open(ID, store, LIMITS, new BatchMemory());
  }

  private Sandbox(Store store, PartitionId id, long now) {
    this.store = store;
    this.owner = false;
    this.now = now;
    this.partition = Partition.open(id, store, LIMITS, new BatchMemory());
  }

  /// The partition `ordinal` of the same store.
  Sandbox sibling(int ordinal) {
    return new Sandbox(store, ID.sibling(ordinal), now);
  }

  Outcome submit(Command command) {
    Outcome outcome = partition.submit(command, PATIENCE);
    inherit(store, partition.id(), command);
    return outcome;
  }

  Outcome write(Operation... operations) {
    return submit(new Command.Write(now, List.of(operations)));
  }

  /// A write that must take place; its first result.
  Result done(Operation... operations) {
    Outcome outcome = write(operations);
    assertThat(outcome).isInstanceOf(Outcome.Written.class);
    return ((Outcome.Written) outcome).results().getFirst();
  }

  /// A write that must not take place, and leaves no byte behind.
  Refusal refused(Operation... operations) {
    byte[] before = StoreDigest.of(store);
    Outcome outcome = write(operations);
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(StoreDigest.of(store)).isEqualTo(before);
    return ((Outcome.Refused) outcome).refusal();
  }

  Item create(String pk, String id, String json) {
    return done(new Operation.Create(Samples.key(pk, id), Samples.item(json))).item();
  }

  Item upsert(String pk, String id, String json) {
    return done(new Operation.Upsert(Samples.key(pk, id), Samples.item(json), null)).item();
  }

  Item delete(String pk, String id) {
    return done(new Operation.Delete(Samples.key(pk, id), null)).item();
  }

  void configure(PartitionSettings settings) {
    assertThat(submit(new Command.Configure(now, settings))).isInstanceOf(Outcome.Done.class);
  }

  Optional<String> find(String pk, String id) {
    return partition.find(Samples.key(pk, id), now).map(Samples::json);
  }

  PartitionView view() {
    return partition.view(now);
  }

  /// Everything that is due in the background, in small steps.
  int settle(int step) {
    int commands = 0;
    for (Optional<Command> due = partition.due(now, step);
        due.isPresent();
        due = partition.due(now, step)) {
      assertThat(submit(due.get())).isInstanceOf(Outcome.Done.class);
      assertThat(++commands).as("commands until all is done").isLessThan(10_000);
    }
    return commands;
  }

  /// Prepares a split at `at` and carries it out; children have the given ordinals.
  void split(EffectivePartitionKey at, int left, int right) {
    assertThat(submit(new Command.PrepareSplit(now, at))).isInstanceOf(Outcome.Done.class);
    assertThat(submit(new Command.Split(now, at, left, right, leftAtPrepare(at))))
        .isInstanceOf(Outcome.Done.class);
  }

  /// Makes the children that a partition has by a command, unless they exist.
  static void inherit(Store store, PartitionId parent, Command command) {
    if (command instanceof Command.Split split) {
      Batch batch = store.newBatch();
      for (int ordinal : List.of(split.leftOrdinal(), split.rightOrdinal())) {
        PartitionId child = parent.sibling(ordinal);
        if (!Partition.exists(child, store)) {
          Partition.inherit(batch, store, child, parent);
        }
      }
      store.write(batch);
    }
  }

  /// What lay left of a split in preparation when that began.
  Counters leftAtPrepare(EffectivePartitionKey at) {
    try (PartitionView view = view()) {
      PartitionState state = view.state();
      HashRange left = new HashRange(state.range().min(), at);
      var split = Objects.requireNonNull(state.split());
      return count(Layout.counters(ID.container(), left)).minus(split.leftSince());
    }
  }

  private Counters count(KeyRange range) {
    Counters sum = Counters.ZERO;
    try (Cursor cursor = store.scan(Family.ITEMS, range, Direction.FORWARD)) {
      while (cursor.next()) {
        sum = sum.plus(LogicalPartition.decode(cursor.value()).counters());
      }
    }
    return sum;
  }

  List<Seen> latest(long lsnAfter) {
    try (PartitionView view = view();
        ChangeCursor cursor = view.latestChanges(lsnAfter, HashRange.FULL)) {
      return seen(cursor);
    }
  }

  List<Seen> history(long lsnAfter) {
    try (PartitionView view = view();
        ChangeCursor cursor = view.allChanges(lsnAfter, HashRange.FULL)) {
      return seen(cursor);
    }
  }

  private static List<Seen> seen(ChangeCursor cursor) {
    List<Seen> all = new ArrayList<>();
    while (cursor.next()) {
      ChangedItem entry = cursor.entry();
      all.add(
          new Seen(
              entry.operation().name(),
              entry.key(),
              entry.current().map(Samples::json),
              entry.previous().map(Samples::json)));
    }
    return all;
  }

  void assertSound() {
    assertThat(PartitionChecker.check(store, partition.id(), 20)).isEmpty();
  }

  @Override
  public void close() {
    partition.close();
    if (owner) {
      store.close();
    }
  }
}
