// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.layout.KeyedItem;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Every item of the scope, in ring order.
final class FullScanCandidates implements Candidates {
  private final FragmentView view;
  private final ItemScope scope;
  private final FragmentContext context;
  private final long rowsDoneAgain;

  /// The parts of the scope inside the partition that are still to come.
  private final ArrayDeque<HashRange> stretches = new ArrayDeque<>();

  private @Nullable ItemKey after;
  private @Nullable ItemKey again;
  private @Nullable ItemCursor opened;
  private @Nullable KeyedItem item;
  private long rowsDone;

  FullScanCandidates(FragmentView view, ReadTask task, Start start) {
    this.view = view;
    this.scope = task.scope();
    this.context = task.context();
    this.rowsDoneAgain = start.rowsDone();
    if (start.position() != null) {
      after = decode(start.position());
      again = start.inclusive() ? after : null;
    }
    for (HashRange range : scope.ranges()) {
      if (view.range().overlaps(range)) {
        stretches.add(view.range().intersect(range));
      }
    }
  }

  private static ItemKey decode(byte[] position) {
    try {
      return ItemKey.decode(position);
    } catch (OrreryException _) {
      throw Start.invalid();
    }
  }

  @Override
  public boolean next() {
    if (!context.isMeasured()) {
      return advance();
    }
    long start = context.nanos();
    boolean found = advance();
    view.countLoad(context.nanos() - start);
    return found;
  }

  private boolean advance() {
    rowsDone = 0;
    while (true) {
      context.checkpoint();
      ItemCursor cursor = opened;
      if (cursor == null) {
        cursor = open();
        if (cursor == null) {
          return false;
        }
        opened = cursor;
        if (readAgain()) {
          return true;
        }
      }
      if (findIn(cursor)) {
        return true;
      }
      close();
    }
  }

  private boolean findIn(ItemCursor cursor) {
    while (cursor.next()) {
      ItemKey key = cursor.key();
      if (scope.includes(key)) {
        found(key, cursor.item());
        return true;
      }
      view.countEntry();
      context.checkpoint();
    }
    return false;
  }

  /// Opens the next stretch that does not lie wholly before the start; null if there is none.
  private @Nullable ItemCursor open() {
    HashRange stretch = stretches.poll();
    while (stretch != null && after != null && ItemScope.isBehind(after, stretch)) {
      stretch = stretches.poll();
    }
    if (stretch == null) {
      return null;
    }
    ItemKey from = after != null && ItemScope.isIn(after, stretch) ? after : null;
    if (from == null) {
      again = null;
    }
    after = null;
    return view.view().items(stretch, from, Direction.FORWARD);
  }

  private boolean readAgain() {
    ItemKey key = again;
    again = null;
    if (key == null) {
      return false;
    }
    Optional<Item> present = view.view().find(key);
    if (present.isEmpty()) {
      return false;
    }
    found(key, present.get());
    rowsDone = rowsDoneAgain;
    return true;
  }

  private void found(ItemKey key, Item present) {
    item = new KeyedItem(key, present);
    view.countEntry();
    view.countItem(item);
  }

  @Override
  public KeyedItem item() {
    if (item == null) {
      throw new IllegalStateException("there is no current item");
    }
    return item;
  }

  @Override
  public long rowsDone() {
    return rowsDone;
  }

  @Override
  public byte[] position() {
    return item().key().encoded();
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.close();
      opened = null;
    }
  }
}
