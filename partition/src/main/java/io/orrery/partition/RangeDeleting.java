// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.container.Cell;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.RowRange;
import io.orrery.partition.ItemChanges.Existing;
import io.orrery.partition.cells.CellRow;
import io.orrery.partition.cells.RowDeletions;
import io.orrery.partition.cells.RowDeletions.Deletion;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.MergeRule;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import java.util.List;

/// Deletes ranges of rows at a client's time. The range itself is remembered at once, so that no
/// earlier write that comes late brings a row back; rows that are there lose what they had, a
/// portion of them with each command.
final class RangeDeleting {
  private final Draft draft;
  private final Workspace work;
  private final Merging merging;

  RangeDeleting(Draft draft, Workspace work, Merging merging) {
    this.draft = draft;
    this.work = work;
    this.merging = merging;
  }

  Outcome delete(Command.DeleteRows delete) {
    if (!(draft.settings.newest().merge() instanceof MergeRule.LastWriteWins)) {
      return new Outcome.Declined("the container's rows have no times of their own");
    }
    RowDeletions known = merging.deletions(delete.key());
    Deletion deletion = known.find(delete.rows(), delete.timestamp());
    if (deletion == null) {
      byte[] first = delete.rows().from();
      deletion = new Deletion(delete.rows(), delete.timestamp(), draft.nowMillis, first);
    }
    if (known.isCovered(deletion, merging.horizonMillis())) {
      return new Outcome.Done(draft.lsn, 0, false);
    }
    RowDeletions after = known.with(deletion, merging.horizonMillis());
    if (after.all().size() > RowDeletions.DELETIONS_MAX) {
      return new Outcome.Declined("too many ranges of the partition key were deleted lately");
    }
    byte[] start = deletion.next();
    if (start == null) {
      return new Outcome.Done(draft.lsn, 0, false);
    }
    int touched = 0;
    byte[] next = null;
    var rows = new RowRange(start, delete.rows().to());
    var range = Layout.rows(draft.id.container(), delete.key(), rows);
    try (Cursor cursor = work.store().scan(Family.ITEMS, range, Direction.FORWARD)) {
      while (next == null && cursor.next()) {
        ItemKey key = Layout.itemKey(cursor.key());
        if (touched == StateMachine.DELETED_AT_ONCE_MAX
            || work.bytes() > StateMachine.DELETED_AT_ONCE_BYTES_MAX) {
          next = key.rowKey();
        } else {
          byte[] record = cursor.value();
          strip(key, new Existing(Item.decode(record), record.length), deletion);
          touched++;
        }
      }
    }
    work.put(
        Family.ITEMS,
        Layout.rowDeletions(draft.id.container(), delete.key()),
        after.with(deletion.withNext(next), merging.horizonMillis()).encode());
    return new Outcome.Done(draft.lsn, touched, next != null);
  }

  /// Rows that were deleted with their whole logical partition are swept anyway.
  private void strip(ItemKey key, Existing row, Deletion deletion) {
    Item item = row.item();
    if (!draft.liveness().isDeleted(key.encoded(), item)
        && CellRow.of(item.body(), item.cells()).hasValuesUpTo(deletion.timestamp())) {
      var tombstone = new Cell.Deleted(List.of(), deletion.timestamp(), deletion.deletedMillis());
      merging.strip(key, row, tombstone);
    }
  }
}
