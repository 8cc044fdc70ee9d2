// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.Applier;
import io.orrery.partition.log.LogPosition;
import io.orrery.storage.Allowance;
import io.orrery.storage.Batch;
import io.orrery.storage.Durability;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import io.orrery.storage.Snapshot;
import io.orrery.storage.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One copy of a partition: its state in a store, which only commands of its log change.
///
/// Nothing is written before all commands of a batch were applied, so after a failure the state in
/// memory still is the one in the store. Only a store that fails while it writes leaves that open.
final class Replica implements Applier {
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);

  /// What the partition knows of itself at one moment.
  record Current(PartitionState state, SettingsHistory settings) {}

  /// What was last read of the store, and its bytes: a view that finds the same bytes need not
  /// decode them again.
  private record Seen(
      byte[] stateBytes, PartitionState state, byte[] settingsBytes, SettingsHistory settings) {

    Current current() {
      return new Current(state, settings);
    }
  }

  /// A snapshot and the state that is in it.
  record Moment(Snapshot snapshot, Current current) {}

  private final PartitionId id;
  private final Store store;
  private final BatchMemory memory;
  private final int batchBytesMax;
  private volatile Current current;
  private volatile Seen seen;

  /// Odd while a batch may be written but is not yet [#current].
  private final AtomicLong writes = new AtomicLong();

  private final LsnWaiters waiters = new LsnWaiters();

  /// Whether the store may hold a batch that is not [#current].
  private volatile boolean lost;

  private Replica(PartitionId id, Store store, BatchMemory memory, int batchBytesMax, Seen seen) {
    this.id = id;
    this.store = store;
    this.memory = memory;
    this.batchBytesMax = batchBytesMax;
    this.seen = seen;
    this.current = seen.current();
  }

  static Replica open(PartitionId id, Store store, BatchMemory memory, int batchBytesMax) {
    return new Replica(id, store, memory, batchBytesMax, read(id, store, null));
  }

  private static Seen read(PartitionId id, Reader store, @Nullable Seen before) {
    byte[] state = store.get(Family.META, Layout.state(id));
    byte[] settings = store.get(Family.META, Layout.settings(id));
    if (state == null || settings == null) {
      throw OrreryException.corrupted("the store knows no partition " + id);
    }
    return new Seen(
        state,
        before != null && Arrays.equals(state, before.stateBytes())
            ? before.state()
            : PartitionState.decode(state),
        settings,
        before != null && Arrays.equals(settings, before.settingsBytes())
            ? before.settings()
            : SettingsHistory.decode(settings));
  }

  Current current() {
    return current;
  }

  /// Those who wait for the state to get on.
  LsnWaiters waiters() {
    return waiters;
  }

  /// A consistent moment to read from at length; its snapshot is the caller's to close.
  Moment moment() {
    long before = writes.get();
    Current then = current;
    Snapshot snapshot = store.snapshot();
    try {
      if (before % 2 != 0 || before != writes.get()) {
        then = read(snapshot);
      }
      return new Moment(snapshot, then);
    } catch (RuntimeException | Error e) {
      snapshot.close();
      throw e;
    }
  }

  /// As [#moment], of what memory has and to be read no further than is allowed. Empty if the store
  /// cannot tell that apart, or something is being written, so that the state would have to be
  /// read.
  Optional<Moment> glimpse(Allowance allowance) {
    long before = writes.get();
    Current then = current;
    if (before % 2 != 0) {
      return Optional.empty();
    }
    Optional<Snapshot> snapshot = store.glimpse(allowance);
    if (snapshot.isPresent() && before != writes.get()) {
      snapshot.get().close();
      return Optional.empty();
    }
    return snapshot.map(taken -> new Moment(taken, then));
  }

  /// Whether the state is still the given one, and nothing newer is being written: what was read
  /// since a look before that gave the same is of that state, without any snapshot.
  @SuppressWarnings("ReferenceEquality")
  boolean isStill(Current then, long writesThen) {
    return current == then && writesThen % 2 == 0 && writes.get() == writesThen;
  }

  /// How many writes have begun and ended, for [#isStill].
  long writes() {
    return writes.get();
  }

  /// The state in a snapshot that was taken while a batch was written.
  private Current read(Snapshot snapshot) {
    Seen now = read(id, snapshot, seen);
    seen = now;
    return now.current();
  }

  @Override
  public LogPosition applied() {
    return current.state().applied();
  }

  @Override
  public boolean isLost() {
    return lost;
  }

  @Override
  public Applied apply(LogPosition first, List<Command> commands, Durability durability) {
    if (lost) {
      throw new OrreryException(
          ErrorCode.STORAGE_FAILED, "The store of the partition " + id + " failed before.");
    }
    try (BatchMemory.Claim claim = memory.claim()) {
      Batch batch = store.newBatch();
      Current before = current;
      var machine = new StateMachine(id, before.state(), before.settings(), store, batch, claim);
      int skipped = skipped(first, commands.size());
      List<Outcome> outcomes = new ArrayList<>(commands.size() - skipped);
      for (int i = skipped; i < commands.size() && batch.bytes() <= batchBytesMax; i++) {
        Command command = commands.get(i);
        if (i > skipped && StateMachine.scans(command)) {
          break;
        }
        outcomes.add(machine.apply(first.plus(i), command));
      }
      Applied applied = new Applied(skipped, outcomes);
      PartitionState after = machine.finish();
      publish(batch, new Current(after, machine.settings()), durability);
      report(before, current);
      return applied;
    }
  }

  private int skipped(LogPosition first, int commands) {
    return Math.clamp(applied().index() - first.index() + 1, 0, commands);
  }

  /// A snapshot taken while the number of writes is even and stays the same is of the current
  /// state.
  private void publish(Batch batch, Current next, Durability durability) {
    writes.incrementAndGet();
    try {
      if (batch.count() > 0) {
        store.write(batch, durability);
      }
      current = next;
      waiters.wake();
    } catch (OrreryException e) {
      lost = e.code() == ErrorCode.STORAGE_FAILED;
      throw e;
    } finally {
      if (!lost) {
        writes.incrementAndGet();
      }
    }
  }

  /// The batch is written: nothing that fails here may look as if it were not.
  private void report(Current before, Current after) {
    try {
      if (after.state().retired() && !before.state().retired()) {
        LOG.info("partition {} ended with LSN {}", id, after.state().lsn());
      }
      if (after.settings().isHeldUp() && !before.settings().isHeldUp()) {
        LOG.warn(
            "partition {} has an item with more than {} bytes of index entries under the new"
                + " indexing policy, or with unique values that another has; until it is replaced"
                + " or deleted, queries do without the new paths",
            id,
            after.settings().newest().bounds().itemIndexBytesMax());
      }
    } catch (RuntimeException | Error _) {
      // Without memory there is no log either.
    }
  }
}
