// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.log;

import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.storage.Durability;
import java.util.List;

/// The copy of a partition that a log feeds. One thread at a time applies.
public interface Applier {

  /// What became of commands that were to be applied: the first ones were applied before and
  /// skipped, those behind them have outcomes. Whatever is left needs another batch.
  record Applied(int skipped, List<Outcome> outcomes) {
    public Applied {
      outcomes = List.copyOf(outcomes);
    }

    public int count() {
      return skipped + outcomes.size();
    }
  }

  /// The position of the last command that changed the state. Those behind it changed nothing, so
  /// to apply them again changes nothing either.
  LogPosition applied();

  /// Applies commands at consecutive positions, as many as one batch takes, at least one. Those at
  /// or below [#applied] are skipped: a log may begin again anywhere in front of what it has to
  /// deliver.
  ///
  /// After whatever it throws nothing of them is in the state, unless [#isLost] says otherwise.
  ///
  /// @param first where the first of the commands stands
  /// @param durability [Durability#UNSYNCED] if the log is durable by itself, and applies again
  ///   what a power loss takes away
  Applied apply(LogPosition first, List<Command> commands, Durability durability);

  /// Whether the store failed while it wrote: it may hold a batch that the state in memory does not
  /// have. Nothing can be applied any more until the partition is opened anew.
  boolean isLost();
}
