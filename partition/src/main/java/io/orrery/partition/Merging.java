// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Cell;
import io.orrery.model.container.Change;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.ItemChanges.Existing;
import io.orrery.partition.cells.CellRow;
import io.orrery.partition.cells.CellTimes;
import io.orrery.partition.cells.RowDeletions;
import io.orrery.partition.cells.RowDeletions.Deletion;
import io.orrery.partition.command.MergeRule;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.Outcome.Step;
import io.orrery.partition.command.Outcome.Work;
import io.orrery.partition.layout.Layout;
import io.orrery.plan.update.EditFailure;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Folds cells into rows. A row of which only tombstones are left stays in the store, unseen, until
/// these were kept long enough: an earlier write that comes late must not bring it back.
final class Merging {
  private final Draft draft;
  private final Workspace work;
  private final ItemChanges changes;

  Merging(Draft draft, Workspace work, ItemChanges changes) {
    this.draft = draft;
    this.work = work;
    this.changes = changes;
  }

  /// @param stored the row as it is in the store, seen or unseen
  Step merge(Operation.Merge merge, @Nullable Existing stored) {
    ItemKey key = merge.key();
    Existing old = stored;
    if (old != null && draft.liveness().isDeleted(key.encoded(), old.item())) {
      changes.removeDead(key, old);
      old = null;
    }
    return store(key, old, withRowDeletion(key, old, merge.cells()));
  }

  /// Where the range of a row was deleted, a write from before that has to meet a tombstone; and so
  /// has what the row had if it was not seen to yet.
  private List<Cell> withRowDeletion(ItemKey key, @Nullable Existing old, List<Cell> cells) {
    Deletion deletion = deletions(key).covering(key.rowKey(), horizonMillis());
    if (deletion == null) {
      return cells;
    }
    boolean late = cells.stream().anyMatch(cell -> cell.timestamp() <= deletion.timestamp());
    if (!late && (old == null || deletion.next() == null)) {
      return cells;
    }
    List<Cell> all = new ArrayList<>(cells);
    all.add(new Cell.Deleted(List.of(), deletion.timestamp(), deletion.deletedMillis()));
    return all;
  }

  /// The ranges of rows that were deleted in the logical partition of a key.
  RowDeletions deletions(ItemKey key) {
    return RowDeletions.decode(work.item(Layout.rowDeletions(draft.id.container(), key)));
  }

  /// What was deleted up to that time is forgotten.
  long horizonMillis() {
    return draft.nowMillis - graceMillis();
  }

  /// Takes away what a tombstone covers: the row becomes smaller, so nobody can be refused.
  void strip(ItemKey key, Existing stored, Cell.Deleted tombstone) {
    if (store(key, stored, List.of(tombstone), false) instanceof Refusal refusal) {
      throw new IllegalStateException("a row cannot lose its values: " + refusal);
    }
  }

  /// Takes away what is over: values, and tombstones that were kept long enough.
  void purge(ItemKey key, Existing stored) {
    CellRow rest = merged(stored, List.of());
    if (rest.isEmpty()) {
      changes.remove(key, stored, Change.Operation.EXPIRE);
    } else if (store(key, stored, List.of(), false) instanceof Refusal refusal) {
      throw new IllegalStateException("a row cannot become smaller: " + refusal);
    }
  }

  private CellRow merged(@Nullable Existing old, List<Cell> cells) {
    CellRow before =
        old == null ? CellRow.empty() : CellRow.of(old.item().body(), old.item().cells());
    return before.merge(cells, draft.nowMillis, graceMillis());
  }

  private Step store(ItemKey key, @Nullable Existing old, List<Cell> cells) {
    return store(key, old, cells, true);
  }

  private Step store(ItemKey key, @Nullable Existing old, List<Cell> cells, boolean bounded) {
    CellRow row = merged(old, cells);
    List<String> conflict = row.conflict();
    if (conflict != null) {
      return new Refusal.Unfit(
          new EditFailure(-1, EditFailure.Kind.NO_PARENT, conflict, conflict.size() - 1));
    }
    byte[] body = row.body(draft.nowMillis);
    byte[] encoded = row.encode(graceMillis());
    long bytesMax = draft.settings.newest().bounds().itemBytesMax();
    long bytes = (long) body.length + encoded.length;
    if (bounded && bytes > bytesMax) {
      return new Refusal.ItemTooLarge(bytes, bytesMax);
    }
    if (old != null
        && Arrays.equals(encoded, old.item().cells())
        && Arrays.equals(body, old.item().body())) {
      return new Result.Unchanged(old.item(), new Work(body.length, 0));
    }
    // Unseen rows have no terms, only the time at which housekeeping comes for them.
    boolean gone = CellTimes.of(encoded).isGone();
    NewItem fresh = new NewItem(body, Item.TTL_NEVER, !gone);
    Item seen = old == null || draft.liveness().isExpired(old.item()) ? null : old.item();
    return switch (changes.putRow(key, old, fresh, encoded, bounded)) {
      case Refusal refusal -> refusal;
      case Result result when gone ->
          new Result.Deleted(seen == null ? result.item() : seen, result.work());
      case Result result when seen != null -> result;
      case Result result -> new Result.Created(result.item(), result.work());
    };
  }

  private long graceMillis() {
    return draft.settings.newest().merge() instanceof MergeRule.LastWriteWins(long graceMillis)
        ? graceMillis
        : 0;
  }
}
