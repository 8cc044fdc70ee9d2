// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.RowRange;
import io.orrery.plan.update.Operation;
import java.util.List;

/// Something a partition is told to do. Applying the same commands in the same order gives the same
/// bytes, on any machine.
public sealed interface Command {

  /// More operations than a write has: each makes a few changes at most, and all of them share one
  /// LSN, which has room for [ItemVersion#INDEX_MAX].
  int OPERATIONS_MAX = 4096;

  /// How much background work one command may do.
  int STEP_MAX = ItemVersion.INDEX_MAX;

  /// Milliseconds since the epoch, read by whoever made the command.
  long timeMillis();

  /// All operations or none, on items of the partition.
  ///
  /// @param expectations what must hold before; otherwise nothing is done
  record Write(long timeMillis, List<Expectation> expectations, List<Operation> operations)
      implements Command {
    public Write {
      expectations = List.copyOf(expectations);
      operations = List.copyOf(operations);
      if (operations.size() > OPERATIONS_MAX || expectations.size() > OPERATIONS_MAX) {
        throw new IllegalArgumentException(
            "a write of %d operations, %d expectations"
                .formatted(operations.size(), expectations.size()));
      }
    }

    public Write(long timeMillis, List<Operation> operations) {
      this(timeMillis, List.of(), operations);
    }
  }

  /// Deletes every item of the logical partition of `key` (its row key does not count).
  record DeleteLogicalPartition(long timeMillis, ItemKey key) implements Command {}

  /// Deletes everything in rows of a range that was written up to a time of its writers, in the
  /// logical partition of `key` (its row key does not count), also of what comes later. Rows lose
  /// it a portion at a time: the same command again goes on where the last one ended.
  record DeleteRows(long timeMillis, ItemKey key, RowRange rows, long timestamp)
      implements Command {}

  /// New settings of the container; what is indexed follows in the background.
  record Configure(long timeMillis, PartitionSettings settings) implements Command {}

  /// Removes up to `itemsMax` items that are dead already: past their time, or deleted as part of a
  /// whole logical partition.
  record Sweep(long timeMillis, int itemsMax) implements Command {
    public Sweep {
      requireStep(itemsMax);
    }
  }

  /// Brings the index of the next `itemsMax` items in line with the newest settings.
  record Reindex(long timeMillis, int itemsMax) implements Command {
    public Reindex {
      requireStep(itemsMax);
    }
  }

  /// Copies index entries and history of the next `itemsMax` items out of the parent's space.
  record TakeOver(long timeMillis, int itemsMax) implements Command {
    public TakeOver {
      requireStep(itemsMax);
    }
  }

  /// Forgets the next `changesMax` changes that are older than the container keeps history.
  record PurgeHistory(long timeMillis, int changesMax) implements Command {
    public PurgeHistory {
      requireStep(changesMax);
    }
  }

  /// Announces a split at `at`: from now on the partition counts what is left of it, so that the
  /// [Split] itself need not.
  record PrepareSplit(long timeMillis, EffectivePartitionKey at) implements Command {}

  /// Takes the announcement back.
  record CancelSplit(long timeMillis) implements Command {}

  /// The fence: the partition ends here, two children begin.
  ///
  /// @param leftAtPrepare what lay left of the split point when the split was prepared
  record Split(
      long timeMillis,
      EffectivePartitionKey at,
      int leftOrdinal,
      int rightOrdinal,
      Counters leftAtPrepare)
      implements Command {}

  private static void requireStep(int step) {
    if (step < 1 || step > STEP_MAX) {
      throw new IllegalArgumentException("a command of " + step + " steps");
    }
  }
}
