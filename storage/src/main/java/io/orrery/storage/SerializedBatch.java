// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A batch in the form RocksDB keeps in its log, built in Java: a whole group of batches then costs
/// one call into native code instead of one for each key.
///
/// A group is `sequence (8 bytes, zero) | count (4, little endian) | records`; a record is `tag |
/// family (varint) | key | value`, with each slice preceded by its length (varint). RocksDB
/// promises this form to its own log files, so it can only ever grow. The batches of one group are
/// simply strung together.
///
/// A small batch is one array that grows; a large one goes on in further arrays, because growing it
/// would take its memory three times over.
final class SerializedBatch implements Batch {
  static final int HEADER_BYTES = 12;

  /// Behind every key there may be: the end of a range that has none.
  static final byte[] END = new byte[16];

  /// More than any group of commands takes, since what one may write has a limit far below.
  static final int BYTES_MAX = 256 << 20;

  private static final int BYTES_INITIAL = 512;
  private static final int ITEMS_INITIAL = 2;
  private static final int CHUNK_BYTES = 1 << 20;

  /// The tag and the family, which [#begin] writes.
  private static final int RECORD_HEAD_BYTES = 2;

  private static final Family[] FAMILIES = Family.values();
  private static final byte TAG_REMARK = 0x3;
  private static final byte TAG_DELETE = 0x4;
  private static final byte TAG_PUT = 0x5;
  private static final byte TAG_DELETE_RANGE = 0xE;

  static {
    Arrays.fill(END, (byte) 0xFF);
  }

  /// An array with whole records, and how much of it they take.
  private record Chunk(byte[] bytes, int length) {}

  private final List<Chunk> full = new ArrayList<>(0);
  private int fullBytes;
  private byte[] buffer = new byte[BYTES_INITIAL];
  private int length;
  private int count;
  private boolean written;

  // Of the items that are put or deleted: the hashes of their keys, and where their records are.
  private int[] itemHashes = new int[ITEMS_INITIAL];
  private long[] itemPlaces = new long[ITEMS_INITIAL];
  private int items;
  private boolean deletesItemRanges;

  @Override
  public void put(Family family, byte[] key, int keyLength, byte[] value) {
    requireBeforeEnd(key, keyLength);
    begin(TAG_PUT, family, (long) keyLength + value.length);
    remember(family, key, keyLength);
    append(key, keyLength);
    append(value, value.length);
  }

  @Override
  public void delete(Family family, byte[] key, int keyLength) {
    begin(TAG_DELETE, family, keyLength);
    remember(family, key, keyLength);
    append(key, keyLength);
  }

  private void remember(Family family, byte[] key, int keyLength) {
    if (family == Family.ITEMS) {
      if (items == itemHashes.length) {
        itemHashes = Arrays.copyOf(itemHashes, 2 * items);
        itemPlaces = Arrays.copyOf(itemPlaces, 2 * items);
      }
      itemHashes[items] = ItemCache.hash(key, keyLength);
      itemPlaces[items++] = place(full.size(), length - RECORD_HEAD_BYTES);
    }
  }

  private static long place(int chunk, int offset) {
    return (long) chunk << Integer.SIZE | offset;
  }

  @Override
  public void deleteRange(Family family, KeyRange range) {
    byte[] to = range.to() == null ? END : range.to();
    if (Arrays.compareUnsigned(range.from(), to) >= 0) {
      return;
    }
    begin(TAG_DELETE_RANGE, family, (long) range.from().length + to.length);
    deletesItemRanges |= family == Family.ITEMS;
    append(range.from(), range.from().length);
    append(to, to.length);
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int bytes() {
    return fullBytes + length;
  }

  @Override
  public Mark mark() {
    return new Mark(full.size(), length, count);
  }

  @Override
  public void rollback(Mark mark) {
    while (full.size() > mark.chunks()) {
      Chunk last = full.removeLast();
      fullBytes -= last.length();
      buffer = last.bytes();
    }
    length = mark.length();
    count = mark.count();
    while (items > 0 && itemPlaces[items - 1] >= place(mark.chunks(), mark.length())) {
      items--;
    }
  }

  /// Whether any range of items is deleted.
  boolean deletesItemRanges() {
    return deletesItemRanges;
  }

  /// How many times an item is put or deleted.
  int items() {
    return items;
  }

  /// The hash of the key of one of these.
  int itemHash(int index) {
    return itemHashes[index];
  }

  /// What becomes of one of these items.
  void item(int index, Changes changes) {
    int chunk = (int) (itemPlaces[index] >>> Integer.SIZE);
    Scan scan = new Scan(chunk == full.size() ? buffer : full.get(chunk).bytes());
    scan.position = (int) itemPlaces[index];
    scan.change(changes);
  }

  /// Marks the batch as handed over; a second time is a mistake of the caller.
  void requireUnwritten() {
    if (written) {
      throw new IllegalStateException("this batch was written already");
    }
    written = true;
  }

  /// The batches strung together, ready for RocksDB.
  static byte[] group(List<SerializedBatch> batches) {
    int length = HEADER_BYTES;
    int count = 0;
    for (SerializedBatch batch : batches) {
      length = Math.addExact(length, batch.bytes());
      count = Math.addExact(count, batch.count);
    }
    byte[] group = new byte[length];
    for (int i = 0; i < Integer.BYTES; i++) {
      group[Long.BYTES + i] = (byte) (count >>> (8 * i));
    }
    int position = HEADER_BYTES;
    for (SerializedBatch batch : batches) {
      for (Chunk chunk : batch.full) {
        System.arraycopy(chunk.bytes(), 0, group, position, chunk.length());
        position += chunk.length();
      }
      System.arraycopy(batch.buffer, 0, group, position, batch.length);
      position += batch.length;
    }
    return group;
  }

  /// The group with a remark in front that only the log keeps: what was written before it was not
  /// durable yet. Without it, a group in a log proves that everything before it was.
  static byte[] afterUnsynced(byte[] group) {
    byte[] remarked = new byte[group.length + 2];
    System.arraycopy(group, 0, remarked, 0, HEADER_BYTES);
    remarked[HEADER_BYTES] = TAG_REMARK; // And a text of no length.
    System.arraycopy(group, HEADER_BYTES, remarked, HEADER_BYTES + 2, group.length - HEADER_BYTES);
    return remarked;
  }

  /// Whether a group that begins like this has no such remark; false if that is not to be seen.
  static boolean isAfterSynced(ByteBuffer beginning) {
    return beginning.remaining() > HEADER_BYTES && beginning.get(HEADER_BYTES) != TAG_REMARK;
  }

  /// What a store does with each change.
  interface Changes {
    void put(Family family, byte[] key, byte[] value);

    void delete(Family family, byte[] key);

    void deleteRange(Family family, KeyRange range);
  }

  /// Hands over every change in the order it was added.
  void forEach(Changes changes) {
    full.forEach(chunk -> forEach(chunk, changes));
    forEach(new Chunk(buffer, length), changes);
  }

  private static void forEach(Chunk chunk, Changes changes) {
    Scan scan = new Scan(chunk.bytes());
    while (scan.position < chunk.length()) {
      scan.change(changes);
    }
  }

  private static final class Scan {
    private final byte[] bytes;
    private int position;

    Scan(byte[] bytes) {
      this.bytes = bytes;
    }

    private void change(Changes changes) {
      byte tag = bytes[position++];
      Family family = FAMILIES[varint() - 1];
      switch (tag) {
        case TAG_PUT -> changes.put(family, slice(), slice());
        case TAG_DELETE -> changes.delete(family, slice());
        case TAG_DELETE_RANGE -> changes.deleteRange(family, new KeyRange(slice(), slice()));
        default -> throw new AssertionError("tag " + tag);
      }
    }

    private int varint() {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = bytes[position++];
        value |= (next & 0x7F) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    private byte[] slice() {
      int size = varint();
      byte[] slice = Arrays.copyOfRange(bytes, position, position + size);
      position += size;
      return slice;
    }
  }

  private static void requireBeforeEnd(byte[] key, int keyLength) {
    if (keyLength >= END.length
        && Arrays.compareUnsigned(key, 0, keyLength, END, 0, END.length) >= 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "A key may not begin with sixteen bytes 0xFF.");
    }
  }

  private void begin(byte tag, Family family, long payload) {
    // The tag, the family and two lengths of at most five bytes each.
    long record = payload + 12;
    if (fullBytes + length + record > BYTES_MAX) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED, "A batch may not take more than " + BYTES_MAX + " bytes.");
    }
    if (length + record > buffer.length) {
      makeRoom((int) record);
    }
    buffer[length++] = tag;
    buffer[length++] = (byte) family.number();
    count++;
  }

  private void makeRoom(int record) {
    int needed = length + record;
    if (needed <= CHUNK_BYTES) {
      buffer = Arrays.copyOf(buffer, Math.max(needed, Math.min(2 * buffer.length, CHUNK_BYTES)));
      return;
    }
    if (length > 0) {
      full.add(new Chunk(buffer, length));
      fullBytes += length;
      length = 0;
    }
    buffer = new byte[Math.max(record, CHUNK_BYTES)];
  }

  private void append(byte[] slice, int sliceLength) {
    int size = sliceLength;
    while (size > 0x7F) {
      buffer[length++] = (byte) (size | 0x80);
      size >>>= 7;
    }
    buffer[length++] = (byte) size;
    System.arraycopy(slice, 0, buffer, length, sliceLength);
    length += sliceLength;
  }
}
