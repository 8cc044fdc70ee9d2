// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import java.util.Arrays;
import java.util.HexFormat;

/// The position of a partition key on its container's ring: opaque bytes, compared unsigned.
///
/// The SQL SDKs show it as upper-case hex and compare those strings, which is the same order. The
/// whole ring is `["", "FF")`: no hash we use starts with the byte FF.
public final class EffectivePartitionKey implements Comparable<EffectivePartitionKey> {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /// The lowest position, included in the ring.
  public static final EffectivePartitionKey MIN = new EffectivePartitionKey(new byte[0]);

  /// The end of the ring, not part of it.
  public static final EffectivePartitionKey MAX = new EffectivePartitionKey(new byte[] {-1});

  private final byte[] bytes;

  private EffectivePartitionKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Takes over the array: the caller must not change it afterwards.
  public static EffectivePartitionKey of(byte[] bytes) {
    return new EffectivePartitionKey(bytes);
  }

  /// Reads the SDKs' text form; fails with IllegalArgumentException if it is not hex.
  public static EffectivePartitionKey parse(String hex) {
    return new EffectivePartitionKey(HexFormat.of().parseHex(hex));
  }

  /// The bytes themselves, shared: do not change them.
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int compareTo(EffectivePartitionKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EffectivePartitionKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /// Upper-case hex, as the SDKs write it.
  @Override
  public String toString() {
    return HEX.formatHex(bytes);
  }
}
