// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.CommandQueue.Ticket;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.Applier;
import io.orrery.partition.log.LogOfOne;
import io.orrery.partition.log.PartitionLog;
import io.orrery.storage.Allowance;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Glance;
import io.orrery.storage.Reader;
import io.orrery.storage.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running partition: one writer that proposes waiting commands to the log as a group, and any
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

  private final PartitionId id;
  private final Store store;
  private final Replica replica;
  private final PartitionLog log;
  private final CommandQueue queue;
  private final LongAdder failures = new LongAdder();
  private volatile @Nullable String damage;

  private Partition(
      PartitionId id, Store store, QueueLimits limits, Replica replica, PartitionLog log) {
    this.id = id;
    this.store = store;
    this.replica = replica;
    this.log = log;
    this.queue = new CommandQueue("partition " + id, limits, this::propose);
  }

  /// Writes the first state of a partition that is no child of another.
  public static void create(
      Batch batch, PartitionId id, HashRange range, PartitionSettings settings) {
    PartitionState state = PartitionState.first(id.ordinal(), range, settings.historyMillis() > 0);
    batch.put(Family.META, Layout.state(id), state.encode());
    batch.put(Family.META, Layout.settings(id), SettingsHistory.of(settings).encode());
  }

  /// Writes the first state of a partition that was split off another one, which the store must
  /// have; false if the other one has no such child.
  public static boolean inherit(Batch batch, Reader store, PartitionId id, PartitionId parent) {
    byte[] parentState = store.get(Family.META, Layout.state(parent));
    byte[] parentSettings = store.get(Family.META, Layout.settings(parent));
    if (parentState == null || parentSettings == null) {
      return false;
    }
    PartitionState state = PartitionState.decode(parentState).child(parent.ordinal(), id.ordinal());
    if (state == null) {
      return false;
    }
    batch.put(Family.META, Layout.state(id), state.encode());
    // What holds re-indexing up may lie in the other child: each looks for itself.
    SettingsHistory settings = SettingsHistory.decode(parentSettings).release();
    batch.put(Family.META, Layout.settings(id), settings.encode());
    return true;
  }

  public static Partition open(
      PartitionId id, Store store, QueueLimits limits, BatchMemory memory) {
    return open(id, store, limits, memory, LogOfOne::new);
  }

  /// Opens a partition whose log may be kept elsewhere.
  ///
  /// @param log makes the log of the partition, which feeds the copy that it is given
  public static Partition open(
      PartitionId id,
      Store store,
      QueueLimits limits,
      BatchMemory memory,
      Function<Applier, PartitionLog> log) {
    Replica replica = Replica.open(id, store, memory, limits.groupBytesMax());
    return new Partition(id, store, limits, replica, log.apply(replica));
  }

  /// Whether the store knows a partition of this name.
  public static boolean exists(PartitionId id, Reader store) {
    return store.get(Family.META, Layout.state(id)) != null;
  }

  public PartitionId id() {
    return id;
  }

  public PartitionState state() {
    return replica.current().state();
  }

  public SettingsHistory settings() {
    return replica.current().settings();
  }

  /// Applies the command durably and says what became of it. Waits at most `patience` for its turn;
  /// once it has begun, it is waited for to the end.
  public Outcome submit(Command command, Duration patience) {
    if (state().retired()) {
      return new Outcome.Moved();
    }
    return queue.submit(command, patience);
  }

  /// Reads one item; empty if there is none. Fails with RANGE_GONE once the partition was split.
  public Optional<Item> find(ItemKey key, long nowMillis) {
    byte[] record = store.get(Family.ITEMS, Layout.item(id.container(), key));
    return Optional.ofNullable(decode(key, record, nowMillis));
  }

  /// As [#find], but never waits for a disk, and leaves alone what is long.
  public Glance<Item> glance(ItemKey key, long nowMillis, int bytesMax) {
    Glance<byte[]> glance = store.glance(Family.ITEMS, Layout.item(id.container(), key));
    byte[] record = glance.value();
    if (!glance.isKnown() || (record != null && record.length > bytesMax)) {
      return Glance.unknown();
    }
    return Glance.of(decode(key, record, nowMillis));
  }

  /// @param record as it was read just now
  private @Nullable Item decode(ItemKey key, byte @Nullable [] record, long nowMillis) {
    Replica.Current now = replica.current();
    // After the read: what was split before it may have been changed by a child since.
    requireServing(now.state());
    if (record == null) {
      return null;
    }
    Item item = Item.decode(record);
    Liveness liveness = liveness(now, nowMillis);
    return liveness.isDead(key.encoded(), item) ? null : liveness.seen(item);
  }

  /// Reads items as they were at an LSN, as long as that is the last one; null if the partition has
  /// got on, or is about to. Cheaper than a [#view], which has to hold the state.
  ///
  /// @param asOfMillis the moment at which items live or are past their time
  public @Nullable List<Optional<Item>> findAt(long lsn, long asOfMillis, List<ItemKey> keys) {
    long writes = replica.writes();
    Replica.Current then = replica.current();
    if (then.state().lsn() != lsn || then.state().retired()) {
      return null;
    }
    Liveness liveness = livenessAt(then, asOfMillis);
    List<Optional<Item>> items = new ArrayList<>(keys.size());
    for (ItemKey key : keys) {
      byte[] record = store.get(Family.ITEMS, Layout.item(id.container(), key));
      Item item = record == null ? null : Item.decode(record);
      items.add(
          item == null || liveness.isDead(key.encoded(), item)
              ? Optional.empty()
              : Optional.of(liveness.seen(item)));
    }
    return replica.isStill(then, writes) ? items : null;
  }

  /// Waits until the partition has reached the LSN, or was split, so that its children will have;
  /// false if it has not within the time.
  public boolean awaitLsn(long lsn, long nanosMax) throws InterruptedException {
    return replica
        .waiters()
        .await(
            () -> {
              PartitionState now = state();
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

  /// As [#view], of what memory has: reads that would have to wait, and those beyond what is
  /// allowed, fail with [io.orrery.model.WouldWait]. Empty if it cannot be had at once.
  public Optional<PartitionView> glimpse(long nowMillis, Allowance allowance) {
    requireServing(state());
    return replica
        .glimpse(allowance)
        .map(moment -> view(moment, then -> liveness(then, nowMillis)));
  }

  private PartitionView view(Function<Replica.Current, Liveness> liveness) {
    // Before the read as well: the state of one that was split long ago may be gone.
    requireServing(state());
    return view(replica.moment(), liveness);
  }

  private PartitionView view(Replica.Moment moment, Function<Replica.Current, Liveness> liveness) {
    try {
      Replica.Current then = moment.current();
      requireServing(then.state());
      return new PartitionView(
          id, moment.snapshot(), then.state(), then.settings(), liveness.apply(then));
    } catch (RuntimeException | Error e) {
      moment.snapshot().close();
      throw e;
    }
  }

  /// Why the partition does not do all that it should; empty if it does.
  public Optional<String> fault() {
    Throwable stopped = queue.stopped();
    return stopped != null
        ? Optional.of("stopped: " + sentence(stopped))
        : Optional.ofNullable(damage);
  }

  /// How many commands wait for their turn.
  int waiting() {
    return queue.waiting();
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
    return Due.of(id, state(), settings(), store, nowMillis, itemsMax);
  }

  /// Lets the running group end and refuses what waits or comes later.
  @Override
  public void close() {
    queue.close();
  }

  private static Liveness liveness(Replica.Current current, long nowMillis) {
    return livenessAt(current, Math.max(nowMillis, current.state().timeMillis()));
  }

  private static Liveness livenessAt(Replica.Current current, long millis) {
    return new Liveness(
        current.settings().newest().ttlSeconds(), current.state().tombstones(), millis);
  }

  private void requireServing(PartitionState state) {
    if (state.retired()) {
      throw new OrreryException(ErrorCode.RANGE_GONE, "The partition " + id + " was split.");
    }
  }

  private int propose(List<Ticket> group, int from) {
    int ended = log.propose(group, from);
    for (int i = from; i < from + ended; i++) {
      Throwable failure = group.get(i).failure();
      if (failure != null) {
        note(failure);
      }
    }
    return ended;
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
}
