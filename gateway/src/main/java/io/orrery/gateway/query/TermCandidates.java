// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.plan.program.Budget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The items of index entries, in their order.
///
/// An item that has several entries comes several times, unless the caller knows that each has one.
final class TermCandidates implements Candidates {
  /// Items are read several at a time, at first as many as the page needs.
  private static final int READ_FIRST = 4;

  private static final int READ_MAX = 128;

  /// And no more at a time than this: many large items would not fit.
  private static final long READ_BYTES = 1L << 20;

  /// An entry and, once it was looked for, its item, if that is alive.
  private static final class Slot {
    private final EntrySource.Entry entry;
    private boolean read;
    private @Nullable Row row;

    Slot(EntrySource.Entry entry) {
      this.entry = entry;
    }
  }

  private final List<ReadView> views;
  private final EntrySource source;
  private final RequestContext context;
  private final Budget budget;
  private final Start start;
  private final ArrayDeque<Slot> slots = new ArrayDeque<>();
  private int readCount;
  private long bytesRead;
  private @Nullable Slot current;

  TermCandidates(
      List<ReadView> views, EntrySource source, ReadTask task, Start start, long wanted) {
    this.views = views;
    this.source = source;
    this.context = task.context();
    this.budget = task.budget();
    this.start = start;
    this.readCount = Math.clamp(wanted, READ_FIRST, READ_MAX);
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
        if (first.row != null) {
          current = first;
          return true;
        }
      }
    }
  }

  private boolean takeMeasured() {
    long begun = context.nanos();
    boolean taken = take();
    views.getFirst().countLookup(context.nanos() - begun);
    return taken;
  }

  private boolean take() {
    context.throwIfDone();
    List<EntrySource.Entry> entries = source.take(readCount);
    for (EntrySource.Entry entry : entries) {
      slots.add(new Slot(entry));
    }
    readCount = Math.min(READ_MAX, readCount * 2);
    return !entries.isEmpty();
  }

  private void readMeasured() {
    context.throwIfDone();
    if (!context.isMeasured()) {
      read();
      return;
    }
    long begun = context.nanos();
    read();
    views.getFirst().countLoad(context.nanos() - begun);
  }

  /// Reads the items of entries, those of one partition together: as many as fit, in each partition
  /// the first at least.
  private void read() {
    // Nearly all of what was read before is done with.
    budget.give(bytesRead);
    bytesRead = 0;
    long bytes = 0;
    for (ReadView view : views) {
      List<Slot> unread = new ArrayList<>();
      List<ItemKey> keys = new ArrayList<>();
      for (Slot slot : slots) {
        if (!slot.read && slot.entry.view() == view) {
          unread.add(slot);
          keys.add(slot.entry.key());
        }
      }
      if (keys.isEmpty()) {
        continue;
      }
      List<Optional<Item>> items = view.view().findAll(keys, READ_BYTES / views.size());
      for (int i = 0; i < items.size(); i++) {
        Slot slot = unread.get(i);
        slot.read = true;
        if (items.get(i).isPresent()) {
          slot.row = new Row(keys.get(i), items.get(i).get());
          view.countItem(keys.get(i), items.get(i).get());
          bytes += items.get(i).get().body().length;
        }
      }
    }
    budget.take(bytes);
    bytesRead = bytes;
  }

  private Slot current() {
    if (current == null) {
      throw new IllegalStateException("there is no current item");
    }
    return current;
  }

  @Override
  public Row row() {
    Row row = current().row;
    if (row == null) {
      throw new IllegalStateException("there is no current item");
    }
    return row;
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
    budget.give(bytesRead);
    bytesRead = 0;
    source.close();
  }
}
