// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import io.orrery.model.container.Item;
import io.orrery.plan.update.EditFailure;
import java.util.List;

/// What became of a [Command]: a value, because none of it is unexpected.
public sealed interface Outcome {

  /// A [Command.Write] that took place at `lsn` (or that only read, and took no LSN of its own).
  record Written(long lsn, List<Result> results) implements Outcome {
    public Written {
      results = List.copyOf(results);
    }
  }

  /// A [Command.Write] that left no trace, because one of its operations could not be done.
  record Refused(long lsn, int operation, Refusal refusal) implements Outcome {}

  /// Any other command. `touched` says how many items, changes or entries it dealt with; `more`
  /// that another one like it would find work.
  record Done(long lsn, int touched, boolean more) implements Outcome {}

  /// A command that does not fit the partition's state, which it leaves as it was.
  record Declined(String reason) implements Outcome {}

  /// The partition was split before the command's turn came: its children take it.
  record Moved() implements Outcome {}

  /// What became of one [operation][io.orrery.plan.update.Operation].
  sealed interface Step permits Result, Refusal {}

  /// What an operation of a write that took place did, and what it cost.
  sealed interface Result extends Step {
    Item item();

    Work work();

    record Created(Item item, Work work) implements Result {}

    record Replaced(Item item, Work work) implements Result {}

    record Deleted(Item item, Work work) implements Result {}

    record Found(Item item, Work work) implements Result {}

    /// An item that was there, and had so many bytes before it was changed.
    record Modified(Item item, Work work, long bytesBefore) implements Result {}

    /// The operation left the item as it was.
    record Unchanged(Item item, Work work) implements Result {}
  }

  /// Why an operation could not be done.
  sealed interface Refusal extends Step {
    record NotFound() implements Refusal {}

    record Exists() implements Refusal {}

    record VersionDiffers(Item current) implements Refusal {}

    record UniqueKeyTaken(int constraint) implements Refusal {}

    record LogicalPartitionFull(long bytesMax) implements Refusal {}

    /// The item would have more index entries than an item may.
    record IndexTooLarge(long bytesMax) implements Refusal {}

    /// The operations up to this one change more than one write may.
    record WriteTooLarge(long bytesMax) implements Refusal {}

    /// The reads of one write have found more than an answer can hold.
    record TooMuchFound(long bytesMax) implements Refusal {}

    /// One of the write's [Expectation]s does not hold.
    record Outdated() implements Refusal {}

    /// The condition of an update is not true of the item.
    record ConditionNotMet(Item current) implements Refusal {}

    /// An update does not fit the item.
    record Unfit(EditFailure failure) implements Refusal {}

    record ItemTooLarge(long bytes, long bytesMax) implements Refusal {}

    /// Why an item of so many bytes that was read could not be modified.
    record NotModified(Refusal cause, long bytesBefore) implements Refusal {
      public NotModified {
        if (cause instanceof NotModified) {
          throw new IllegalArgumentException("a cause has no cause");
        }
      }
    }
  }

  /// What an operation made the partition do; its charge follows from it.
  ///
  /// @param bytes of the bodies read or written: what the engine adds to them grows with the store,
  ///   and the charge of the same work must not
  /// @param entries index entries written or removed
  record Work(long bytes, int entries) {
    public static final Work NONE = new Work(0, 0);
  }
}
