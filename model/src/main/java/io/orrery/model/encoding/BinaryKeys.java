// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import io.orrery.model.value.UuidTime;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.DbPointer;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.Uuid;
import io.orrery.model.value.ValueOrder;
import java.util.UUID;

/// What follows the first byte of binaries, UUIDs, pointers and CQL's doubles, which BSON and CQL
/// compare in ways of their own.
final class BinaryKeys {
  private static final int UUID_SUBTYPE = 4;
  private static final int TIME_VERSION = 1;
  private static final long NAN = -1;

  private BinaryKeys() {}

  /// BSON: length, subtype, bytes. CQL: bytes, then the subtype.
  static void write(ByteWriter out, Binary binary, ValueOrder order) {
    if (order == ValueOrder.BSON) {
      out.writeInt(binary.bytes().length).writeByte(binary.subtype()).writeBytes(binary.bytes());
    } else {
      EscapedBytes.write(out, binary.bytes());
      out.writeByte(binary.subtype());
    }
  }

  static Value read(ByteReader in, ValueOrder order) {
    if (order == ValueOrder.BSON) {
      int length = in.readInt();
      int subtype = in.readByte();
      return new Binary(in.readBytes(length), subtype);
    }
    return new Binary(EscapedBytes.read(in), in.readByte());
  }

  /// BSON has UUIDs as binaries. CQL: the version, the first half with its time in front if there
  /// is one, the second half.
  static void writeUuid(ByteWriter out, UUID uuid, ValueOrder order) {
    if (order == ValueOrder.BSON) {
      writeBinary(out, uuid);
    } else {
      boolean timed = uuid.version() == TIME_VERSION;
      out.writeByte(uuid.version())
          .writeLong(timed ? UuidTime.first(uuid) : uuid.getMostSignificantBits())
          .writeLong(uuid.getLeastSignificantBits());
    }
  }

  static Value readUuid(ByteReader in) {
    int version = in.readByte();
    long first = in.readLong();
    long second = in.readLong();
    UUID uuid = version == TIME_VERSION ? UuidTime.ofFirst(first, second) : new UUID(first, second);
    if (uuid.version() != version) {
      throw OrreryException.corrupted("a UUID in a key contradicts its version");
    }
    return new Uuid(uuid);
  }

  static void writeTimeUuid(ByteWriter out, UUID uuid, ValueOrder order) {
    if (order == ValueOrder.BSON) {
      writeBinary(out, uuid);
    } else {
      out.writeLong(UuidTime.first(uuid)).writeLong(UuidTime.signedBytes(uuid));
    }
  }

  private static void writeBinary(ByteWriter out, UUID uuid) {
    out.writeInt(2 * Long.BYTES)
        .writeByte(UUID_SUBTYPE)
        .writeLong(uuid.getMostSignificantBits())
        .writeLong(uuid.getLeastSignificantBits());
  }

  static void write(ByteWriter out, DbPointer pointer) {
    byte[] namespace = GeneralisedUtf8.encode(pointer.namespace());
    out.writeInt(namespace.length).writeBytes(namespace);
    ScalarKeys.write(out, pointer.id());
  }

  static Value readPointer(ByteReader in) {
    byte[] namespace = in.readBytes(in.readInt());
    ObjectId id = ScalarKeys.readObjectId(in);
    return new DbPointer(GeneralisedUtf8.decode(namespace, 0, namespace.length), id);
  }

  /// A double as Java compares it: -0 below 0, NaN highest.
  static void writeDouble(ByteWriter out, double value) {
    long bits = Double.doubleToLongBits(value);
    out.writeLong(Double.isNaN(value) ? NAN : bits < 0 ? ~bits : bits | Long.MIN_VALUE);
  }

  static Value readDouble(ByteReader in) {
    long sortable = in.readLong();
    double value =
        sortable == NAN
            ? Double.NaN
            : Double.longBitsToDouble(sortable < 0 ? sortable & Long.MAX_VALUE : ~sortable);
    if (Double.isNaN(value) != (sortable == NAN)) {
      throw OrreryException.corrupted("a double in a key is out of range");
    }
    return new Float64(value);
  }
}
