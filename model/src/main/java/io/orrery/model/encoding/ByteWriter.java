// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A byte array that grows while it is written. Integers are big-endian, so that their order as
/// unsigned bytes is their order as unsigned numbers. Not safe for use by several threads.
public final class ByteWriter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] buffer;
  private int size;

  public ByteWriter() {
    this(64);
  }

  public ByteWriter(int capacity) {
    buffer = new byte[capacity];
  }

  public int size() {
    return size;
  }

  /// The backing array; only its first [#size()] bytes are meaningful, and only until the next
  /// write.
  public byte[] array() {
    return buffer;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, size);
  }

  /// The bytes written since `from`.
  public byte[] toByteArray(int from) {
    return Arrays.copyOfRange(buffer, from, size);
  }

  /// Forgets everything behind `newSize`.
  public void truncate(int newSize) {
    if (newSize < 0 || newSize > size) {
      throw new IllegalArgumentException("cannot truncate " + size + " bytes to " + newSize);
    }
    size = newSize;
  }

  /// Makes room for `more` bytes and hands out the backing array, to be filled from [#size()] on
  /// and then taken in with [#advance].
  public byte[] reserve(int more) {
    require(more);
    return buffer;
  }

  /// Takes in bytes that were put directly into the reserved array.
  public void advance(int written) {
    if (written < 0 || written > buffer.length - size) {
      throw new IllegalArgumentException(written + " bytes were not reserved");
    }
    size += written;
  }

  public ByteWriter writeByte(int value) {
    require(1);
    buffer[size++] = (byte) value;
    return this;
  }

  public ByteWriter writeBytes(byte[] bytes) {
    return writeBytes(bytes, 0, bytes.length);
  }

  public ByteWriter writeBytes(byte[] bytes, int offset, int length) {
    require(length);
    System.arraycopy(bytes, offset, buffer, size, length);
    size += length;
    return this;
  }

  public ByteWriter writeInt(int value) {
    require(Integer.BYTES);
    INT.set(buffer, size, value);
    size += Integer.BYTES;
    return this;
  }

  public ByteWriter writeLong(long value) {
    require(Long.BYTES);
    LONG.set(buffer, size, value);
    size += Long.BYTES;
    return this;
  }

  /// An unsigned number in groups of seven bits, lowest first; small numbers take one byte.
  public ByteWriter writeVarint(long value) {
    require(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[size++] = (byte) rest;
    return this;
  }

  /// A signed number whose magnitude is usually small.
  public ByteWriter writeSignedVarint(long value) {
    return writeVarint((value << 1) ^ (value >> 63));
  }

  /// Bytes preceded by their length.
  public ByteWriter writeBlock(byte[] bytes) {
    writeVarint(bytes.length);
    return writeBytes(bytes);
  }

  /// Overwrites four bytes written earlier, for a length known only afterwards.
  public void setInt(int position, int value) {
    if (position < 0 || position > size - Integer.BYTES) {
      throw new IllegalArgumentException("no four bytes at " + position + " of " + size);
    }
    INT.set(buffer, position, value);
  }

  /// Overwrites a byte written earlier.
  public void setByte(int position, int value) {
    if (position < 0 || position >= size) {
      throw new IllegalArgumentException("no byte at " + position + " of " + size);
    }
    buffer[position] = (byte) value;
  }

  /// Flips every bit written since `from`: ascending order becomes descending.
  public void invert(int from) {
    for (int i = from; i < size; i++) {
      buffer[i] = (byte) ~buffer[i];
    }
  }

  private void require(int more) {
    int needed = Math.addExact(size, more);
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(needed, buffer.length + (buffer.length >> 1) + 16));
    }
  }
}
