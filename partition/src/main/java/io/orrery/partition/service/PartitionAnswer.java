// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.ReadState;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.partition.throughput.Charges;
import io.orrery.partition.throughput.HotKey;
import io.orrery.partition.throughput.Spending;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a partition answers.
public sealed interface PartitionAnswer {

  /// How far the partition had come, at least; 0 if the answer does not say.
  long lsn();

  /// What it cost, unless the call was [PartitionCall.Charging#FREE].
  default RequestCharge charge() {
    return RequestCharge.NONE;
  }

  /// What became of a command; never [Outcome.Moved].
  record Submitted(Outcome outcome) implements PartitionAnswer {
    @Override
    public long lsn() {
      return switch (outcome) {
        case Outcome.Written(long lsn, _) -> lsn;
        case Outcome.Refused(long lsn, _, _) -> lsn;
        case Outcome.Done(long lsn, _, _) -> lsn;
        case Outcome.Declined _, Outcome.Moved _ -> 0;
      };
    }

    @Override
    public RequestCharge charge() {
      return Charges.of(outcome);
    }
  }

  /// An item, or that there is none.
  record Found(Optional<Item> item, long lsn) implements PartitionAnswer {
    @Override
    public RequestCharge charge() {
      return Charges.read(item.isPresent() ? item.get().body().length : 0);
    }
  }

  /// Items in the order of the keys asked for, as the request's sight sees them.
  ///
  /// @param outdated what was seen before is no longer so: nothing was read
  /// @param asOfMillis the time at which items were found alive, for the next sight
  /// @param changed the LSN of the last change in the logical partition, for the next sight;
  ///   [PartitionRequest.Sight#NOTHING] if nobody had to look
  record FoundAll(
      boolean outdated, List<Optional<Item>> items, long asOfMillis, long changed, long lsn)
      implements PartitionAnswer {
    public FoundAll {
      items = List.copyOf(items);
    }

    /// Each is a read of its own.
    @Override
    public RequestCharge charge() {
      RequestCharge sum = RequestCharge.NONE;
      for (Optional<Item> item : items) {
        sum = sum.plus(Charges.read(item.isPresent() ? item.get().body().length : 0));
      }
      return sum;
    }
  }

  /// Items of a logical partition, in the order asked for; the first three as in [FoundAll].
  ///
  /// @param more whether there was one more
  record Rows(
      boolean outdated,
      long asOfMillis,
      long changed,
      List<KeyedItem> rows,
      boolean more,
      long lsn,
      RequestCharge charge)
      implements PartitionAnswer {
    public Rows {
      rows = List.copyOf(rows);
    }
  }

  /// A state that is held.
  record Opened(ReadState state) implements PartitionAnswer {
    @Override
    public long lsn() {
      return state.lsn();
    }
  }

  record Estimated(long number, long lsn) implements PartitionAnswer {}

  /// A page of a fragment.
  record FragmentRead(FragmentPage page, long lsn) implements PartitionAnswer {}

  /// A state is not held any more.
  ///
  /// @param charge for everything that was read of it
  record ReadClosed(RequestCharge charge, long lsn) implements PartitionAnswer {}

  /// The next changes.
  ///
  /// @param reached all changes up to this LSN are here or before
  /// @param more whether there are further ones behind it
  record Changes(
      List<ChangedItem> changes, long reached, boolean more, long lsn, RequestCharge charge)
      implements PartitionAnswer {
    public Changes {
      changes = List.copyOf(changes);
    }
  }

  /// How a partition is.
  ///
  /// @param retired it was split: its children serve its range
  /// @param inheriting it has not yet taken over all that its parent left it
  /// @param historySince history is complete for changes with higher LSNs; negative if there is
  ///   none
  /// @param historyPurged history up to this LSN was forgotten where it could be
  /// @param settings the newest it was told
  /// @param indexedUpTo the item key up to which the index follows the newest settings; null if all
  ///   of it does
  /// @param heldUp whether that waits for the item there to be changed
  /// @param unitsPerSecond what it may spend
  /// @param spending what it has spent since it was opened
  /// @param failures how many commands failed that should not have
  /// @param fault why it does not do all that it should; null if it does
  record Description(
      HashRange range,
      boolean retired,
      boolean inheriting,
      long lsn,
      Counters counters,
      long historySince,
      long historyPurged,
      PartitionSettings settings,
      byte @Nullable [] indexedUpTo,
      boolean heldUp,
      long unitsPerSecond,
      Spending spending,
      long failures,
      @Nullable String fault)
      implements PartitionAnswer {}

  /// Logical partitions, the heaviest first.
  record Heaviest(List<Weight> partitions, long lsn) implements PartitionAnswer {
    public Heaviest {
      partitions = List.copyOf(partitions);
    }

    /// How much lies in a logical partition.
    ///
    /// @param key position and partition key; the row key is empty
    public record Weight(ItemKey key, Counters counters) {}
  }

  /// Logical partitions, estimated from samples; the hottest first.
  record Hottest(List<HotKey> keys, long lsn) implements PartitionAnswer {
    public Hottest {
      keys = List.copyOf(keys);
    }
  }

  /// A step of housekeeping is done.
  ///
  /// @param worked whether there was anything to do
  record Maintained(boolean worked, long lsn) implements PartitionAnswer {}

  /// Something was paid for.
  record Spent(RequestCharge charge, long lsn) implements PartitionAnswer {}

  /// From now on the partition spends what it was told.
  record Provisioned(long lsn) implements PartitionAnswer {}

  /// Where to split.
  ///
  /// @param at the boundary between two logical partitions; null if a single position of the ring
  ///   holds everything
  record SplitPoint(@Nullable EffectivePartitionKey at, long lsn) implements PartitionAnswer {}

  record Counted(Counters counters, long lsn) implements PartitionAnswer {}
}
