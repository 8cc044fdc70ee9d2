// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Reads what [ByteWriter] wrote. Every read checks the bounds first: whatever the bytes are, the
/// answer is a value or an [OrreryException] with code CORRUPTED.
public final class ByteReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private final int end;
  private int position;

  /// -1 while every bit is to be inverted, else 0.
  private int mask;

  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /// Reads `bytes` from `from` up to, not including, `end`.
  public ByteReader(byte[] bytes, int from, int end) {
    if (from < 0 || from > end || end > bytes.length) {
      throw new IllegalArgumentException(from + ".." + end + " of " + bytes.length + " bytes");
    }
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  public int position() {
    return position;
  }

  public int remaining() {
    return end - position;
  }

  public boolean hasRemaining() {
    return position < end;
  }

  /// From here on everything is read with all bits inverted, as [ByteWriter#invert] wrote it; until
  /// this is called again.
  public void flip() {
    mask = ~mask;
  }

  /// The next byte as 0 … 255, without moving on.
  public int peek() {
    require(1);
    return (bytes[position] ^ mask) & 0xFF;
  }

  public int readByte() {
    require(1);
    return (bytes[position++] ^ mask) & 0xFF;
  }

  public byte[] readBytes(int length) {
    require(length);
    position += length;
    byte[] copy = Arrays.copyOfRange(bytes, position - length, position);
    if (mask != 0) {
      for (int i = 0; i < length; i++) {
        copy[i] = (byte) ~copy[i];
      }
    }
    return copy;
  }

  public byte[] readRest() {
    return readBytes(remaining());
  }

  public void skip(int length) {
    require(length);
    position += length;
  }

  public int readInt() {
    require(Integer.BYTES);
    position += Integer.BYTES;
    return (int) INT.get(bytes, position - Integer.BYTES) ^ mask;
  }

  public long readLong() {
    require(Long.BYTES);
    position += Long.BYTES;
    return (long) LONG.get(bytes, position - Long.BYTES) ^ mask;
  }

  public long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int group = readByte();
      value |= (group & 0x7FL) << shift;
      if (group < 0x80) {
        return value;
      }
    }
    throw OrreryException.corrupted("a number is longer than ten bytes");
  }

  public long readSignedVarint() {
    long value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  /// A varint that must be a sensible int: a count, a length.
  public int readLength() {
    long value = readVarint();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw OrreryException.corrupted("a length is out of range");
    }
    return (int) value;
  }

  /// Bytes preceded by their length.
  public byte[] readBlock() {
    return readBytes(readLength());
  }

  /// Fails unless everything has been read: trailing bytes mean that something is wrong.
  public void requireEnd() {
    if (position != end) {
      throw OrreryException.corrupted(remaining() + " bytes too many");
    }
  }

  private void require(int length) {
    if (length < 0 || length > end - position) {
      throw OrreryException.corrupted("the bytes end too early");
    }
  }
}
