// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import java.util.OptionalLong;

/// Hash version 1 of the SQL SDKs: a 32-bit hash written as an ordered number, followed by the
/// beginning of the key itself, so that keys with the same hash are still apart.
final class HashV1 {
  /// The hash is an unsigned 32-bit number.
  static final long MAX_HASH = 0xFFFF_FFFFL;

  private static final int TEXT_TERMINATOR = 0x00;
  private static final int TEXT_CHARACTERS = 100;
  private static final int TEXT_BYTES = 100;

  private HashV1() {}

  static EffectivePartitionKey position(Value component) {
    Value truncated = truncate(component);
    ByteWriter out = new ByteWriter();
    KeyComponent.write(out, truncated, TEXT_TERMINATOR);
    long hash = MurmurHash3.hash32(out.array(), out.size()) & MAX_HASH;
    out.truncate(0);
    writeNumber(out, (double) hash);
    writeComponent(out, truncated);
    return EffectivePartitionKey.of(out.toByteArray());
  }

  /// The lowest position of all keys with this hash.
  static EffectivePartitionKey startOf(long hash) {
    ByteWriter out = new ByteWriter(10);
    writeNumber(out, (double) hash);
    return EffectivePartitionKey.of(out.toByteArray());
  }

  /// The hash a position begins with; empty if no number stands there.
  static OptionalLong hashAt(EffectivePartitionKey position) {
    ByteReader in = new ByteReader(position.bytes());
    if (in.remaining() < 3 || in.readByte() != KeyComponent.NUMBER) {
      return OptionalLong.empty();
    }
    long ordered = (long) in.readByte() << 56;
    int shift = 56;
    boolean more = true;
    while (more && in.hasRemaining() && shift > 0) {
      int group = in.readByte();
      shift -= 7;
      ordered |= (group >> 1 & 0x7FL) << shift;
      more = (group & 1) != 0;
    }
    // Hashes are not negative, so the upper half of the order is all there is to undo.
    double hash = Double.longBitsToDouble(ordered ^ Long.MIN_VALUE);
    return !more && hash >= 0 && hash <= MAX_HASH
        ? OptionalLong.of((long) hash)
        : OptionalLong.empty();
  }

  private static Value truncate(Value component) {
    return component instanceof Value.Text(String value) && value.length() > TEXT_CHARACTERS
        ? new Value.Text(value.substring(0, TEXT_CHARACTERS))
        : component;
  }

  private static void writeComponent(ByteWriter out, Value component) {
    if (component instanceof Value.Text(String value)) {
      writeText(out, KeyComponent.utf8(value));
    } else if (component.kind().isNumber()) {
      writeNumber(out, KeyComponent.number(component));
    } else {
      // What is hashed is ordered and ends by itself.
      KeyComponent.write(out, component, TEXT_TERMINATOR);
    }
  }

  private static void writeText(ByteWriter out, byte[] utf8) {
    out.writeByte(KeyComponent.TEXT);
    boolean whole = utf8.length <= TEXT_BYTES;
    int length = whole ? utf8.length : TEXT_BYTES + 1;
    for (int i = 0; i < length; i++) {
      // One up, to make room for the terminator below all other bytes; UTF-8 has no FF.
      out.writeByte(utf8[i] + 1);
    }
    if (whole) {
      out.writeByte(TEXT_TERMINATOR);
    }
  }

  /// Eight bits, then groups of seven, each followed by a bit that says whether another one
  /// follows; zeros at the end are left out.
  private static void writeNumber(ByteWriter out, double value) {
    long bits = Double.doubleToRawLongBits(value);
    long ordered = bits >= 0 ? bits ^ Long.MIN_VALUE : ~bits + 1;
    out.writeByte(KeyComponent.NUMBER).writeByte((int) (ordered >>> 56));
    long rest = ordered << 8;
    do {
      long group = rest >>> 56 & 0xFE;
      rest <<= 7;
      out.writeByte((int) (rest == 0 ? group : group | 1));
    } while (rest != 0);
  }
}
