// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;

/// Takes members out of stored objects without making values of the others.
public final class StoredMembers {
  private static final int CONTENT_OFFSET = 1 + Integer.BYTES;

  private StoredMembers() {}

  /// The object without its members of these names, given in UTF-8; those of nested objects stay.
  public static byte[] without(byte[] storedObject, List<byte[]> names) {
    StoredCursor cursor = StoredCursor.over(storedObject);
    cursor.enter();
    ByteWriter out = new ByteWriter(storedObject.length);
    out.writeByte(StoredTag.OBJECT).writeInt(0);
    int memberOffset = CONTENT_OFFSET;
    while (cursor.next()) {
      if (!isOneOf(cursor, names)) {
        out.writeBytes(storedObject, memberOffset, cursor.valueEnd() - memberOffset);
      }
      memberOffset = cursor.valueEnd();
    }
    out.setInt(1, out.size() - CONTENT_OFFSET);
    return out.toByteArray();
  }

  /// The members of these names, given in UTF-8 and each once, as a document of values, in the
  /// object's order. What lies behind the last of them is not looked at.
  public static Value.Document values(byte[] storedObject, List<byte[]> names) {
    LinkedHashMap<String, Value> values = new LinkedHashMap<>();
    StoredCursor cursor = StoredCursor.over(storedObject);
    cursor.enter();
    while (values.size() < names.size() && cursor.next()) {
      if (isOneOf(cursor, names)) {
        values.put(cursor.name(), cursor.value());
      }
    }
    return new Value.Document(values);
  }

  private static boolean isOneOf(StoredCursor cursor, List<byte[]> names) {
    for (byte[] name : names) {
      if (cursor.nameIs(name)) {
        return true;
      }
    }
    return false;
  }
}
