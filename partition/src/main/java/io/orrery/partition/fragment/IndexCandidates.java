// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.layout.KeyedItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The items of index entries, in their order.
///
/// An item that has several entries comes several times, unless the caller knows that each has one.
final class IndexCandidates implements Candidates {
  /// Items are read several at a time, at first as many as the page needs.
  private static final int READ_FIRST = 4;

  private static final int READ_MAX = 128;

  /// And no more at a time than this: many large items would not fit.
  private static final long READ_BYTES = 1L << 20;

  /// An entry and, once it was looked for, its item, if that is alive.
  private static final class Slot {
    private final EntrySource.Entry entry;
    private boolean read;
    private @Nullable KeyedItem item;

    Slot(EntrySource.Entry entry) {
      this.entry = entry;
    }
  }

  private final FragmentView view;
  private final EntrySource source;
  private final ReadTask task;
  private final FragmentContext context;
  private final Start start;
  private final ArrayDeque<Slot> slots = new ArrayDeque<>();
  private int readCount;
  private long bytesRead;
  private @Nullable Slot current;

  IndexCandidates(FragmentView view, EntrySource source, ReadTask task, Start start) {
    this.view = view;
    this.source = source;
    this.task = task;
    this.context = task.context();
    this.start = start;
    this.readCount = Math.clamp(task.wanted(), READ_FIRST, READ_MAX);
  }

  @Override
  public boolean next() {
    while (true) {
      Slot first = slots.peek();
      if (first == null) {
        if (!(context.isMeasured() ? takeMeasured() : take())) {
          return false;
        }
      } else if (!first.read) {
        readMeasured();
      } else {
        slots.remove();
        if (first.item != null) {
          current = first;
          return true;
        }
      }
    }
  }

  private boolean takeMeasured() {
    long begun = context.nanos();
    boolean taken = take();
    view.countLookup(context.nanos() - begun);
    return taken;
  }

  private boolean take() {
    context.checkpoint();
    List<EntrySource.Entry> entries = source.take(readCount);
    for (EntrySource.Entry entry : entries) {
      slots.add(new Slot(entry));
    }
    readCount = Math.min(READ_MAX, readCount * 2);
    return !entries.isEmpty();
  }

  private void readMeasured() {
    context.checkpoint();
    if (!context.isMeasured()) {
      read();
      return;
    }
    long begun = context.nanos();
    read();
    view.countLoad(context.nanos() - begun);
  }

  /// Reads the items of entries together: as many as fit, the first at least.
  private void read() {
    // Nearly all of what was read before is done with.
    task.budget().give(bytesRead);
    bytesRead = 0;
    List<Slot> unread = new ArrayList<>(slots.size());
    List<ItemKey> keys = new ArrayList<>(slots.size());
    for (Slot slot : slots) {
      if (!slot.read) {
        unread.add(slot);
        keys.add(slot.entry.key());
      }
    }
    long bytes = 0;
    List<Optional<Item>> items = view.view().findAll(keys, READ_BYTES);
    for (int i = 0; i < items.size(); i++) {
      Slot slot = unread.get(i);
      slot.read = true;
      if (items.get(i).isPresent()) {
        slot.item = new KeyedItem(keys.get(i), items.get(i).get());
        view.countItem(slot.item);
        bytes += items.get(i).get().body().length;
      }
    }
    task.budget().take(bytes);
    bytesRead = bytes;
  }

  private Slot current() {
    if (current == null) {
      throw new IllegalStateException("there is no current item");
    }
    return current;
  }

  @Override
  public KeyedItem item() {
    KeyedItem item = current().item;
    if (item == null) {
      throw new IllegalStateException("there is no current item");
    }
    return item;
  }

  @Override
  public long rowsDone() {
    return start.inclusive() && Arrays.equals(start.position(), position()) ? start.rowsDone() : 0;
  }

  @Override
  public byte[] position() {
    return current().entry.position();
  }

  @Override
  public void close() {
    task.budget().give(bytesRead);
    bytesRead = 0;
    source.close();
  }
}
