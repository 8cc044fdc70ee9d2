// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.KeyRange;
import java.util.Objects;

/// The keys of the catalog.
///
/// ```
/// META   01 A                            position of the last command that changed anything
///        01 B container                  its partitions may not all have been created yet
///        01 C container                  container, with its partitions and a split that was begun
///        01 D database                   database
///        01 E database key               client encryption key
///        01 G container                  dropped container: its partitions are still to be dropped
///        01 K                            the account's keys
///        01 N                            the numbers that are given next
///        01 O api                        what an API keeps for the account
///        01 P database user permission   permission
///        01 S container kind script      script; the kind takes one byte
///        01 U database user              user
/// ```
///
/// Numbers take four bytes each. META keys starting with 02 and 03 belong to partitions.
public final class CatalogLayout {
  private static final int CATALOG = 0x01;

  static final int POSITION = 'A';
  static final int PENDING = 'B';
  static final int CONTAINER = 'C';
  static final int DATABASE = 'D';
  static final int ENCRYPTION_KEY = 'E';
  static final int DROPPED = 'G';
  static final int ACCOUNT_KEYS = 'K';
  static final int NUMBERS = 'N';
  static final int API_PROPERTIES = 'O';
  static final int PERMISSION = 'P';
  static final int SCRIPT = 'S';
  static final int USER = 'U';

  /// Bytes in front of the numbers.
  private static final int PREFIX = 2;

  private CatalogLayout() {}

  /// Everything the catalog has.
  public static KeyRange all() {
    return KeyRange.prefix(new byte[] {CATALOG});
  }

  /// The key of a record, or, with fewer numbers than the kind has, what the keys of several begin
  /// with.
  static CatalogKey key(int kind, int... numbers) {
    ByteWriter out = begin(kind);
    for (int number : numbers) {
      out.writeInt(number);
    }
    return new CatalogKey(out.toByteArray());
  }

  /// What the keys of all scripts of a kind begin with.
  static CatalogKey scripts(int container, int kind) {
    return new CatalogKey(begin(SCRIPT).writeInt(container).writeByte(kind).toByteArray());
  }

  static CatalogKey script(int container, int kind, int number) {
    return new CatalogKey(
        begin(SCRIPT).writeInt(container).writeByte(kind).writeInt(number).toByteArray());
  }

  private static ByteWriter begin(int kind) {
    return new ByteWriter(PREFIX + 3 * Integer.BYTES).writeByte(CATALOG).writeByte(kind);
  }

  /// The lowest key behind all that begin with the prefix.
  static CatalogKey behind(CatalogKey prefix) {
    return new CatalogKey(Objects.requireNonNull(KeyRange.afterPrefix(prefix.bytes())));
  }

  /// What kind of record has this key.
  static int kind(byte[] key) {
    if (key.length < PREFIX || key[0] != CATALOG) {
      throw OrreryException.corrupted("this is no key of the catalog");
    }
    return key[1];
  }
}
