// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.layout.PartitionId;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import java.util.function.LongConsumer;

/// The keys of an item's entries in INDEX, each once after [#finish].
///
/// An item may have hundreds of thousands, so they stand in one array, without what they share: the
/// space in front and the rid behind. Whether they take more than they may is known soon after they
/// do, and exactly: a value that an array repeats counts once.
public final class EntryKeys extends AbstractList<byte[]> implements RandomAccess {
  /// The entries of an item that is not there.
  public static final EntryKeys NONE =
      new EntryKeys(new PartitionId(0, 0), 0, 0, Room.UNLIMITED, new ByteWriter(0), new long[0]);

  /// What every key has besides the bytes kept here.
  private static final int SHARED_BYTES = 2 * Integer.BYTES + Long.BYTES;

  /// So much may stand here before repetitions are looked for.
  private static final int LOOSE_BYTES = 64 << 10;

  private static final int INSERTION_MAX = 12;

  private final PartitionId space;
  private final long rid;
  private final int valueBytes;
  private final Room room;
  private ByteWriter content;

  /// Where each key's own bytes begin, and in the low half how many they are.
  private long[] places;

  private int count;
  private long contentBytes;
  private int looseMax = LOOSE_BYTES;
  private boolean sorted;
  private boolean overfull;

  /// How much all entries of an item may take.
  ///
  /// @param memory told what they need while they are made, before they do
  public record Room(long bytesMax, LongConsumer memory) {
    public static final Room UNLIMITED = new Room(Long.MAX_VALUE, _ -> {});
  }

  /// @param valueBytes what stands behind each key: it counts as well
  public EntryKeys(PartitionId space, long rid, int valueBytes, Room room) {
    this(space, rid, valueBytes, room, new ByteWriter(384), new long[16]);
  }

  private EntryKeys(
      PartitionId space, long rid, int valueBytes, Room room, ByteWriter content, long[] places) {
    this.space = space;
    this.rid = rid;
    this.valueBytes = valueBytes;
    this.room = room;
    this.content = content;
    this.places = places;
  }

  /// Adds the key with these bytes between space and rid.
  public void add(ByteWriter own) {
    if (count == places.length) {
      places = Arrays.copyOf(places, count + (count >> 1));
    }
    places[count++] = place(content.size(), own.size());
    content.writeBytes(own.array(), 0, own.size());
    contentBytes += own.size();
    sorted = false;
    if (content.size() >= looseMax) {
      compact();
    }
  }

  /// Ends the adding: what was added twice counts once.
  ///
  /// @param repeats whether a key may have been added twice
  public EntryKeys finish(boolean repeats) {
    if (repeats) {
      removeRepetitions();
    }
    overfull |= bytes() > room.bytesMax();
    return this;
  }

  /// Whether there are more than there may be; those that are here then are not all.
  public boolean isOverfull() {
    return overfull;
  }

  /// What the entries take in the index.
  public long bytes() {
    return contentBytes + (long) count * (SHARED_BYTES + valueBytes);
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public byte[] get(int index) {
    ByteWriter key = new ByteWriter(SHARED_BYTES + length(places[index]));
    write(index, key);
    return key.toByteArray();
  }

  /// Appends the whole key.
  public void write(int index, ByteWriter out) {
    space.write(out);
    out.writeBytes(content.array(), start(places[index]), length(places[index]));
    out.writeLong(rid);
  }

  /// The keys that are not among those of `other`, which are of the same item.
  public EntryKeys minus(EntryKeys other) {
    if (count == 0 || other.count == 0 || !space.equals(other.space)) {
      return this;
    }
    sort();
    other.sort();
    var rest = new EntryKeys(space, rid, valueBytes, room, content, new long[count]);
    int o = 0;
    for (int i = 0; i < count; i++) {
      int order = -1;
      while (o < other.count && (order = compare(places[i], other, other.places[o])) > 0) {
        o++;
      }
      if (o == other.count || order != 0) {
        rest.keep(places[i]);
      }
    }
    rest.sorted = true;
    return rest;
  }

  private void keep(long place) {
    places[count++] = place;
    contentBytes += length(place);
  }

  /// The next time comes when there is twice as much: repetitions cost a constant number of sorts
  /// for each key, and never more than twice the memory.
  private void compact() {
    removeRepetitions();
    ByteWriter compact = new ByteWriter(content.size());
    for (int i = 0; i < count; i++) {
      int start = compact.size();
      compact.writeBytes(content.array(), start(places[i]), length(places[i]));
      places[i] = place(start, length(places[i]));
    }
    content = compact;
    looseMax = Math.max(LOOSE_BYTES, 2 * content.size());
    room.memory().accept(2L * looseMax);
    overfull |= bytes() > room.bytesMax();
  }

  private void removeRepetitions() {
    sort();
    int all = count;
    count = 0;
    contentBytes = 0;
    for (int i = 0; i < all; i++) {
      if (count == 0 || compare(places[count - 1], this, places[i]) != 0) {
        keep(places[i]);
      }
    }
  }

  private void sort() {
    if (!sorted) {
      sort(0, count, new long[(count + 1) / 2]);
      sorted = true;
    }
  }

  /// Merges halves; those in order already, as of an ascending array, cost one comparison.
  private void sort(int from, int to, long[] spare) {
    if (to - from <= INSERTION_MAX) {
      insert(from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    sort(from, middle, spare);
    sort(middle, to, spare);
    if (compare(places[middle - 1], this, places[middle]) <= 0) {
      return;
    }
    int left = middle - from;
    System.arraycopy(places, from, spare, 0, left);
    int l = 0;
    int r = middle;
    for (int next = from; l < left; next++) {
      boolean takeLeft = r == to || compare(spare[l], this, places[r]) <= 0;
      places[next] = takeLeft ? spare[l++] : places[r++];
    }
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long place = places[i];
      int at = i;
      while (at > from && compare(places[at - 1], this, place) > 0) {
        places[at] = places[at - 1];
        at--;
      }
      places[at] = place;
    }
  }

  private int compare(long place, EntryKeys other, long otherPlace) {
    int start = start(place);
    int otherStart = start(otherPlace);
    return Arrays.compareUnsigned(
        content.array(),
        start,
        start + length(place),
        other.content.array(),
        otherStart,
        otherStart + length(otherPlace));
  }

  private static long place(int start, int length) {
    return (long) start << Integer.SIZE | length;
  }

  private static int start(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  private static int length(long place) {
    return (int) place;
  }
}
