// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.EscapedBytes;
import io.orrery.model.key.EffectivePartitionKey;
import java.util.Arrays;
import java.util.HexFormat;

/// The engine's key of an item: position on the ring, partition key, row key. The latter two are
/// any bytes, in order; what they mean is the API's business.
///
/// It is kept in the form in which it stands in the store, so that neither writing nor comparing
/// needs to build anything: within a container, keys compare as their encoded bytes.
public final class ItemKey implements Comparable<ItemKey> {
  private final byte[] encoded;
  private final int keyStart;
  private final int rowStart;

  private ItemKey(byte[] encoded, int keyStart, int rowStart) {
    this.encoded = encoded;
    this.keyStart = keyStart;
    this.rowStart = rowStart;
  }

  public static ItemKey of(EffectivePartitionKey position, byte[] partitionKey, byte[] rowKey) {
    ByteWriter out =
        new ByteWriter(position.bytes().length + partitionKey.length + rowKey.length + 8);
    EscapedBytes.write(out, position.bytes());
    int keyStart = out.size();
    EscapedBytes.write(out, partitionKey);
    int rowStart = out.size();
    out.writeBytes(rowKey);
    return new ItemKey(out.toByteArray(), keyStart, rowStart);
  }

  /// Reads an encoded key; fails with CORRUPTED if it is none.
  public static ItemKey decode(byte[] encoded) {
    ByteReader in = new ByteReader(encoded);
    EscapedBytes.skip(in);
    int keyStart = in.position();
    EscapedBytes.skip(in);
    return new ItemKey(encoded, keyStart, in.position());
  }

  /// The key with the same partition key and another row key.
  public ItemKey withRowKey(byte[] rowKey) {
    byte[] bytes = Arrays.copyOf(encoded, rowStart + rowKey.length);
    System.arraycopy(rowKey, 0, bytes, rowStart, rowKey.length);
    return new ItemKey(bytes, keyStart, rowStart);
  }

  /// The encoded form, shared: do not change it.
  public byte[] encoded() {
    return encoded;
  }

  /// How many bytes of the encoded form name the logical partition.
  public int logicalLength() {
    return rowStart;
  }

  public EffectivePartitionKey position() {
    return EffectivePartitionKey.of(read(0, keyStart));
  }

  public byte[] partitionKey() {
    return read(keyStart, rowStart);
  }

  public byte[] rowKey() {
    return Arrays.copyOfRange(encoded, rowStart, encoded.length);
  }

  private byte[] read(int from, int end) {
    return EscapedBytes.read(new ByteReader(encoded, from, end));
  }

  /// Whether an encoded key belongs to a logical partition given as [#logicalPartition()].
  public static boolean isIn(byte[] itemKey, byte[] logicalPartition) {
    int length = logicalPartition.length;
    return itemKey.length >= length
        && Arrays.equals(itemKey, 0, length, logicalPartition, 0, length);
  }

  /// The part of the encoded form that all items of this logical partition share.
  public byte[] logicalPartition() {
    return Arrays.copyOf(encoded, rowStart);
  }

  /// A hash of what all items of this logical partition share; good for tables in memory only.
  public long logicalHash() {
    long hash = 0;
    for (int i = 0; i < rowStart; i++) {
      hash = hash * 0x100000001B3L + encoded[i];
    }
    return hash ^ hash >>> 32;
  }

  public boolean sharesPartitionKey(ItemKey other) {
    return rowStart == other.rowStart
        && Arrays.equals(encoded, 0, rowStart, other.encoded, 0, rowStart);
  }

  @Override
  public int compareTo(ItemKey other) {
    return Arrays.compareUnsigned(encoded, other.encoded);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ItemKey that && Arrays.equals(encoded, that.encoded);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encoded);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(encoded);
  }
}
