// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// Something the catalog remembers.
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

  /// As it is stored.
  byte[] encode();

  /// The numbers that are given next. None is given twice, not even after what had it is gone.
  ///
  /// @param resource for users, permissions, scripts and client encryption keys together
  record Numbers(int database, int container, int resource) implements CatalogRecord {
    public static final Numbers FIRST = new Numbers(1, 1, 1);

    public Numbers afterDatabase() {
      return new Numbers(database + 1, container, resource);
    }

    public Numbers afterContainer() {
      return new Numbers(database, container + 1, resource);
    }

    public Numbers afterResource() {
      return new Numbers(database, container, resource + 1);
    }

    @Override
    public byte[] encode() {
      return new ByteWriter()
          .writeVarint(database)
          .writeVarint(container)
          .writeVarint(resource)
          .toByteArray();
    }

    public static Numbers decode(byte[] bytes) {
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
    @Override
    public byte[] encode() {
      return new ByteWriter().writeVarint(applied).toByteArray();
    }

    public static Position decode(byte[] bytes) {
      ByteReader in = new ByteReader(bytes);
      Position position = new Position(in.readVarint());
      in.requireEnd();
      return position;
    }
  }

  /// An intent: the partitions of this container are to be created, and may not all be there yet.
  record Pending(int container) implements CatalogRecord {
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
    public byte[] encode() {
      ByteWriter out = new ByteWriter(64);
      partitions.write(out);
      return out.toByteArray();
    }

    public static Dropped decode(int container, byte[] bytes) {
      ByteReader in = new ByteReader(bytes);
      Dropped dropped = new Dropped(container, PartitionMap.read(in));
      in.requireEnd();
      return dropped;
    }
  }
}
