// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.access;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;

/// Values inside plans and what partitions answer them with, in the stored form.
public final class ValueCodec {
  private static final byte[] UNDEFINED = {};

  private ValueCodec() {}

  public static void write(ByteWriter out, Value value) {
    boolean defined = value != Value.Undefined.UNDEFINED;
    out.writeBlock(defined ? StoredItems.encode(value) : UNDEFINED);
  }

  /// Fails with CORRUPTED if it is none.
  public static Value read(ByteReader in) {
    byte[] stored = in.readBlock();
    if (stored.length == 0) {
      return Value.Undefined.UNDEFINED;
    }
    StoredItems.verify(stored);
    return StoredItems.decode(stored);
  }

  /// The number of a constant, for [#constant]: enums that are written get new constants at their
  /// end only.
  @SuppressWarnings("EnumOrdinal")
  public static int number(Enum<?> constant) {
    return constant.ordinal();
  }

  /// One of the constants of an enum, by its number. Fails with CORRUPTED if there is none.
  public static <T> T constant(T[] constants, ByteReader in) {
    int number = in.readByte();
    if (number >= constants.length) {
      throw OrreryException.corrupted("there is no constant of number " + number);
    }
    return constants[number];
  }
}
