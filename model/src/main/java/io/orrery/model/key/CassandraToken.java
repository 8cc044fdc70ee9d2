// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import java.util.UUID;

/// Cassandra's Murmur3 token of a routing key, and its place on the ring.
///
/// The position is a zero byte, the token with its sign bit flipped, then the second half of the
/// hash: in the order of tokens, so that a range of tokens is a range of the ring. The zero byte is
/// there because the ring ends at FF, and the highest tokens would lie beyond it.
public final class CassandraToken {
  private static final int RING_PREFIX = 0x00;
  private static final int MAX_COMPONENT_BYTES = 0xFFFF;

  private CassandraToken() {}

  /// The token that drivers compute for this routing key. An empty key has the lowest one; no other
  /// key has it.
  public static long of(byte[] routingKey) {
    return routingKey.length == 0 ? Long.MIN_VALUE : token(hash(routingKey));
  }

  public static EffectivePartitionKey positionOf(byte[] routingKey) {
    if (routingKey.length == 0) {
      return position(Long.MIN_VALUE, 0);
    }
    MurmurHash3.Hash128 hash = hash(routingKey);
    return position(token(hash), hash.h2());
  }

  /// The bytes that drivers hash for these partition key columns: the value itself if there is one,
  /// otherwise each with its length before and a zero byte behind it.
  ///
  /// Text is UTF-8, numbers are big-endian, a boolean is one byte, a UUID 16, binary values are
  /// taken as they are; CQL types beyond these come as binary, already in CQL's own form. So must
  /// numbers if the key is to be hashed again after it was stored: [PartitionKey#read] gives them
  /// back with another type, hence another length.
  public static byte[] routingKey(PartitionKey key) {
    if (key.size() == 1) {
      return serialize(key.components().getFirst());
    }
    ByteWriter out = new ByteWriter();
    for (Value component : key.components()) {
      byte[] bytes = serialize(component);
      if (bytes.length > MAX_COMPONENT_BYTES) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "A partition key component has more than " + MAX_COMPONENT_BYTES + " bytes.");
      }
      out.writeByte(bytes.length >>> 8).writeByte(bytes.length).writeBytes(bytes).writeByte(0);
    }
    return out.toByteArray();
  }

  private static byte[] serialize(Value component) {
    return switch (component) {
      case Value.Text(String value) -> KeyComponent.utf8(value);
      case Value.Int32(int value) -> new ByteWriter(4).writeInt(value).toByteArray();
      case Value.Int64(long value) -> bigEndian(value);
      case Value.Float64(double value) -> bigEndian(Double.doubleToRawLongBits(value));
      case Value.Bool flag -> new byte[] {(byte) (flag.isTrue() ? 1 : 0)};
      case Value.Uuid(UUID value) -> bigEndian(value);
      case Value.TimeUuid(UUID value) -> bigEndian(value);
      case Value.Binary binary -> binary.bytes();
      case Value.Undefined _,
          Value.Null _,
          Value.Decimal128 _,
          Value.Decimal _,
          Value.ObjectId _,
          Value.Date _,
          Value.Time _,
          Value.DateTime _,
          Value.Timestamp _,
          Value.Duration _,
          Value.Symbol _,
          Value.RegularExpression _,
          Value.DbPointer _,
          Value.Code _,
          Value.ScopedCode _,
          Value.Extreme _,
          Value.Array _,
          Value.Document _,
          Value.Mapping _ ->
          throw KeyComponent.unhashable(component);
    };
  }

  private static byte[] bigEndian(UUID value) {
    return new ByteWriter(2 * Long.BYTES)
        .writeLong(value.getMostSignificantBits())
        .writeLong(value.getLeastSignificantBits())
        .toByteArray();
  }

  private static byte[] bigEndian(long value) {
    return new ByteWriter(Long.BYTES).writeLong(value).toByteArray();
  }

  /// The first position of a token: all keys with this token or a higher one are not below it.
  public static EffectivePartitionKey startOf(long token) {
    ByteWriter out = new ByteWriter(1 + Long.BYTES);
    writeToken(out, token);
    return EffectivePartitionKey.of(out.toByteArray());
  }

  /// The lowest token whose keys may lie at `position` or above: the inverse of [#startOf(long)].
  /// The end of the ring has no token.
  public static long tokenAt(EffectivePartitionKey position) {
    byte[] bytes = position.bytes();
    if (bytes.length == 0) {
      return Long.MIN_VALUE;
    }
    ByteReader in = new ByteReader(bytes);
    if (in.remaining() < 1 + Long.BYTES || in.readByte() != RING_PREFIX) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "no token stands at the position " + position);
    }
    return in.readLong() ^ Long.MIN_VALUE;
  }

  private static MurmurHash3.Hash128 hash(byte[] routingKey) {
    return MurmurHash3.hash128(routingKey, routingKey.length, MurmurHash3.Tail.SIGNED);
  }

  private static long token(MurmurHash3.Hash128 hash) {
    return hash.h1() == Long.MIN_VALUE ? Long.MAX_VALUE : hash.h1();
  }

  private static EffectivePartitionKey position(long token, long h2) {
    ByteWriter out = new ByteWriter(1 + 2 * Long.BYTES);
    writeToken(out, token);
    out.writeLong(h2);
    return EffectivePartitionKey.of(out.toByteArray());
  }

  private static void writeToken(ByteWriter out, long token) {
    out.writeByte(RING_PREFIX).writeLong(token ^ Long.MIN_VALUE);
  }
}
