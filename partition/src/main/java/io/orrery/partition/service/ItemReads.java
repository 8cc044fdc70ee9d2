// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.PartitionView;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.partition.service.PartitionAnswer.FoundAll;
import io.orrery.partition.service.PartitionAnswer.Rows;
import io.orrery.partition.service.PartitionRequest.Sight;
import io.orrery.partition.throughput.Charges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads items of one logical partition, so that all reads of a transaction see one state.
final class ItemReads {
  private final Partition partition;

  ItemReads(Partition partition) {
    this.partition = partition;
  }

  /// Without a snapshot, as long as nothing is written meanwhile.
  FoundAll findAll(PartitionRequest.FindAll request, RunningCall call) {
    Sight sight = request.sight();
    PartitionState now = partition.state();
    long lsn = sight.lsn() == Sight.NOTHING ? now.lsn() : sight.lsn();
    long asOfMillis =
        sight.asOfMillis() == 0
            ? Math.max(call.call().nowMillis(), now.timeMillis())
            : sight.asOfMillis();
    List<Optional<Item>> items = partition.findAt(lsn, asOfMillis, request.keys());
    return items == null
        ? findInView(request, call)
        : new FoundAll(false, items, asOfMillis, sight.changed(), lsn);
  }

  private FoundAll findInView(PartitionRequest.FindAll request, RunningCall call) {
    Sight sight = request.sight();
    try (PartitionView view = view(sight, call)) {
      long changed = view.changed(sight.partition());
      long lsn = view.state().lsn();
      if (isOutdated(view, sight, changed)) {
        return new FoundAll(true, List.of(), view.liveMillis(), changed, lsn);
      }
      List<Optional<Item>> items = new ArrayList<>(request.keys().size());
      for (ItemKey key : request.keys()) {
        items.add(view.find(key));
      }
      return new FoundAll(false, items, view.liveMillis(), changed, lsn);
    }
  }

  Rows scan(PartitionRequest.ScanRows request, RunningCall call) {
    Sight sight = request.sight();
    try (PartitionView view = view(sight, call)) {
      long changed = view.changed(sight.partition());
      long lsn = view.state().lsn();
      if (isOutdated(view, sight, changed)) {
        return new Rows(
            true, view.liveMillis(), changed, List.of(), false, lsn, RequestCharge.NONE);
      }
      try (ItemCursor cursor =
          view.logicalPartition(sight.partition(), request.rows(), request.direction())) {
        List<KeyedItem> rows = new ArrayList<>();
        long bytes = fill(rows, cursor, request, call);
        return new Rows(
            false,
            view.liveMillis(),
            changed,
            rows,
            bytes < 0,
            lsn,
            Charges.scan(rows.size(), Math.abs(bytes)));
      }
    }
  }

  /// Gives how many bytes there are; negative if there was one row more.
  private static long fill(
      List<KeyedItem> rows,
      ItemCursor cursor,
      PartitionRequest.ScanRows request,
      RunningCall call) {
    long bytes = 0;
    while (cursor.next()) {
      call.throwIfDone();
      KeyedItem row = new KeyedItem(cursor.key(), cursor.item());
      boolean full = rows.size() >= request.itemsMax() || bytes + row.bytes() > request.bytesMax();
      if (full && !rows.isEmpty()) {
        return -bytes;
      }
      rows.add(row);
      bytes += row.bytes();
    }
    return bytes;
  }

  private PartitionView view(Sight sight, RunningCall call) {
    return sight.asOfMillis() == 0
        ? partition.view(call.call().nowMillis())
        : partition.viewAsOf(sight.asOfMillis());
  }

  private static boolean isOutdated(PartitionView view, Sight sight, long changed) {
    if (sight.lsn() == view.state().lsn() || sight.changed() == changed) {
      return false;
    }
    for (Expectation expectation : sight.expectations()) {
      if (!holds(view, expectation, changed)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(PartitionView view, Expectation expectation, long changed) {
    return switch (expectation) {
      case Expectation.Unchanged(_, long lsn) -> lsn == changed;
      case Expectation.Version(ItemKey key, @Nullable ItemVersion version) ->
          view.find(key).map(item -> item.version().equals(version)).orElse(version == null);
    };
  }
}
