// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.ApiProperties;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.Resource;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.encoding.ByteReader;
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
/// Numbers take four bytes each. META keys starting with 02 and 03 belong to partitions, those with
/// 04 to this machine ([io.orrery.control.note.LocalNotes]).
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

  /// Where a record lies.
  public static CatalogKey key(CatalogRecord record) {
    return switch (record) {
      case AccountKeys _ -> key(ACCOUNT_KEYS);
      case ApiProperties properties -> key(API_PROPERTIES, properties.api().code());
      case CatalogRecord.Numbers _ -> key(NUMBERS);
      case CatalogRecord.Position _ -> key(POSITION);
      case CatalogRecord.Pending(int container) -> key(PENDING, container);
      case CatalogRecord.Dropped(int container, _) -> key(DROPPED, container);
      case Container container -> key(CONTAINER, container.number());
      case Database database -> key(DATABASE, database.number());
      case Resource resource -> key(resource.siblings(), resource.number());
    };
  }

  /// What the keys of siblings begin with.
  static CatalogKey prefix(Siblings siblings) {
    return switch (siblings) {
      case Siblings.Users(int database) -> key(USER, database);
      case Siblings.Permissions(int database, int user) -> key(PERMISSION, database, user);
      case Siblings.Scripts(int container, var kind) ->
          new CatalogKey(scripts(container, kind).toByteArray());
      case Siblings.EncryptionKeys(int database) -> key(ENCRYPTION_KEY, database);
    };
  }

  /// The key of the sibling with this number.
  static CatalogKey key(Siblings siblings, int number) {
    return switch (siblings) {
      case Siblings.Users(int database) -> key(USER, database, number);
      case Siblings.Permissions(int database, int user) -> key(PERMISSION, database, user, number);
      case Siblings.Scripts(int container, var kind) ->
          new CatalogKey(scripts(container, kind).writeInt(number).toByteArray());
      case Siblings.EncryptionKeys(int database) -> key(ENCRYPTION_KEY, database, number);
    };
  }

  /// The key of whoever siblings belong to: they are created only while there is one.
  static CatalogKey owner(Siblings siblings) {
    return switch (siblings) {
      case Siblings.Users(int database) -> key(DATABASE, database);
      case Siblings.Permissions(int database, int user) -> key(USER, database, user);
      case Siblings.Scripts(int container, _) -> key(CONTAINER, container);
      case Siblings.EncryptionKeys(int database) -> key(DATABASE, database);
    };
  }

  private static ByteWriter scripts(int container, StoredScript.Kind kind) {
    return begin(SCRIPT).writeInt(container).writeByte(kind.code());
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

  /// Reads what lies under a key; fails with CORRUPTED if it is anything else.
  static CatalogRecord decode(byte[] key, byte[] value) {
    CatalogRecord record =
        switch (kind(key)) {
          case POSITION -> CatalogRecord.Position.decode(value);
          case PENDING -> new CatalogRecord.Pending(number(key));
          case CONTAINER -> Container.decode(value);
          case DATABASE -> Database.decode(value);
          case DROPPED -> CatalogRecord.Dropped.decode(number(key), value);
          case ACCOUNT_KEYS -> AccountKeys.decode(value);
          case NUMBERS -> CatalogRecord.Numbers.decode(value);
          case API_PROPERTIES -> ApiProperties.decode(number(key), value);
          case ENCRYPTION_KEY, PERMISSION, SCRIPT, USER -> Resource.decode(value);
          default -> throw OrreryException.corrupted("the catalog has a record of no known kind");
        };
    if (!key(record).equals(new CatalogKey(key))) {
      throw OrreryException.corrupted("a record of the catalog lies where another belongs");
    }
    return record;
  }

  private static int number(byte[] key) {
    return new ByteReader(key, 2, key.length).readInt();
  }
}
