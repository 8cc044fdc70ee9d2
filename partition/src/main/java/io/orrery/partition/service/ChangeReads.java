// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.container.ChangedItem;
import io.orrery.partition.ChangeCursor;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.PartitionView;
import io.orrery.partition.service.PartitionAnswer.Changes;
import io.orrery.partition.service.PartitionRequest.ReadChanges;
import io.orrery.partition.throughput.Charges;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Reads pages of a partition's change feed.
final class ChangeReads {
  /// After so many changes it is noted what was done.
  private static final int LOOKED_AT_ONCE = 100;

  private final Partition partition;

  ChangeReads(Partition partition) {
    this.partition = partition;
  }

  Changes read(ReadChanges request, RunningCall call) {
    if (request.waitMillis() > 0) {
      await(request, call);
    }
    PartitionState state = partition.state();
    if (!state.retired() && state.lsn() == request.lsnAfter()) {
      return nothingNew(request, state.lsn());
    }
    try (PartitionView view = partition.view(call.call().nowMillis())) {
      long lsn = view.state().lsn();
      // Nothing is new to who has seen more; the next changes that are have a higher LSN.
      return lsn < request.lsnAfter() ? nothingNew(request, lsn) : read(view, request, call);
    }
  }

  /// Whoever waits is woken by the next write, or by a split.
  private void await(ReadChanges request, RunningCall call) {
    long nanos =
        Math.min(TimeUnit.MILLISECONDS.toNanos(request.waitMillis()), call.remaining().toNanos());
    try {
      boolean _ = partition.awaitLsn(request.lsnAfter() + 1, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RunningCall.cancelled();
    }
    call.throwIfDone();
  }

  private static Changes nothingNew(ReadChanges request, long lsn) {
    return new Changes(List.of(), request.lsnAfter(), false, lsn, Charges.read(0));
  }

  private static Changes read(PartitionView view, ReadChanges request, RunningCall call) {
    long lsn = view.state().lsn();
    long after =
        request.startMillis() == 0
            ? request.lsnAfter()
            : view.lsnBefore(request.startMillis(), request.lsnAfter());
    List<ChangedItem> changes = new ArrayList<>();
    long looked = 0;
    long bytes = 0;
    long last = after;
    try (ChangeCursor cursor = cursor(view, request, after)) {
      while (cursor.next()) {
        if (looked++ % LOOKED_AT_ONCE == 0) {
          call.work(Charges.scan(looked, bytes));
        }
        call.throwIfDone();
        ChangedItem entry = cursor.entry();
        if (request.only() != null && !request.only().sharesPartitionKey(entry.key())) {
          continue;
        }
        long next = entry.version().lsn();
        boolean full = changes.size() >= request.changesMax() || bytes >= request.bytesMax();
        if (full && next != last) {
          return new Changes(changes, next - 1, true, lsn, Charges.scan(looked, bytes));
        }
        changes.add(entry);
        bytes += entry.bytes();
        last = next;
      }
    }
    return new Changes(changes, lsn, false, lsn, Charges.scan(looked, bytes));
  }

  private static ChangeCursor cursor(PartitionView view, ReadChanges request, long lsnAfter) {
    return switch (request.versions()) {
      case LATEST -> view.latestChanges(lsnAfter, request.range());
      case ALL -> view.allChanges(lsnAfter, request.range());
    };
  }
}
