// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.RowRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.fragment.Estimate;
import io.orrery.partition.fragment.Fragment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a partition can be asked for.
///
/// @param <A> what is answered
public sealed interface PartitionRequest<A extends PartitionAnswer> {

  /// The kind of answer this request gets.
  Class<A> answer();

  /// Any key of the logical partition that this is about; null if it is not about one alone.
  default @Nullable ItemKey logicalPartition() {
    return null;
  }

  /// Whether it is over before anybody could give it up, once the session's wait is.
  default boolean isBrief() {
    return false;
  }

  // -- Items ---------------------------------------------------------------------------------

  /// Applies a command, durably.
  record Submit(Command command) implements PartitionRequest<PartitionAnswer.Submitted> {
    @Override
    public Class<PartitionAnswer.Submitted> answer() {
      return PartitionAnswer.Submitted.class;
    }

    /// The operations of a write have one partition key.
    @Override
    public @Nullable ItemKey logicalPartition() {
      return command instanceof Command.Write write && !write.operations().isEmpty()
          ? write.operations().getFirst().key()
          : null;
    }
  }

  /// Reads one item.
  record Find(ItemKey key) implements PartitionRequest<PartitionAnswer.Found> {
    @Override
    public Class<PartitionAnswer.Found> answer() {
      return PartitionAnswer.Found.class;
    }

    @Override
    public ItemKey logicalPartition() {
      return key;
    }

    @Override
    public boolean isBrief() {
      return true;
    }
  }

  /// Reads several items of one logical partition in one state of it, as a further step of what
  /// `sight` has seen. With no keys at all it only looks what the state is.
  record FindAll(Sight sight, List<ItemKey> keys)
      implements PartitionRequest<PartitionAnswer.FoundAll> {
    public FindAll {
      keys = List.copyOf(keys);
    }

    @Override
    public Class<PartitionAnswer.FoundAll> answer() {
      return PartitionAnswer.FoundAll.class;
    }

    @Override
    public ItemKey logicalPartition() {
      return sight.partition();
    }
  }

  /// Reads the next items of one logical partition in the order of their row keys, as a further
  /// step of what `sight` has seen.
  ///
  /// @param itemsMax at least 1
  /// @param bytesMax of keys and bodies; the first item is read however large it is
  record ScanRows(Sight sight, RowRange rows, Direction direction, int itemsMax, long bytesMax)
      implements PartitionRequest<PartitionAnswer.Rows> {
    @Override
    public Class<PartitionAnswer.Rows> answer() {
      return PartitionAnswer.Rows.class;
    }

    @Override
    public ItemKey logicalPartition() {
      return sight.partition();
    }
  }

  /// What the reads of one logical partition have seen before, all of which must still be so for a
  /// further read to see the same state. No snapshot is kept between them: reads that see different
  /// states are told so, and begin again.
  ///
  /// @param partition any key of the logical partition; its row key does not count
  /// @param asOfMillis the time at which items live or are past their time, as the first answer
  ///   gave it; 0 for the first read
  /// @param lsn of the last answer; [#NOTHING] for the first read. While it is the same, nothing
  ///   has changed at all
  /// @param changed as the last answer gave it. While it is the same, the expectations need no look
  /// @param expectations what was read, item by item or as a whole
  record Sight(
      ItemKey partition, long asOfMillis, long lsn, long changed, List<Expectation> expectations) {
    /// Not known.
    public static final long NOTHING = -1;

    public Sight {
      expectations = List.copyOf(expectations);
    }

    /// Of a first read, which sees the partition as it is.
    public static Sight first(ItemKey partition) {
      return new Sight(partition, 0, NOTHING, NOTHING, List.of());
    }
  }

  // -- Fragments of plans ----------------------------------------------------------------------

  /// Holds on to the present state, so that several fragments read the same: until it is closed, or
  /// the time of the call is over.
  record OpenRead() implements PartitionRequest<PartitionAnswer.Opened> {
    @Override
    public Class<PartitionAnswer.Opened> answer() {
      return PartitionAnswer.Opened.class;
    }

    @Override
    public boolean isBrief() {
      return true;
    }
  }

  /// Asks something about a state for planning. Is paid for when the state is closed.
  record EstimateRead(long lease, Estimate question)
      implements PartitionRequest<PartitionAnswer.Estimated> {
    @Override
    public Class<PartitionAnswer.Estimated> answer() {
      return PartitionAnswer.Estimated.class;
    }
  }

  /// Runs a fragment on a state. Is paid for when the state is closed.
  ///
  /// @param measured whether to tell how long parts of it take
  record ReadFragment(long lease, Fragment fragment, boolean measured)
      implements PartitionRequest<PartitionAnswer.FragmentRead> {
    @Override
    public Class<PartitionAnswer.FragmentRead> answer() {
      return PartitionAnswer.FragmentRead.class;
    }
  }

  /// The state is not needed any more. Does nothing if it is not held.
  ///
  /// @param charged whether what was read of it is to be paid for
  /// @param only the logical partition that was read, as any key of it; null if it was not one
  record CloseRead(long lease, boolean charged, @Nullable ItemKey only)
      implements PartitionRequest<PartitionAnswer.ReadClosed> {
    @Override
    public @Nullable ItemKey logicalPartition() {
      return only;
    }

    @Override
    public Class<PartitionAnswer.ReadClosed> answer() {
      return PartitionAnswer.ReadClosed.class;
    }

    @Override
    public boolean isBrief() {
      return true;
    }
  }

  // -- The change feed -----------------------------------------------------------------------

  /// Reads the next changes. All changes of one LSN were made together and stay together, so more
  /// are answered than asked for where those of one LSN would be torn apart.
  ///
  /// @param only the logical partition whose changes are wanted, as any key of it; null for all
  /// @param lsnAfter the changes behind this LSN
  /// @param startMillis changes before this time are left out; 0 for none
  /// @param changesMax no further LSN is begun once there are so many; 0 only tells whether there
  ///   are any
  /// @param bytesMax nor once they are so large
  /// @param waitMillis how long to wait for a change if there is none behind that LSN
  record ReadChanges(
      Versions versions,
      HashRange range,
      @Nullable ItemKey only,
      long lsnAfter,
      long startMillis,
      int changesMax,
      long bytesMax,
      long waitMillis)
      implements PartitionRequest<PartitionAnswer.Changes> {

    /// Does not wait.
    public ReadChanges(
        Versions versions,
        HashRange range,
        @Nullable ItemKey only,
        long lsnAfter,
        long startMillis,
        int changesMax,
        long bytesMax) {
      this(versions, range, only, lsnAfter, startMillis, changesMax, bytesMax, 0);
    }

    /// Which changes there are.
    public enum Versions {
      /// The latest version of each item, once; deleted ones not at all.
      LATEST,
      /// Every version and every delete, as far back as the container keeps history.
      ALL
    }

    @Override
    public Class<PartitionAnswer.Changes> answer() {
      return PartitionAnswer.Changes.class;
    }

    @Override
    public @Nullable ItemKey logicalPartition() {
      return only;
    }
  }

  // -- Statistics ----------------------------------------------------------------------------

  /// How the partition is. One that was split still answers this.
  record Describe() implements PartitionRequest<PartitionAnswer.Description> {
    @Override
    public Class<PartitionAnswer.Description> answer() {
      return PartitionAnswer.Description.class;
    }
  }

  /// Which logical partitions hold the most.
  record FindHeaviest(int count) implements PartitionRequest<PartitionAnswer.Heaviest> {
    @Override
    public Class<PartitionAnswer.Heaviest> answer() {
      return PartitionAnswer.Heaviest.class;
    }
  }

  /// On which logical partitions most was spent lately.
  record FindHottest(int count) implements PartitionRequest<PartitionAnswer.Hottest> {
    @Override
    public Class<PartitionAnswer.Hottest> answer() {
      return PartitionAnswer.Hottest.class;
    }
  }

  // -- Maintenance ---------------------------------------------------------------------------

  /// Does a bounded piece of what is due in the background.
  record Maintain(int itemsMax) implements PartitionRequest<PartitionAnswer.Maintained> {
    @Override
    public Class<PartitionAnswer.Maintained> answer() {
      return PartitionAnswer.Maintained.class;
    }
  }

  /// Pays for what a request did beside its messages.
  ///
  /// @param partition any key of the logical partition it was about
  record Spend(ItemKey partition, RequestCharge charge)
      implements PartitionRequest<PartitionAnswer.Spent> {
    @Override
    public ItemKey logicalPartition() {
      return partition;
    }

    @Override
    public Class<PartitionAnswer.Spent> answer() {
      return PartitionAnswer.Spent.class;
    }
  }

  /// How many request units per second the partition may spend from now on, and with whom it shares
  /// them.
  record Provision(Share share, long unitsPerSecond)
      implements PartitionRequest<PartitionAnswer.Provisioned> {

    /// Who else spends the same.
    public sealed interface Share {
      /// Nobody.
      record Own() implements Share {}

      /// The partitions of all containers of a database that lie in the same part of the ring.
      ///
      /// @param database its number
      record Of(int database, int part) implements Share {}
    }

    @Override
    public Class<PartitionAnswer.Provisioned> answer() {
      return PartitionAnswer.Provisioned.class;
    }
  }

  /// Where a split would come nearest to halving the data.
  record FindSplitPoint() implements PartitionRequest<PartitionAnswer.SplitPoint> {
    @Override
    public Class<PartitionAnswer.SplitPoint> answer() {
      return PartitionAnswer.SplitPoint.class;
    }
  }

  /// How much lay left of a split point when that split was prepared.
  record CountLeft(EffectivePartitionKey at) implements PartitionRequest<PartitionAnswer.Counted> {
    @Override
    public Class<PartitionAnswer.Counted> answer() {
      return PartitionAnswer.Counted.class;
    }
  }
}
