// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Arrays;
import java.util.List;

/// A batch in the form RocksDB keeps in its log, built in Java: a whole group of batches then costs
/// one call into native code instead of one for each key.
///
/// A group is `sequence (8 bytes, zero) | count (4, little endian) | records`; a record is `tag |
/// family (varint) | key | value`, with each slice preceded by its length (varint). RocksDB
/// promises this form to its own log files, so it can only ever grow. The batches of one group are
/// simply strung together.
final class SerializedBatch implements Batch {
  static final int HEADER_BYTES = 12;

  /// Behind every key there may be: the end of a range that has none.
  static final byte[] END = new byte[16];

  /// More than any group of commands takes; a length that overflows is refused long before.
  static final int BYTES_MAX = 256 << 20;

  private static final int BYTES_INITIAL = 512;
  private static final Family[] FAMILIES = Family.values();
  private static final byte TAG_DELETE = 0x4;
  private static final byte TAG_PUT = 0x5;
  private static final byte TAG_DELETE_RANGE = 0xE;

  static {
    Arrays.fill(END, (byte) 0xFF);
  }

  private byte[] buffer = new byte[BYTES_INITIAL];
  private int length;
  private int count;
  private boolean written;

  @Override
  public void put(Family family, byte[] key, byte[] value) {
    requireBeforeEnd(key);
    begin(TAG_PUT, family, (long) key.length + value.length);
    append(key);
    append(value);
  }

  @Override
  public void delete(Family family, byte[] key) {
    begin(TAG_DELETE, family, key.length);
    append(key);
  }

  @Override
  public void deleteRange(Family family, KeyRange range) {
    byte[] to = range.to() == null ? END : range.to();
    if (Arrays.compareUnsigned(range.from(), to) >= 0) {
      return;
    }
    begin(TAG_DELETE_RANGE, family, (long) range.from().length + to.length);
    append(range.from());
    append(to);
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int bytes() {
    return length;
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
      length = Math.addExact(length, batch.length);
      count = Math.addExact(count, batch.count);
    }
    byte[] group = new byte[length];
    for (int i = 0; i < Integer.BYTES; i++) {
      group[Long.BYTES + i] = (byte) (count >>> (8 * i));
    }
    int position = HEADER_BYTES;
    for (SerializedBatch batch : batches) {
      System.arraycopy(batch.buffer, 0, group, position, batch.length);
      position += batch.length;
    }
    return group;
  }

  /// What a store does with each change.
  interface Changes {
    void put(Family family, byte[] key, byte[] value);

    void delete(Family family, byte[] key);

    void deleteRange(Family family, KeyRange range);
  }

  /// Hands over every change in the order it was added.
  void forEach(Changes changes) {
    Scan scan = new Scan();
    while (scan.position < length) {
      byte tag = buffer[scan.position++];
      Family family = FAMILIES[scan.varint() - 1];
      switch (tag) {
        case TAG_PUT -> changes.put(family, scan.slice(), scan.slice());
        case TAG_DELETE -> changes.delete(family, scan.slice());
        case TAG_DELETE_RANGE ->
            changes.deleteRange(family, new KeyRange(scan.slice(), scan.slice()));
        default -> throw new AssertionError("tag " + tag);
      }
    }
  }

  private final class Scan {
    private int position;

    private int varint() {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = buffer[position++];
        value |= (next & 0x7F) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    private byte[] slice() {
      int size = varint();
      byte[] slice = Arrays.copyOfRange(buffer, position, position + size);
      position += size;
      return slice;
    }
  }

  private static void requireBeforeEnd(byte[] key) {
    if (key.length >= END.length && Arrays.compareUnsigned(key, END) >= 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "A key may not begin with sixteen bytes 0xFF.");
    }
  }

  private void begin(byte tag, Family family, long payload) {
    // The tag, the family and two lengths of at most five bytes each.
    long needed = length + payload + 12;
    if (needed > BYTES_MAX) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED, "A batch may not take more than " + BYTES_MAX + " bytes.");
    }
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.max(needed, Math.min(2L * length, BYTES_MAX)));
    }
    buffer[length++] = tag;
    buffer[length++] = (byte) family.number();
    count++;
  }

  private void append(byte[] slice) {
    int size = slice.length;
    while (size > 0x7F) {
      buffer[length++] = (byte) (size | 0x80);
      size >>>= 7;
    }
    buffer[length++] = (byte) size;
    System.arraycopy(slice, 0, buffer, length, slice.length);
    length += slice.length;
  }
}
