// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.PartitionKey;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A transactional batch: all operations or none, on items of one partition key.
final class AtomicBatch {
  private static final int ATTEMPTS_MAX = 100;

  private static final Set<ErrorCode> OF_ONE_OPERATION =
      EnumSet.of(
          ErrorCode.INVALID_ARGUMENT,
          ErrorCode.MALFORMED,
          ErrorCode.PARTITION_KEY_MISMATCH,
          ErrorCode.PRECONDITION_FAILED,
          ErrorCode.ITEM_TOO_LARGE);

  private final Gateway gateway;

  AtomicBatch(Gateway gateway) {
    this.gateway = gateway;
  }

  /// Tries again while others change what its patches have read.
  List<EntryResult> run(ItemRequest request, List<Entry> entries) {
    PartitionKey key = request.requireKey();
    boolean asUpdates = Preparation.areUpdates(request, entries);
    for (int attempts = 0; attempts < ATTEMPTS_MAX; attempts++) {
      Preparation preparation = new Preparation(gateway, request, key, asUpdates);
      for (int i = 0; i < entries.size(); i++) {
        try {
          preparation.add(entries.get(i));
        } catch (OrreryException refusal) {
          return failed(entries, i, refusal);
        }
      }
      switch (gateway.batch(request.handle(), preparation.operations(), request.context())) {
        case BatchOutcome.Committed committed -> {
          return committed(request, entries, committed.results());
        }
        case BatchOutcome.Failed failed -> {
          if (!preparation.isOutdated(failed)) {
            return failed(entries, failed.index(), failed.code(), failed.charge());
          }
        }
      }
    }
    throw new OrreryException(
        ErrorCode.RETRY_WITH, "Other writes to the same items kept getting ahead of the batch.");
  }

  private static List<EntryResult> committed(
      ItemRequest request, List<Entry> entries, List<WriteResult> results) {
    List<EntryResult> all = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      all.add(EntryResult.of(entries.get(i), results.get(i), request));
    }
    return all;
  }

  /// An operation that can never work fails the batch; what concerns all of them is passed on.
  private static List<EntryResult> failed(List<Entry> entries, int index, OrreryException refusal) {
    if (!OF_ONE_OPERATION.contains(refusal.code())) {
      throw refusal;
    }
    return failed(entries, index, refusal.code(), RequestCharge.LEAST);
  }

  /// What is too large of a read is the answer.
  private static EntryResult failure(Entry entry, ErrorCode code, RequestCharge charge) {
    EntryResult failure = EntryResult.failed(code, charge, 0);
    boolean found = entry.kind() == Entry.Kind.READ && code == ErrorCode.LIMIT_EXCEEDED;
    return found ? failure.withoutRoom() : failure;
  }

  private static List<EntryResult> failed(
      List<Entry> entries, int index, ErrorCode code, RequestCharge charge) {
    List<EntryResult> all = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      all.add(i == index ? failure(entries.get(i), code, charge) : EntryResult.FAILED_DEPENDENCY);
    }
    return all;
  }
}
