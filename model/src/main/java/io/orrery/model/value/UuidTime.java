// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import java.util.UUID;

/// The halves of a UUID rearranged so that unsigned numbers sort as Cassandra sorts time UUIDs.
public final class UuidTime {
  private static final long SIGN_OF_EACH_BYTE = 0x8080_8080_8080_8080L;

  private UuidTime() {}

  /// The first half with the high, middle and low parts of the time in this order; the version
  /// comes first.
  public static long first(UUID uuid) {
    long bits = uuid.getMostSignificantBits();
    return bits << 48 | (bits << 16 & 0xFFFF_0000_0000L) | bits >>> 32;
  }

  /// The second half with its bytes in the order of signed numbers.
  public static long signedBytes(UUID uuid) {
    return uuid.getLeastSignificantBits() ^ SIGN_OF_EACH_BYTE;
  }

  /// The UUID with this first half and, as it is, this second one.
  public static UUID ofFirst(long first, long second) {
    return new UUID(first << 32 | (first >>> 16 & 0xFFFF_0000L) | first >>> 48, second);
  }

  /// The UUID of both halves.
  public static UUID of(long first, long signedBytes) {
    return ofFirst(first, signedBytes ^ SIGN_OF_EACH_BYTE);
  }
}
