// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Counters;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.PartitionState.Division;
import io.orrery.partition.PartitionState.PendingSplit;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;

/// The end of a partition. Its children begin with what it leaves in its last state, wherever they
/// are: see [PartitionState#child].
///
/// Items stay where they are: their keys begin with the hash, so each child finds its own. What is
/// keyed by partition stays in the parent's space until the children have copied it.
final class Splitting {
  private final Draft draft;
  private final HashRange range;

  Splitting(Draft draft, PartitionState state) {
    this.draft = draft;
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
    draft.division = new Division(split.at(), split.leftOrdinal(), split.rightOrdinal(), left);
    draft.split = null;
    return new Outcome.Done(draft.lsn, 2, false);
  }
}
