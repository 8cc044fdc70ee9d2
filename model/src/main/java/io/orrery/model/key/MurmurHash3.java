// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Austin Appleby's MurmurHash3 with seed 0: x86 32 bits (Hash v1), x64 128 bits (Hash v2), and the
/// latter with Cassandra's tail (tokens).
///
/// Clients compute the same numbers to find the right partition, so not one bit may differ.
final class MurmurHash3 {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int X86_C1 = 0xcc9e2d51;
  private static final int X86_C2 = 0x1b873593;
  private static final long X64_C1 = 0x87c37b91114253d5L;
  private static final long X64_C2 = 0x4cf5ad432745937fL;

  private MurmurHash3() {}

  /// The two halves of a 128-bit hash, `h1` being the first one the algorithm names.
  record Hash128(long h1, long h2) {}

  /// How the bytes behind the last whole block of 16 are widened to 64 bits.
  enum Tail {
    /// As published.
    UNSIGNED {
      @Override
      long widen(byte tailByte) {
        return tailByte & 0xFFL;
      }
    },
    /// As Cassandra has always done it, by accident: Java bytes are signed. Every driver repeats
    /// it.
    SIGNED {
      @Override
      long widen(byte tailByte) {
        return tailByte;
      }
    };

    abstract long widen(byte tailByte);
  }

  /// MurmurHash3 x86 32 of the first `length` bytes.
  static int hash32(byte[] bytes, int length) {
    int hash = 0;
    int blocksEnd = length & ~3;
    for (int i = 0; i < blocksEnd; i += 4) {
      hash ^= mix32((int) INT.get(bytes, i));
      hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
    }
    int tail = 0;
    for (int i = blocksEnd; i < length; i++) {
      tail |= (bytes[i] & 0xFF) << ((i & 3) * 8);
    }
    hash ^= mix32(tail);
    return finish32(hash ^ length);
  }

  private static int mix32(int block) {
    return Integer.rotateLeft(block * X86_C1, 15) * X86_C2;
  }

  private static int finish32(int value) {
    int hash = value;
    hash ^= hash >>> 16;
    hash *= 0x85ebca6b;
    hash ^= hash >>> 13;
    hash *= 0xc2b2ae35;
    return hash ^ (hash >>> 16);
  }

  /// MurmurHash3 x64 128 of the first `length` bytes.
  static Hash128 hash128(byte[] bytes, int length, Tail tail) {
    long h1 = 0;
    long h2 = 0;
    int blocksEnd = length & ~15;
    for (int i = 0; i < blocksEnd; i += 16) {
      h1 ^= mixFirst((long) LONG.get(bytes, i));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mixSecond((long) LONG.get(bytes, i + 8));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h2 ^= mixSecond(tail(bytes, blocksEnd + 8, length, tail));
    h1 ^= mixFirst(tail(bytes, blocksEnd, Math.min(length, blocksEnd + 8), tail));

    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    h1 = finish64(h1);
    h2 = finish64(h2);
    h1 += h2;
    h2 += h1;
    return new Hash128(h1, h2);
  }

  /// Up to eight bytes, little-endian; combined with xor, as a sign extension reaches into the
  /// bytes above.
  private static long tail(byte[] bytes, int from, int end, Tail tail) {
    long block = 0;
    for (int i = from; i < end; i++) {
      block ^= tail.widen(bytes[i]) << ((i - from) * 8);
    }
    return block;
  }

  private static long mixFirst(long block) {
    return Long.rotateLeft(block * X64_C1, 31) * X64_C2;
  }

  private static long mixSecond(long block) {
    return Long.rotateLeft(block * X64_C2, 33) * X64_C1;
  }

  private static long finish64(long value) {
    long hash = value;
    hash ^= hash >>> 33;
    hash *= 0xff51afd7ed558ccdL;
    hash ^= hash >>> 33;
    hash *= 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
