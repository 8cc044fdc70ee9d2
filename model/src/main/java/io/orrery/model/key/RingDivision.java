// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/// Where to cut the ring so that the parts get equal numbers of hashes.
///
/// Each kind of hash fills the ring in its own way: version 2 up to 3FFF…, version 1 as ordered
/// floating-point numbers, tokens over 64 bits. The boundaries of the first two are those the SQL
/// SDKs compute when they divide a container among readers.
final class RingDivision {
  private static final BigInteger MAX_HASH_V2 =
      BigInteger.ONE.shiftLeft(HashV2.BYTES * 8 - 2).subtract(BigInteger.ONE);
  private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(Long.SIZE);

  private RingDivision() {}

  /// The `count - 1` positions between `count` equal ranges.
  static List<EffectivePartitionKey> evenBoundaries(PartitionKeyDefinition definition, int count) {
    if (count < 1) {
      throw refuse("cannot divide the ring into " + count + " ranges");
    }
    return switch (definition.kind()) {
      case HASH ->
          definition.version() == 1
              ? boundaries(count, k -> HashV1.startOf(k * (HashV1.MAX_HASH / count)))
              : boundaries(count, k -> hashV2Boundary(k, count));
      case MULTI_HASH -> boundaries(count, k -> hashV2Boundary(k, count));
      case TOKEN -> boundaries(count, k -> tokenBoundary(k, count));
      case NONE -> {
        if (count > 1) {
          throw notDivisible();
        }
        yield List.of();
      }
    };
  }

  private static List<EffectivePartitionKey> boundaries(
      int count, LongFunction<EffectivePartitionKey> boundary) {
    List<EffectivePartitionKey> boundaries = new ArrayList<>();
    for (long k = 1; k < count; k++) {
      boundaries.add(boundary.apply(k));
    }
    return boundaries;
  }

  private static EffectivePartitionKey hashV2Boundary(long k, int count) {
    BigInteger step = MAX_HASH_V2.divide(BigInteger.valueOf(count));
    return position(step.multiply(BigInteger.valueOf(k)), HashV2.BYTES);
  }

  private static EffectivePartitionKey tokenBoundary(long k, int count) {
    BigInteger offset = TOKENS.multiply(BigInteger.valueOf(k)).divide(BigInteger.valueOf(count));
    return CassandraToken.startOf(offset.longValue() ^ Long.MIN_VALUE);
  }

  static EffectivePartitionKey middle(PartitionKeyDefinition definition, HashRange range) {
    return switch (definition.kind()) {
      case HASH -> definition.version() == 1 ? middleOfHashV1(range) : middleOfHashV2(range);
      case MULTI_HASH -> middleOfHashV2(range);
      case TOKEN -> middleOfTokens(range);
      case NONE -> throw notDivisible();
    };
  }

  private static EffectivePartitionKey middleOfHashV1(HashRange range) {
    OptionalLong min =
        range.min().equals(EffectivePartitionKey.MIN)
            ? OptionalLong.of(0)
            : HashV1.hashAt(range.min());
    OptionalLong max =
        range.max().equals(EffectivePartitionKey.MAX)
            ? OptionalLong.of(HashV1.MAX_HASH)
            : HashV1.hashAt(range.max());
    if (min.isPresent() && max.isPresent()) {
      long middle = min.getAsLong() + (max.getAsLong() - min.getAsLong()) / 2;
      if (middle > min.getAsLong()) {
        return HashV1.startOf(middle);
      }
    }
    // Within one hash, or between two neighbours: the keys behind the hash decide.
    return middleOfBytes(range, range.max());
  }

  private static EffectivePartitionKey middleOfHashV2(HashRange range) {
    EffectivePartitionKey highest = position(MAX_HASH_V2, HashV2.BYTES);
    boolean last =
        range.max().equals(EffectivePartitionKey.MAX) && range.min().compareTo(highest) < 0;
    return middleOfBytes(range, last ? highest : range.max());
  }

  private static EffectivePartitionKey middleOfTokens(HashRange range) {
    BigInteger min = tokenOffset(range.min());
    BigInteger max =
        range.max().equals(EffectivePartitionKey.MAX) ? TOKENS : tokenOffset(range.max());
    BigInteger middle = min.add(max).shiftRight(1);
    // A physical partition is an interval of tokens, so a single token is not divided.
    if (middle.compareTo(min) <= 0) {
      throw tooSmall(range);
    }
    return CassandraToken.startOf(middle.longValue() ^ Long.MIN_VALUE);
  }

  private static BigInteger tokenOffset(EffectivePartitionKey position) {
    return new BigInteger(Long.toUnsignedString(CassandraToken.tokenAt(position) ^ Long.MIN_VALUE));
  }

  /// The mean of two positions read as fractions: longer ones have more digits. One byte more than
  /// either has is enough, if there is anything between them at all.
  private static EffectivePartitionKey middleOfBytes(HashRange range, EffectivePartitionKey max) {
    int longest = Math.max(range.min().bytes().length, max.bytes().length);
    int shortest = Math.max(longest, HashV2.BYTES);
    for (int length = shortest; length <= shortest + 1; length++) {
      BigInteger low = fraction(range.min(), length);
      BigInteger middle = low.add(fraction(max, length)).shiftRight(1);
      if (middle.compareTo(low) > 0) {
        return position(middle, length);
      }
    }
    throw tooSmall(range);
  }

  private static BigInteger fraction(EffectivePartitionKey position, int length) {
    return new BigInteger(1, Arrays.copyOf(position.bytes(), length));
  }

  private static EffectivePartitionKey position(BigInteger value, int length) {
    byte[] digits = value.toByteArray();
    byte[] bytes = new byte[length];
    // toByteArray may have a zero byte in front, for the sign.
    int used = Math.min(digits.length, length);
    System.arraycopy(digits, digits.length - used, bytes, length - used, used);
    return EffectivePartitionKey.of(bytes);
  }

  private static OrreryException tooSmall(HashRange range) {
    return refuse("the range " + range + " is too small to be divided");
  }

  private static OrreryException notDivisible() {
    return refuse("a container without partition key has only one partition key value");
  }

  private static OrreryException refuse(String reason) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, "No division: " + reason + ".");
  }
}
