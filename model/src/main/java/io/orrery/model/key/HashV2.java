// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;

/// Hash version 2 of the SQL SDKs, and MultiHash, which is one such hash after the other.
final class HashV2 {
  /// Bytes of one hash; 32 hex digits.
  static final int BYTES = 16;

  private static final int TEXT_TERMINATOR = 0xFF;

  /// Clears the two highest bits: the ring ends at FF, and the SDKs keep one bit more in reserve.
  private static final long RING_MASK = 0x3FFF_FFFF_FFFF_FFFFL;

  private HashV2() {}

  static EffectivePartitionKey position(PartitionKey key) {
    ByteWriter positions = new ByteWriter(key.size() * BYTES);
    ByteWriter hashed = new ByteWriter();
    for (Value component : key.components()) {
      hashed.truncate(0);
      KeyComponent.write(hashed, component, TEXT_TERMINATOR);
      var hash = MurmurHash3.hash128(hashed.array(), hashed.size(), MurmurHash3.Tail.UNSIGNED);
      // The SDKs reverse the little-endian bytes of (h1, h2): the second half comes first.
      positions.writeLong(hash.h2() & RING_MASK).writeLong(hash.h1());
    }
    return EffectivePartitionKey.of(positions.toByteArray());
  }
}
