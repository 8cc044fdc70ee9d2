// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Outcome.Refusal;

/// What a partition's refusals are called outside the engine.
final class Refusals {
  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};

  private Refusals() {}

  static OrreryException exception(Refusal refusal) {
    return new OrreryException(code(refusal), message(refusal));
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
