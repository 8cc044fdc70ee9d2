// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.HashRange;
import io.orrery.partition.CommandQueue.Ticket;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import io.orrery.storage.Snapshot;
import io.orrery.storage.Store;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running partition: one writer that turns waiting commands into one durable batch, and any
/// number of readers that never wait for it.
///
/// The writer is a virtual thread that lives only while commands wait, so an idle partition costs
/// nothing but its state.
///
/// A command that cannot be applied, for damaged data, a bug or a lack of memory, fails alone:
/// nothing is written before a whole group was applied, so the state in memory still is the one in
/// the store, and the partition goes on from there. Only a store that can no longer write stops it.
public final class Partition implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Partition.class);

  /// How much may wait, and how much of it becomes one batch.
  public record QueueLimits(int commandsMax, int groupCommandsMax, int groupBytesMax) {}

  private record Current(PartitionState state, SettingsHistory settings) {}

  /// What was last read of the store, and its bytes: a view that finds the same bytes need not
  /// decode them again.
  private record Seen(
      byte[] stateBytes, PartitionState state, byte[] settingsBytes, SettingsHistory settings) {

    Current current() {
      return new Current(state, settings);
    }
  }

  private final PartitionId id;
  private final Store store;
  private final CommandQueue queue;
  private final BatchMemory memory;
  private final int batchBytesMax;
  private volatile Current current;
  private volatile Seen seen;

  /// Odd while a group may be written but is not yet [#current].
  private final AtomicLong writes = new AtomicLong();

  private final LsnWaiters waiters = new LsnWaiters();
  private final LongAdder failures = new LongAdder();
  private volatile @Nullable String damage;

  /// Whether the store may hold a group that is not [#current]. Of the writer alone.
  private boolean lost;

  /// Why the last attempt failed. Of the writer alone.
  private @Nullable Throwable failed;

  private Partition(
      PartitionId id, Store store, QueueLimits limits, BatchMemory memory, Seen seen) {
    this.id = id;
    this.store = store;
    this.seen = seen;
    this.current = seen.current();
    this.memory = memory;
    this.batchBytesMax = limits.groupBytesMax();
    this.queue = new CommandQueue("partition " + id, limits, this::run);
  }

  /// Writes the first state of a partition that is no child of another.
  public static void create(
      Batch batch, PartitionId id, HashRange range, PartitionSettings settings) {
    PartitionState state = PartitionState.first(id.ordinal(), range, settings.historyMillis() > 0);
    batch.put(Family.META, Layout.state(id), state.encode());
    batch.put(Family.META, Layout.settings(id), SettingsHistory.of(settings).encode());
  }

  public static Partition open(
      PartitionId id, Store store, QueueLimits limits, BatchMemory memory) {
    return new Partition(id, store, limits, memory, read(id, store, null));
  }

  /// Whether the store knows a partition of this name.
  public static boolean exists(PartitionId id, Reader store) {
    return store.get(Family.META, Layout.state(id)) != null;
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

  public PartitionId id() {
    return id;
  }

  public PartitionState state() {
    return current.state();
  }

  public SettingsHistory settings() {
    return current.settings();
  }

  /// Applies the command durably and says what became of it. Waits at most `patience` for its turn;
  /// once it has begun, it is waited for to the end.
  public Outcome submit(Command command, Duration patience) {
    if (current.state().retired()) {
      return new Outcome.Moved();
    }
    return queue.submit(command, patience);
  }

  /// Reads one item; empty if there is none. Fails with RANGE_GONE once the partition was split.
  public Optional<Item> find(ItemKey key, long nowMillis) {
    byte[] record = store.get(Family.ITEMS, Layout.item(id.container(), key));
    Current now = current;
    // After the read: what was split before it may have been changed by a child since.
    requireServing(now.state());
    if (record == null) {
      return Optional.empty();
    }
    Item item = Item.decode(record);
    return liveness(now, nowMillis).isDead(key.encoded(), item)
        ? Optional.empty()
        : Optional.of(item);
  }

  /// Waits until the partition has reached the LSN, or was split, so that its children will have;
  /// false if it has not within the time.
  public boolean awaitLsn(long lsn, long nanosMax) throws InterruptedException {
    return waiters.await(
        () -> {
          PartitionState now = current.state();
          return now.lsn() >= lsn || now.retired();
        },
        nanosMax);
  }

  /// One consistent state to read from at length. Fails with RANGE_GONE once the partition was
  /// split.
  public PartitionView view(long nowMillis) {
    return view(then -> liveness(then, nowMillis));
  }

  /// As [#view], but items live or are past their time as they were at a moment that may be before
  /// the partition's time, for whoever has seen them so.
  public PartitionView viewAsOf(long millis) {
    return view(then -> livenessAt(then, millis));
  }

  private PartitionView view(Function<Current, Liveness> liveness) {
    // Before the read as well: the state of one that was split long ago may be gone.
    requireServing(current.state());
    long before = writes.get();
    Current then = current;
    Snapshot snapshot = store.snapshot();
    try {
      if (before % 2 != 0 || before != writes.get()) {
        then = read(snapshot);
      }
      requireServing(then.state());
      return new PartitionView(id, snapshot, then.state(), then.settings(), liveness.apply(then));
    } catch (RuntimeException | Error e) {
      snapshot.close();
      throw e;
    }
  }

  /// The state in a snapshot that was taken while a group was written.
  private Current read(Snapshot snapshot) {
    Seen now = read(id, snapshot, seen);
    seen = now;
    return now.current();
  }

  /// Why the partition does not do all that it should; empty if it does.
  public Optional<String> fault() {
    Throwable stopped = queue.stopped();
    return stopped != null
        ? Optional.of("stopped: " + sentence(stopped))
        : Optional.ofNullable(damage);
  }

  /// How many commands failed that should not have.
  public long failures() {
    return failures.sum();
  }

  private static String sentence(Throwable failure) {
    return failure instanceof OrreryException known
        ? String.valueOf(known.getMessage())
        : failure.toString();
  }

  /// What the partition should do in the background now; empty if nothing is due.
  public Optional<Command> due(long nowMillis, int itemsMax) {
    return Due.of(id, current.state(), current.settings(), store, nowMillis, itemsMax);
  }

  /// Lets the running group end and refuses what waits or comes later.
  @Override
  public void close() {
    queue.close();
  }

  private static Liveness liveness(Current current, long nowMillis) {
    return livenessAt(current, Math.max(nowMillis, current.state().timeMillis()));
  }

  private static Liveness livenessAt(Current current, long millis) {
    return new Liveness(
        current.settings().newest().ttlSeconds(), current.state().condemned(), millis);
  }

  private void requireServing(PartitionState state) {
    if (state.retired()) {
      throw new OrreryException(ErrorCode.RANGE_GONE, "The partition " + id + " was split.");
    }
  }

  /// A snapshot taken while the number of writes is even and stays the same is of the current
  /// state.
  private void publish(Batch batch, Current next) {
    writes.incrementAndGet();
    try {
      if (batch.count() > 0) {
        store.write(batch);
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

  /// Deals with the group from a position on, and says with how many of its commands. One that
  /// cannot be carried out as a whole is nowhere in the store, so its commands are tried one by
  /// one, and only those fail that cannot be carried out alone.
  private int run(List<Ticket> group, int from) {
    int written = attempt(group, from, group.size());
    if (written > 0) {
      return written;
    }
    for (int i = from; i < group.size(); i++) {
      // Who is alone has had its attempt.
      if (group.size() - from == 1 || attempt(group, i, i + 1) == 0) {
        Throwable failure = Objects.requireNonNull(failed);
        group.get(i).fail(failure);
        note(failure);
      }
    }
    return group.size() - from;
  }

  /// Gives how many commands were carried out; if none were, [#failed] says why.
  ///
  /// @throws OrreryException if the store can no longer write
  private int attempt(List<Ticket> group, int from, int to) {
    try {
      return write(group, from, to);
    } catch (RuntimeException | Error e) {
      if (lost) {
        throw e;
      }
      failed = e;
      return 0;
    }
  }

  private void note(Throwable failure) {
    failures.increment();
    if (failure instanceof OrreryException known) {
      // Whoever submitted the command tells of it.
      if (known.code() == ErrorCode.CORRUPTED) {
        damage = known.getMessage();
      }
      return;
    }
    try {
      LOG.error("a command for the partition {} failed", id, failure);
    } catch (RuntimeException | Error _) {
      // Without memory there is no log either; the count tells.
    }
  }

  /// Writes the commands from one position to another, as many as fit one batch, and says how many.
  private int write(List<Ticket> group, int from, int to) {
    try (BatchMemory.Claim claim = memory.claim()) {
      Batch batch = store.newBatch();
      Current before = current;
      var machine = new StateMachine(id, before.state(), before.settings(), store, batch, claim);
      int next = from;
      while (next < to && batch.bytes() <= batchBytesMax) {
        Ticket ticket = group.get(next++);
        ticket.outcome = machine.apply(ticket.command);
      }
      PartitionState after = machine.finish();
      publish(batch, new Current(after, machine.settings()));
      report(before, current);
      return next - from;
    }
  }

  /// The group is written: nothing that fails here may look as if it were not.
  private void report(Current before, Current after) {
    try {
      if (after.state().retired() && !before.state().retired()) {
        LOG.info("partition {} ended with LSN {}", id, after.state().lsn());
      }
      if (after.settings().isHeldUp() && !before.settings().isHeldUp()) {
        LOG.warn(
            "partition {} has an item with more than {} bytes of index entries under the new"
                + " indexing policy; until it is replaced or deleted, queries do without the new"
                + " paths",
            id,
            after.settings().newest().bounds().itemIndexBytesMax());
      }
    } catch (RuntimeException | Error _) {
      // Without memory there is no log either.
    }
  }
}
