// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.GeneralisedUtf8;

/// Looks at everything in a stored value, where the cursor looks only at what it is asked for. The
/// cursor bounds the recursion.
final class StoredVerification {
  private final StoredCursor cursor;
  private final PropertyNames names = new PropertyNames();

  private StoredVerification(StoredCursor cursor) {
    this.cursor = cursor;
  }

  static void verify(StoredCursor cursor) {
    new StoredVerification(cursor).verifyValue();
  }

  private void verifyValue() {
    switch (cursor.tag()) {
      case StoredTag.ARRAY -> verifyArray();
      case StoredTag.OBJECT -> verifyObject();
      case StoredTag.MAPPING -> verifyMapping();
      case StoredTag.SCOPED_CODE -> {
        String _ = StoredParts.source(cursor);
        verify(StoredParts.scope(cursor));
      }
      case StoredTag.PLAIN_TEXT, StoredTag.ESCAPED_TEXT -> {
        int offset = cursor.contentOffset();
        boolean plain = cursor.tag() == StoredTag.PLAIN_TEXT;
        verifyText(offset, cursor.valueEnd() - offset, plain);
      }
      default -> StoredDecoding.scalar(cursor);
    }
  }

  private void verifyArray() {
    cursor.enter();
    while (cursor.next()) {
      verifyValue();
    }
    cursor.leave();
  }

  private void verifyMapping() {
    cursor.enter();
    while (cursor.next()) {
      verifyValue();
      StoredParts.requireValue(cursor.next());
      verifyValue();
    }
    cursor.leave();
  }

  private void verifyObject() {
    cursor.enter();
    names.openObject();
    while (cursor.next()) {
      verifyText(cursor.nameOffset(), cursor.nameLength(), cursor.namePlain());
      if (!names.add(cursor.name())) {
        throw OrreryException.corrupted("a stored object has a property twice");
      }
      verifyValue();
    }
    names.closeObject();
    cursor.leave();
  }

  /// A text wrongly marked as plain would break out of its JSON string.
  private void verifyText(int offset, int length, boolean plain) {
    if (plain
        ? !isPlain(offset, length)
        : !GeneralisedUtf8.isValid(cursor.bytes(), offset, length)) {
      throw OrreryException.corrupted("a stored text is not what its tag says");
    }
  }

  private boolean isPlain(int offset, int length) {
    byte[] bytes = cursor.bytes();
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] >= 0 && !StoredText.isPlainAscii(bytes[i])) {
        return false;
      }
    }
    return GeneralisedUtf8.isStrictlyValid(bytes, offset, length);
  }
}
