// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.PartitionState.PendingSplit;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Counters;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Family;

/// The end of a partition and the beginning of its children.
///
/// Items stay where they are: their keys begin with the hash, so each child finds its own. What is
/// keyed by partition stays in the parent's space until the children have copied it.
final class Splitting {
  private final Draft draft;
  private final Workspace work;
  private final HashRange range;

  Splitting(Draft draft, Workspace work, PartitionState state) {
    this.draft = draft;
    this.work = work;
    this.range = state.range();
  }

  Outcome prepare(EffectivePartitionKey at) {
    if (draft.inheritance != null) {
      return new Outcome.Declined("the partition has not taken over all of its parent's data yet");
    }
    if (!range.contains(at) || at.equals(range.min())) {
      return new Outcome.Declined("the split point " + at + " is not inside " + range);
    }
    draft.split = new PendingSplit(at, Counters.ZERO);
    return new Outcome.Done(draft.lsn, 0, true);
  }

  Outcome cancel() {
    draft.split = null;
    return new Outcome.Done(draft.lsn, 0, false);
  }

  Outcome split(Command.Split split) {
    PendingSplit pending = draft.split;
    if (pending == null || !pending.at().equals(split.at())) {
      return new Outcome.Declined("no split at " + split.at() + " was prepared");
    }
    Counters left = split.leftAtPrepare().plus(pending.leftSince());
    Counters right = draft.counters.minus(left);
    child(split.leftOrdinal(), new HashRange(range.min(), split.at()), left);
    child(split.rightOrdinal(), new HashRange(split.at(), range.max()), right);
    draft.split = null;
    draft.retired = true;
    return new Outcome.Done(draft.lsn, 2, false);
  }

  /// What holds re-indexing up may lie in the other child: each looks for itself.
  private void child(int ordinal, HashRange childRange, Counters counters) {
    PartitionId child = draft.id.sibling(ordinal);
    PartitionState state = draft.state().child(draft.id.ordinal(), ordinal, childRange, counters);
    work.put(Family.META, Layout.state(child), state.encode());
    work.put(Family.META, Layout.settings(child), draft.settings.release().encode());
  }
}
