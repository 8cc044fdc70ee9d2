// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.partition.command.Command;
import io.orrery.plan.update.Operation;
import java.util.List;

/// What a write must meet before it is handed to a partition.
///
/// Bodies come out of our own encoder, so their structure is not verified again: that would cost a
/// pass over every item. Only their length is looked at.
final class WriteLimits {
  private final Limits limits;

  WriteLimits(Limits limits) {
    this.limits = limits;
  }

  void check(Api api, Operation operation) {
    int bytes = bytes(operation);
    int itemBytesMax = api.itemBytesMax(limits);
    if (bytes > itemBytesMax) {
      throw new OrreryException(
          ErrorCode.ITEM_TOO_LARGE,
          "The item has %d bytes, more than the %d it may have.".formatted(bytes, itemBytesMax));
    }
  }

  void checkBatch(Api api, List<Operation> operations) {
    int operationsMax = limits.batchOperations();
    if (operations.isEmpty() || operations.size() > operationsMax) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "A batch has 1 to %d operations, not %d.".formatted(operationsMax, operations.size()));
    }
    long bytes = 0;
    for (Operation operation : operations) {
      check(api, operation);
      bytes += bytes(operation);
      if (!operation.key().sharesPartitionKey(operations.getFirst().key())) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT, "All operations of a batch need the same partition key.");
      }
    }
    int bytesMax = api.batchBytesMax(limits);
    if (bytes > bytesMax) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "The batch has %d bytes, more than the %d it may have.".formatted(bytes, bytesMax));
    }
  }

  /// How many bytes a write may have in all, the partition knows.
  void checkTransaction(Api api, List<Operation> operations) {
    if (operations.isEmpty() || operations.size() > Command.OPERATIONS_MAX) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "A transaction has 1 to %d operations, not %d."
              .formatted(Command.OPERATIONS_MAX, operations.size()));
    }
    operations.forEach(each -> check(api, each));
  }

  static int bytes(Operation operation) {
    return switch (operation) {
      case Operation.Create create -> create.item().body().length;
      case Operation.Replace replace -> replace.item().body().length;
      case Operation.Upsert upsert -> upsert.item().body().length;
      case Operation.Modify modify -> modify.insert() == null ? 0 : modify.insert().body().length;
      case Operation.Merge _, Operation.Delete _, Operation.Read _ -> 0;
    };
  }
}
