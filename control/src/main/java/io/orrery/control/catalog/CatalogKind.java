// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.Direction;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Reader;

/// The kinds of records in the catalog. A key is the prefix 01, the letter of the kind, and the
/// numbers that name the record among its kind.
public enum CatalogKind {
  CONTAINER('C'),
  DATABASE('D'),
  /// A container that was deleted, whose disk space is still to be given back.
  DELETED('G'),
  ENCRYPTION_KEY('E'),
  ENCRYPTION_KEY_NUMBER('F'),
  ACCOUNT_KEYS('K'),
  ACCESS_NUMBER('M'),
  NUMBERS('N'),
  PERMISSION('P'),
  SCRIPT_NUMBER('R'),
  SCRIPT('S'),
  USER('U');

  private static final int CATALOG = 0x01;

  private final int letter;

  CatalogKind(int letter) {
    this.letter = letter;
  }

  public byte[] key(int... numbers) {
    ByteWriter out =
        new ByteWriter(2 + Integer.BYTES * numbers.length).writeByte(CATALOG).writeByte(letter);
    for (int number : numbers) {
      out.writeInt(number);
    }
    return out.toByteArray();
  }

  /// All records of this kind, in the order of their numbers.
  public Cursor scan(Reader store) {
    return store.scan(Family.META, KeyRange.prefix(key()), Direction.FORWARD);
  }
}
