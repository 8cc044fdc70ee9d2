// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Change;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.ItemChanges.Existing;
import io.orrery.partition.PartitionState.RangeTombstone;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.MergeRule;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.Outcome.Step;
import io.orrery.partition.command.Outcome.Work;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.LogPosition;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The step function of a partition: commands in, outcomes and one batch out.
///
/// One instance applies one group of commands. Nothing is visible to anybody before the batch is
/// written; [#finish] puts the partition's own state into it. A command that [#scans] reads whole
/// ranges of the store, so it must be the first of its group.
public final class StateMachine {
  /// A logical partition with more items than this gets a range tombstone at once and is swept in
  /// the background.
  static final int DELETED_AT_ONCE_MAX = 500;

  /// And so is one with more bytes: what is deleted may have to be kept as history, all of it in
  /// one batch.
  static final long DELETED_AT_ONCE_BYTES_MAX = 8 << 20;

  /// How many bytes the reads of one write may find together: a page's worth. They are refused
  /// before the write takes place, since afterwards it could not be undone. A constant, as all
  /// replicas must decide alike.
  static final long FOUND_BYTES_MAX = 4 << 20;

  private final Draft draft;
  private final Batch batch;
  private final Workspace work;
  private final ItemChanges changes;
  private final Modifications modifications;
  private final Merging merging;
  private final RangeDeleting rangeDeleting;
  private final Maintenance maintenance;
  private final Splitting splitting;
  private final PartitionState before;
  private final SettingsHistory settingsBefore;
  private boolean written;

  /// @param memory told of what the group needs before it does; may wait until there is room
  public StateMachine(
      PartitionId id,
      PartitionState state,
      SettingsHistory settings,
      Reader store,
      Batch batch,
      LongConsumer memory) {
    this.before = state;
    this.settingsBefore = settings;
    this.draft = new Draft(id, state, settings);
    this.batch = batch;
    this.work = new Workspace(store, batch, memory);
    this.changes = new ItemChanges(draft, work);
    this.modifications = new Modifications(draft, changes);
    this.merging = new Merging(draft, work, changes);
    this.rangeDeleting = new RangeDeleting(draft, work, merging);
    this.maintenance = new Maintenance(draft, work, changes, merging);
    this.splitting = new Splitting(draft, state);
  }

  /// Whether a command reads ranges of the store.
  public static boolean scans(Command command) {
    return switch (command) {
      case Command.Write _,
          Command.Configure _,
          Command.PrepareSplit _,
          Command.CancelSplit _,
          Command.Split _ ->
          false;
      case Command.DeleteLogicalPartition _,
          Command.DeleteRows _,
          Command.Sweep _,
          Command.Reindex _,
          Command.TakeOver _,
          Command.PurgeHistory _ ->
          true;
    };
  }

  /// A command that changes nothing does not move the applied position: whether others share its
  /// group then makes no difference to the bytes, and groups that only read cost no write.
  ///
  /// @param position where the command stands in the log
  public Outcome apply(LogPosition position, Command command) {
    if (draft.division != null) {
      return new Outcome.Moved();
    }
    // Whatever a write changes, it writes; other commands may just move a cursor.
    PartitionState state = command instanceof Command.Write ? null : draft.state();
    SettingsHistory settings = draft.settings;
    Outcome outcome = perform(command);
    boolean writes = !work.isEmpty();
    boolean moves = state != null && !(settings == draft.settings && state.equals(draft.state()));
    if (writes || moves) {
      draft.applied = position;
    }
    written |= writes;
    work.keep();
    return outcome;
  }

  private Outcome perform(Command command) {
    draft.nowMillis = Math.max(draft.timeMillis, command.timeMillis());
    changes.begin();
    return switch (command) {
      case Command.Write write -> write(write);
      case Command.DeleteLogicalPartition delete -> delete(delete.key());
      case Command.DeleteRows delete ->
          draft.holds(delete.key()) ? rangeDeleting.delete(delete) : elsewhere(delete.key());
      case Command.Configure configure -> configure(configure.settings());
      case Command.Sweep sweep -> maintenance.sweep(sweep.itemsMax());
      case Command.Reindex reindex -> maintenance.reindex(reindex.itemsMax());
      case Command.TakeOver takeOver -> maintenance.takeOver(takeOver.itemsMax());
      case Command.PurgeHistory purge -> maintenance.purgeHistory(purge.changesMax());
      case Command.PrepareSplit prepare -> splitting.prepare(prepare.at());
      case Command.CancelSplit _ -> splitting.cancel();
      case Command.Split split -> splitting.split(split);
    };
  }

  /// Completes the batch and gives the state after the group.
  public PartitionState finish() {
    PartitionState after = draft.state();
    if (written || !after.equals(before)) {
      batch.put(Family.META, Layout.state(draft.id), after.encode());
    }
    if (draft.settings != settingsBefore) {
      batch.put(Family.META, Layout.settings(draft.id), draft.settings.encode());
    }
    return after;
  }

  public SettingsHistory settings() {
    return draft.settings;
  }

  private Outcome write(Command.Write write) {
    ItemKey foreign = foreign(write);
    if (foreign != null) {
      return elsewhere(foreign);
    }
    for (Operation operation : write.operations()) {
      if (!suitsContainer(operation)) {
        return new Outcome.Declined("the container does not merge items as the write does");
      }
    }
    if (!write.expectations().stream().allMatch(this::holds)) {
      return new Outcome.Refused(draft.lsn, 0, new Refusal.Outdated());
    }
    Draft.Mark mark = draft.mark();
    long bytesMax = draft.settings.newest().bounds().writeBytesMax();
    List<Result> results = new ArrayList<>(write.operations().size());
    long found = 0;
    for (Operation operation : write.operations()) {
      Step step = perform(operation);
      if (step instanceof Result.Found(Item item, _)) {
        found += item.body().length;
        step = found > FOUND_BYTES_MAX ? new Refusal.TooMuchFound(FOUND_BYTES_MAX) : step;
      }
      switch (step) {
        case Result result -> results.add(result);
        case Refusal refusal -> {
          return refuse(mark, results.size(), refusal);
        }
      }
      // An operation alone is never too much: whatever was stored can be deleted.
      if (results.size() > 1 && work.bytes() > bytesMax) {
        return refuse(mark, results.size() - 1, new Refusal.WriteTooLarge(bytesMax));
      }
    }
    return new Outcome.Written(draft.lsn, results);
  }

  /// A key of the write that does not lie here; null if all do.
  private @Nullable ItemKey foreign(Command.Write write) {
    for (Operation operation : write.operations()) {
      if (!draft.holds(operation.key())) {
        return operation.key();
      }
    }
    for (Expectation expectation : write.expectations()) {
      if (!draft.holds(expectation.key())) {
        return expectation.key();
      }
    }
    return null;
  }

  /// Rows of cells are merged and nothing else; other items are not.
  private boolean suitsContainer(Operation operation) {
    boolean cells = draft.settings.newest().merge() instanceof MergeRule.LastWriteWins;
    return switch (operation) {
      case Operation.Merge _ -> cells;
      case Operation.Create _, Operation.Replace _, Operation.Upsert _, Operation.Modify _ ->
          !cells;
      case Operation.Delete _, Operation.Read _ -> true;
    };
  }

  private Outcome refuse(Draft.Mark mark, int operation, Refusal refusal) {
    work.forget();
    draft.reset(mark);
    return new Outcome.Refused(draft.lsn, operation, refusal);
  }

  private boolean holds(Expectation expectation) {
    return switch (expectation) {
      case Expectation.Version(ItemKey key, ItemVersion version) -> {
        Existing existing = live(key, changes.find(key));
        yield existing == null ? version == null : existing.item().version().equals(version);
      }
      case Expectation.Unchanged(ItemKey key, long lsn) ->
          RangeTombstone.changed(draft.tombstones, key, changes.logicalPartition(key)) == lsn;
    };
  }

  private @Nullable Existing live(ItemKey key, @Nullable Existing stored) {
    boolean dead = stored != null && draft.liveness().isDead(key.encoded(), stored.item());
    return dead ? null : stored;
  }

  private Step perform(Operation operation) {
    ItemKey key = operation.key();
    Existing stored = changes.find(key);
    Existing existing = live(key, stored);
    return switch (operation) {
      case Operation.Create create ->
          existing != null ? new Refusal.Exists() : changes.create(key, stored, create.item());
      case Operation.Upsert upsert -> {
        if (existing == null) {
          yield changes.create(key, stored, upsert.item());
        }
        Refusal refusal = mismatch(existing, upsert.expected());
        yield refusal != null
            ? refusal
            : changes.replace(key, existing, upsert.item(), Change.Operation.REPLACE);
      }
      case Operation.Replace replace -> {
        Refusal refusal = mismatch(existing, replace.expected());
        yield existing == null || refusal != null
            ? Objects.requireNonNull(refusal)
            : changes.replace(
                key,
                existing,
                replace.item(),
                replace.edited() ? Change.Operation.EDIT : Change.Operation.REPLACE);
      }
      case Operation.Delete delete -> {
        Refusal refusal = mismatch(existing, delete.expected());
        yield existing == null || refusal != null
            ? Objects.requireNonNull(refusal)
            : changes.remove(key, existing, Change.Operation.DELETE);
      }
      case Operation.Modify modify -> modifications.modify(modify, stored, existing);
      case Operation.Merge merge -> merging.merge(merge, stored);
      case Operation.Read read -> {
        Refusal refusal = mismatch(existing, read.expected());
        yield existing == null || refusal != null
            ? Objects.requireNonNull(refusal)
            : found(existing.item());
      }
    };
  }

  private Result found(Item item) {
    Item seen = draft.liveness().seen(item);
    return new Result.Found(seen, new Work(seen.body().length, 0));
  }

  private static @Nullable Refusal mismatch(
      @Nullable Existing existing, @Nullable ItemVersion expected) {
    if (existing == null) {
      return new Refusal.NotFound();
    }
    return expected == null || expected.equals(existing.item().version())
        ? null
        : new Refusal.VersionDiffers(existing.item());
  }

  private Outcome elsewhere(ItemKey key) {
    return new Outcome.Declined("the key " + key + " is not in the range " + draft.range());
  }

  private Outcome delete(ItemKey key) {
    if (!draft.holds(key)) {
      return elsewhere(key);
    }
    Counters counters = changes.logicalPartition(key).counters();
    long items = counters.items();
    if (items <= DELETED_AT_ONCE_MAX && counters.bytes() <= DELETED_AT_ONCE_BYTES_MAX) {
      int deleted = maintenance.deleteLogicalPartition(key);
      return new Outcome.Done(draft.lsn, deleted, false);
    }
    if (draft.tombstones.size() >= PartitionState.TOMBSTONES_MAX) {
      return new Outcome.Declined("too many deleted logical partitions wait to be swept");
    }
    draft.lsn++;
    draft.timeMillis = draft.nowMillis;
    byte[] logicalPartition = key.logicalPartition();
    draft.addTombstone(new RangeTombstone(logicalPartition, draft.lsn, logicalPartition));
    return new Outcome.Done(draft.lsn, Math.toIntExact(Math.min(items, Integer.MAX_VALUE)), true);
  }

  private Outcome configure(PartitionSettings settings) {
    boolean sameUniqueKeys = settings.uniqueKeys().equals(draft.settings.newest().uniqueKeys());
    if (!sameUniqueKeys && draft.counters.items() > 0) {
      return new Outcome.Declined("unique keys cannot change while there are items");
    }
    boolean sameMerging = settings.merge().getClass() == draft.settings.newest().merge().getClass();
    if (!sameMerging && draft.counters.items() > 0) {
      return new Outcome.Declined("how items are merged cannot change while there are items");
    }
    draft.settings = draft.settings.configure(settings);
    if (draft.settings.isIndexing()) {
      draft.sweptMillis = 0; // Deadlines may change, also into the past.
    }
    if (settings.historyMillis() > 0 && !draft.keepsHistory()) {
      draft.historySince = draft.lsn;
      draft.historyPurged = draft.lsn;
    }
    return new Outcome.Done(draft.lsn, 0, draft.settings.isIndexing());
  }
}
