// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.EscapedBytes;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;

/// Keys of stored values in the orders of BSON and CQL, without making values of containers: those
/// at all levels of an item have index terms, but only their beginnings.
final class StoredKeys {
  private static final int END = 0x00;

  private final ByteWriter out;
  private final ValueOrder order;
  private final int sizeMax;

  /// @param sizeMax beyond this size of `out` containers are not continued
  StoredKeys(ByteWriter out, ValueOrder order, int sizeMax) {
    this.out = out;
    this.order = order;
    this.sizeMax = sizeMax;
  }

  /// The value a cursor stands on, which bounds the recursion.
  void write(StoredCursor cursor) {
    out.writeByte(order.place(cursor.kind()));
    writeContent(cursor);
  }

  private void writeContent(StoredCursor cursor) {
    Value.Kind kind = cursor.kind();
    if (!kind.isContainer()) {
      KeyEncoding.writeContent(out, cursor.value(), order);
      return;
    }
    cursor.enter();
    while (cursor.next() && out.size() <= sizeMax) {
      if (kind == Value.Kind.OBJECT) {
        out.writeByte(order.place(cursor.kind()));
        EscapedBytes.write(out, cursor.bytes(), cursor.nameOffset(), cursor.nameLength());
        writeContent(cursor);
      } else {
        write(cursor);
      }
    }
    cursor.leave();
    out.writeByte(END);
  }
}
