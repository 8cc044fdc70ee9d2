// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.TimeUuid;
import io.orrery.model.value.Value.Uuid;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/// Compares binaries and UUIDs.
final class BinaryOrder {
  private static final int UUID_SUBTYPE = 4;

  private BinaryOrder() {}

  static int compare(ValueOrder order, Value left, Value right) {
    return switch (order) {
      case BSON -> compareSized(binary(left), binary(right));
      case SQL ->
          left instanceof Binary binary
              ? compareBytes(binary, (Binary) right)
              : compareUnsigned(uuid(left), uuid(right));
      case CQL -> compareTyped(left, right);
    };
  }

  private static int compareTyped(Value left, Value right) {
    if (left instanceof Binary binary) {
      return compareBytes(binary, (Binary) right);
    }
    return left instanceof TimeUuid(UUID uuid)
        ? compareTimes(uuid, uuid(right))
        : compareVersions(uuid(left), uuid(right));
  }

  private static int compareBytes(Binary left, Binary right) {
    int byBytes = Arrays.compareUnsigned(left.bytes(), right.bytes());
    return byBytes != 0 ? byBytes : Integer.compare(left.subtype(), right.subtype());
  }

  private static int compareSized(Binary left, Binary right) {
    int byLength = Integer.compare(left.bytes().length, right.bytes().length);
    if (byLength != 0) {
      return byLength;
    }
    int bySubtype = Integer.compare(left.subtype(), right.subtype());
    return bySubtype != 0 ? bySubtype : Arrays.compareUnsigned(left.bytes(), right.bytes());
  }

  private static int compareUnsigned(UUID left, UUID right) {
    int byHigh =
        Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return byHigh != 0
        ? byHigh
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  private static int compareVersions(UUID left, UUID right) {
    int byVersion = Integer.compare(left.version(), right.version());
    if (byVersion != 0) {
      return byVersion;
    }
    int byTime =
        left.version() == 1 ? Long.compareUnsigned(UuidTime.first(left), UuidTime.first(right)) : 0;
    return byTime != 0 ? byTime : compareUnsigned(left, right);
  }

  private static int compareTimes(UUID left, UUID right) {
    int byTime = Long.compareUnsigned(UuidTime.first(left), UuidTime.first(right));
    return byTime != 0
        ? byTime
        : Long.compareUnsigned(UuidTime.signedBytes(left), UuidTime.signedBytes(right));
  }

  private static UUID uuid(Value value) {
    return value instanceof TimeUuid(UUID time) ? time : ((Uuid) value).value();
  }

  private static Binary binary(Value value) {
    if (value instanceof Binary binary) {
      return binary;
    }
    UUID uuid = uuid(value);
    byte[] bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    return new Binary(bytes, UUID_SUBTYPE);
  }
}
