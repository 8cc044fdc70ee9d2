// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// Something the catalog remembers, under one key.
public sealed interface CatalogRecord
    permits AccountKeys,
        ApiProperties,
        CatalogRecord.Numbers,
        CatalogRecord.Position,
        CatalogRecord.Pending,
        CatalogRecord.Dropped,
        Container,
        Database,
        Resource {

  CatalogKey key();

  /// The value under the key.
  byte[] encode();

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else.
  static CatalogRecord decode(byte[] key, byte[] value) {
    CatalogRecord record =
        switch (CatalogLayout.kind(key)) {
          case CatalogLayout.POSITION -> Position.decode(value);
          case CatalogLayout.PENDING -> new Pending(number(key));
          case CatalogLayout.CONTAINER -> Container.decode(value);
          case CatalogLayout.DATABASE -> Database.decode(value);
          case CatalogLayout.DROPPED -> Dropped.decode(number(key), value);
          case CatalogLayout.ACCOUNT_KEYS -> AccountKeys.decode(value);
          case CatalogLayout.NUMBERS -> Numbers.decode(value);
          case CatalogLayout.API_PROPERTIES -> ApiProperties.decode(number(key), value);
          case CatalogLayout.ENCRYPTION_KEY,
              CatalogLayout.PERMISSION,
              CatalogLayout.SCRIPT,
              CatalogLayout.USER ->
              Resource.decode(value);
          default -> throw OrreryException.corrupted("the catalog has a record of no known kind");
        };
    if (!record.key().equals(new CatalogKey(key))) {
      throw OrreryException.corrupted("a record of the catalog lies where another belongs");
    }
    return record;
  }

  private static int number(byte[] key) {
    return new ByteReader(key, 2, key.length).readInt();
  }

  /// The numbers that are given next. None is given twice, not even after what had it is gone.
  ///
  /// @param resource for users, permissions, scripts and client encryption keys together
  record Numbers(int database, int container, int resource) implements CatalogRecord {
    static final Numbers FIRST = new Numbers(1, 1, 1);
    static final CatalogKey KEY = CatalogLayout.key(CatalogLayout.NUMBERS);

    Numbers afterDatabase() {
      return new Numbers(database + 1, container, resource);
    }

    Numbers afterContainer() {
      return new Numbers(database, container + 1, resource);
    }

    Numbers afterResource() {
      return new Numbers(database, container, resource + 1);
    }

    @Override
    public CatalogKey key() {
      return KEY;
    }

    @Override
    public byte[] encode() {
      return new ByteWriter()
          .writeVarint(database)
          .writeVarint(container)
          .writeVarint(resource)
          .toByteArray();
    }

    static Numbers decode(byte[] bytes) {
      ByteReader in = new ByteReader(bytes);
      Numbers numbers = new Numbers(in.readLength(), in.readLength(), in.readLength());
      in.requireEnd();
      if (numbers.database < 1 || numbers.container < 1 || numbers.resource < 1) {
        throw OrreryException.corrupted("the catalog's numbers are out of range");
      }
      return numbers;
    }
  }

  /// How many commands have changed the catalog: the applied position of its log. A command that
  /// was refused leaves no trace, so to apply it again after a restart changes nothing either.
  record Position(long applied) implements CatalogRecord {
    static final CatalogKey KEY = CatalogLayout.key(CatalogLayout.POSITION);

    @Override
    public CatalogKey key() {
      return KEY;
    }

    @Override
    public byte[] encode() {
      return new ByteWriter().writeVarint(applied).toByteArray();
    }

    static Position decode(byte[] bytes) {
      ByteReader in = new ByteReader(bytes);
      Position position = new Position(in.readVarint());
      in.requireEnd();
      return position;
    }
  }

  /// An intent: the partitions of this container are to be created, and may not all be there yet.
  record Pending(int container) implements CatalogRecord {
    @Override
    public CatalogKey key() {
      return CatalogLayout.key(CatalogLayout.PENDING, container);
    }

    @Override
    public byte[] encode() {
      return new byte[0];
    }
  }

  /// An intent: this container was deleted, and its partitions may still have to be dropped and
  /// their disk space given back.
  ///
  /// @param partitions as they were in the end
  record Dropped(int container, PartitionMap partitions) implements CatalogRecord {
    @Override
    public CatalogKey key() {
      return CatalogLayout.key(CatalogLayout.DROPPED, container);
    }

    @Override
    public byte[] encode() {
      ByteWriter out = new ByteWriter(64);
      partitions.write(out);
      return out.toByteArray();
    }

    static Dropped decode(int container, byte[] bytes) {
      ByteReader in = new ByteReader(bytes);
      Dropped dropped = new Dropped(container, PartitionMap.read(in));
      in.requireEnd();
      return dropped;
    }
  }
}
