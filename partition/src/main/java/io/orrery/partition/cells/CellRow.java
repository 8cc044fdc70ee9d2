// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.cells;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Cell;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An item as cells. Values stand in the item's body, so that reading, indexing and querying know
/// nothing of cells; beside it stand the times of the cells, and the tombstones.
///
/// ```
/// alive until, next expiry, due, then for each path in order: path, flags, times
/// ```
public final class CellRow {
  private static final int DELETION = 1;
  private static final int LIVE = 2;
  private static final int EXPIRING = 4;
  private static final int SPENT = 8;

  private final NavigableMap<List<String>, Slot> slots;

  private CellRow(NavigableMap<List<String>, Slot> slots) {
    this.slots = slots;
  }

  public static CellRow empty() {
    return new CellRow(new TreeMap<>(CellRow::compare));
  }

  /// The row of an item's body and stored cells. Fails with CORRUPTED if they are no row.
  public static CellRow of(byte[] body, byte[] cells) {
    ByteReader in = new ByteReader(cells);
    CellTimes.read(in);
    Value values = StoredItems.decode(body);
    TreeMap<List<String>, Slot> slots = new TreeMap<>(CellRow::compare);
    while (in.hasRemaining()) {
      List<String> path = CellCodec.readPath(in);
      slots.put(path, readSlot(in, path, values));
    }
    return new CellRow(slots);
  }

  private static Slot readSlot(ByteReader in, List<String> path, Value values) {
    int flags = in.readByte();
    Cell.Deleted deletion = null;
    if ((flags & DELETION) != 0) {
      deletion = new Cell.Deleted(path, in.readSignedVarint(), CellCodec.readTime(in));
    }
    if ((flags & LIVE) == 0) {
      return new Slot(deletion, null, false);
    }
    long timestamp = in.readSignedVarint();
    long expires = (flags & EXPIRING) == 0 ? Cell.NEVER : CellCodec.readTime(in);
    boolean spent = (flags & SPENT) != 0;
    Value value = path.isEmpty() ? Value.Undefined.UNDEFINED : Value.Null.NULL;
    if (!spent && !path.isEmpty()) {
      value = find(values, path);
    }
    return new Slot(deletion, new Cell.Live(path, timestamp, value, expires), spent);
  }

  private static Value find(Value values, List<String> path) {
    Value node = values;
    for (String segment : path) {
      node =
          node instanceof Value.Document document
              ? document.property(segment)
              : Value.Undefined.UNDEFINED;
    }
    if (node == Value.Undefined.UNDEFINED) {
      throw OrreryException.corrupted("a cell has no value in its row");
    }
    return node;
  }

  /// The row with these cells in it, as it is at a time. What was over some time before is
  /// forgotten: tombstones, and the times of values that expired.
  ///
  /// @param graceMillis how long that time is
  public CellRow merge(List<Cell> cells, long nowMillis, long graceMillis) {
    TreeMap<List<String>, Slot> merged = new TreeMap<>(slots);
    for (Cell cell : cells) {
      merged.merge(cell.path(), Slot.EMPTY.with(cell), (old, _) -> old.with(cell));
    }
    merged.replaceAll((path, slot) -> uncovered(merged, path, slot).at(nowMillis));
    merged.replaceAll((_, slot) -> kept(slot, nowMillis - graceMillis));
    merged.values().removeIf(Slot::isEmpty);
    return new CellRow(merged);
  }

  /// What tombstones at the path and above it leave of a slot. They cover each other only from
  /// above, so that it does not matter in which order paths are looked at.
  private static Slot uncovered(
      NavigableMap<List<String>, Slot> slots, List<String> path, Slot slot) {
    long above = Long.MIN_VALUE;
    boolean covered = false;
    for (int length = 0; length < path.size(); length++) {
      Slot ancestor = slots.get(path.subList(0, length));
      if (ancestor != null && ancestor.deletion() != null) {
        above = Math.max(above, ancestor.deletion().timestamp());
        covered = true;
      }
    }
    Slot rest = slot;
    if (covered && slot.deletion() != null && slot.deletion().timestamp() <= above) {
      rest = rest.withoutDeletion();
    }
    if (slot.deletion() != null) {
      above = Math.max(above, slot.deletion().timestamp());
      covered = true;
    }
    return covered && slot.live() != null && slot.live().timestamp() <= above
        ? rest.withoutLive()
        : rest;
  }

  private static Slot kept(Slot slot, long horizonMillis) {
    Slot rest = slot;
    if (rest.deletion() != null && rest.deletion().deletedMillis() <= horizonMillis) {
      rest = rest.withoutDeletion();
    }
    return rest.spent() && requireLive(rest).expiresMillis() <= horizonMillis
        ? rest.withoutLive()
        : rest;
  }

  private static Cell.Live requireLive(Slot slot) {
    if (slot.live() == null) {
      throw new IllegalStateException("a slot is spent that had nothing");
    }
    return slot.live();
  }

  /// Whether there is nothing to keep, not even a tombstone.
  public boolean isEmpty() {
    return slots.isEmpty();
  }

  /// The path of a value below another value, which cannot be; null if there is none.
  public @Nullable List<String> conflict() {
    for (Map.Entry<List<String>, Slot> entry : slots.entrySet()) {
      List<String> path = entry.getKey();
      for (int length = 1; length < path.size() && entry.getValue().value() != null; length++) {
        Slot ancestor = slots.get(path.subList(0, length));
        if (ancestor != null && ancestor.value() != null) {
          return path;
        }
      }
    }
    return null;
  }

  /// The cells that count at a time, with their own times.
  public List<Cell.Live> values(long nowMillis) {
    List<Cell.Live> values = new ArrayList<>();
    for (Slot slot : slots.values()) {
      Cell.Live live = slot.at(nowMillis).value();
      if (live != null) {
        values.add(live);
      }
    }
    return values;
  }

  /// Whether it has something that was written up to a time.
  public boolean hasValuesUpTo(long timestamp) {
    return slots.values().stream()
        .map(Slot::live)
        .anyMatch(live -> live != null && live.timestamp() <= timestamp);
  }

  /// The values at a time, as the body of an item.
  public byte[] body(long nowMillis) {
    Tree root = new Tree();
    for (Cell.Live live : values(nowMillis)) {
      if (!live.path().isEmpty()) {
        root.put(live);
      }
    }
    return StoredItems.encode(root.document());
  }

  /// Objects in the making, in the order of the paths.
  private static final class Tree {
    private final SequencedMap<String, Object> members = new LinkedHashMap<>();

    private void put(Cell.Live live) {
      Tree node = this;
      for (String segment : live.path().subList(0, live.path().size() - 1)) {
        node = (Tree) node.members.computeIfAbsent(segment, _ -> new Tree());
      }
      node.members.put(live.path().getLast(), live.value());
    }

    private Value.Document document() {
      SequencedMap<String, Value> properties = new LinkedHashMap<>();
      members.forEach(
          (name, member) ->
              properties.put(name, member instanceof Tree tree ? tree.document() : (Value) member));
      return new Value.Document(properties);
    }
  }

  /// When something happens to the row by itself.
  public CellTimes times(long graceMillis) {
    long aliveUntil = 0;
    long nextExpiry = Cell.NEVER;
    long due = Cell.NEVER;
    for (Slot slot : slots.values()) {
      Cell.Live value = slot.value();
      if (value != null) {
        aliveUntil = Math.max(aliveUntil, value.expiresMillis());
        nextExpiry = Math.min(nextExpiry, value.expiresMillis());
      } else if (slot.live() != null) {
        due = Math.min(due, later(slot.live().expiresMillis(), graceMillis));
      }
      if (slot.deletion() != null) {
        due = Math.min(due, later(slot.deletion().deletedMillis(), graceMillis));
      }
    }
    return new CellTimes(aliveUntil, nextExpiry, Math.min(due, nextExpiry));
  }

  private static long later(long millis, long graceMillis) {
    return millis > Cell.NEVER - graceMillis ? Cell.NEVER : millis + graceMillis;
  }

  /// What is stored beside the body.
  public byte[] encode(long graceMillis) {
    ByteWriter out = new ByteWriter(16 + 24 * slots.size());
    times(graceMillis).write(out);
    slots.forEach((path, slot) -> write(out, path, slot));
    return out.toByteArray();
  }

  private static void write(ByteWriter out, List<String> path, Slot slot) {
    CellCodec.writePath(out, path);
    Cell.Deleted deletion = slot.deletion();
    Cell.Live live = slot.live();
    boolean expires = live != null && live.expiresMillis() != Cell.NEVER;
    out.writeByte(
        (deletion == null ? 0 : DELETION)
            | (live == null ? 0 : LIVE)
            | (expires ? EXPIRING : 0)
            | (slot.spent() ? SPENT : 0));
    if (deletion != null) {
      out.writeSignedVarint(deletion.timestamp()).writeVarint(deletion.deletedMillis());
    }
    if (live != null) {
      out.writeSignedVarint(live.timestamp());
    }
    if (live != null && expires) {
      out.writeVarint(live.expiresMillis());
    }
  }

  /// Parents come before what is below them.
  private static int compare(List<String> left, List<String> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = left.get(i).compareTo(right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }
}
