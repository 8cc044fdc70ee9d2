// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.plan.update.EditFailure;

/// What a partition's refusals are called outside the engine.
final class WriteRefusals {
  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};

  private WriteRefusals() {}

  static OrreryException exception(Refusal refusal) {
    return switch (refusal) {
      case Refusal.Unfit(EditFailure failure) ->
          new UnfitUpdate(code(refusal), message(refusal), failure);
      case Refusal.UniqueKeyTaken(int number) -> new TakenUniqueKey(message(refusal), number);
      case Refusal.NotModified(Refusal cause, _) -> exception(cause);
      case Refusal.NotFound _,
          Refusal.Exists _,
          Refusal.VersionDiffers _,
          Refusal.LogicalPartitionFull _,
          Refusal.IndexTooLarge _,
          Refusal.WriteTooLarge _,
          Refusal.TooMuchFound _,
          Refusal.Outdated _,
          Refusal.ConditionNotMet _,
          Refusal.ItemTooLarge _ ->
          new OrreryException(code(refusal), message(refusal));
    };
  }

  static ErrorCode code(Refusal refusal) {
    return switch (refusal) {
      case Refusal.NotFound _ -> ErrorCode.NOT_FOUND;
      case Refusal.Exists _ -> ErrorCode.CONFLICT;
      case Refusal.VersionDiffers _ -> ErrorCode.PRECONDITION_FAILED;
      case Refusal.UniqueKeyTaken _ -> ErrorCode.UNIQUE_KEY_VIOLATION;
      case Refusal.LogicalPartitionFull _ -> ErrorCode.PARTITION_KEY_FULL;
      case Refusal.IndexTooLarge _, Refusal.WriteTooLarge _ -> ErrorCode.LIMIT_EXCEEDED;
      case Refusal.TooMuchFound _ -> ErrorCode.LIMIT_EXCEEDED;
      case Refusal.Outdated _ -> ErrorCode.RETRY_WITH;
      case Refusal.ConditionNotMet _ -> ErrorCode.PRECONDITION_FAILED;
      case Refusal.Unfit _ -> ErrorCode.INVALID_ARGUMENT;
      case Refusal.ItemTooLarge _ -> ErrorCode.ITEM_TOO_LARGE;
      case Refusal.NotModified(Refusal cause, _) -> code(cause);
    };
  }

  static String message(Refusal refusal) {
    return switch (refusal) {
      case Refusal.NotFound _ -> "The item does not exist.";
      case Refusal.Exists _ -> "An item with this partition key and id exists already.";
      case Refusal.VersionDiffers _ -> "The item was changed: its version is not the expected one.";
      case Refusal.UniqueKeyTaken(int constraint) ->
          "Another item has the same values of unique key %d.".formatted(constraint + 1);
      // The sentence the service documents for this case.
      case Refusal.LogicalPartitionFull(long bytesMax) ->
          "Partition key reached maximum size of " + size(bytesMax);
      case Refusal.IndexTooLarge(long bytesMax) ->
          ("The item makes more than %s of index entries. Exclude large arrays and objects that no"
                  + " query looks into from the indexing policy, or divide the item.")
              .formatted(size(bytesMax));
      case Refusal.WriteTooLarge(long bytesMax) ->
          ("The operations together change more than %s of items, index and feed."
                  + " Send them in smaller batches.")
              .formatted(size(bytesMax));
      case Refusal.TooMuchFound(long bytesMax) ->
          "What the batch reads is more than the %s an answer may have.".formatted(size(bytesMax));
      case Refusal.Outdated _ -> "What the transaction has read was changed meanwhile.";
      case Refusal.ConditionNotMet _ -> "The condition of the update is not true of the item.";
      case Refusal.Unfit(EditFailure failure) -> message(failure);
      case Refusal.ItemTooLarge(long bytes, long bytesMax) ->
          "The item has %d bytes, more than the %d it may have.".formatted(bytes, bytesMax);
      case Refusal.NotModified(Refusal cause, _) -> message(cause);
    };
  }

  private static String message(EditFailure failure) {
    String path = "/" + String.join("/", failure.path().subList(0, failure.depth()));
    return switch (failure.kind()) {
      case NO_PARENT -> "There is no object or array at %s that could be changed.".formatted(path);
      case ABSENT -> "There is nothing at %s.".formatted(path);
      case OUT_OF_BOUNDS -> "The array has no such element: %s.".formatted(path);
      case NOT_A_NUMBER -> "There is no number at %s.".formatted(path);
      case NOT_AN_ARRAY -> "There is no array at %s.".formatted(path);
      case SUM_OUT_OF_RANGE -> "The sum at %s is out of range.".formatted(path);
      case BAD_LIFETIME ->
          "The property %s must be a positive whole number of seconds below 2^31, or -1."
              .formatted(path);
      case TOO_DEEP ->
          "The value nests deeper than %d arrays and objects.".formatted(Limits.ITEM_DEPTH);
      case TOO_MANY_MEMBERS -> "The item would have more members than it may.";
      case TOO_LARGE -> "The members of the item would be larger than they may.";
    };
  }

  /// In the largest unit that leaves a whole number.
  static String size(long bytes) {
    int unit = 0;
    long count = bytes;
    while (count >= 1024 && count % 1024 == 0) {
      count /= 1024;
      unit++;
    }
    return count + " " + UNITS[unit];
  }
}
