// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import java.util.ArrayList;
import java.util.List;

/// The durable record of databases and containers: one key each in META, see [CatalogKind].
public final class Catalog {

  /// The numbers the next database and container get.
  public record Numbers(int databaseNext, int containerNext) {
    public static final Numbers FIRST = new Numbers(1, 1);
  }

  /// Everything there is.
  ///
  /// @param deleted the numbers of deleted containers whose disk space was not given back yet
  public record Contents(
      Numbers numbers,
      List<Database> databases,
      List<Container> containers,
      List<Integer> deleted) {}

  private Catalog() {}

  public static Contents read(Reader store) {
    byte[] numbers = store.get(Family.META, CatalogKind.NUMBERS.key(0));
    List<Database> databases = new ArrayList<>();
    try (Cursor cursor = CatalogKind.DATABASE.scan(store)) {
      while (cursor.next()) {
        databases.add(Database.decode(cursor.value()));
      }
    }
    List<Container> containers = new ArrayList<>();
    try (Cursor cursor = CatalogKind.CONTAINER.scan(store)) {
      while (cursor.next()) {
        containers.add(Container.decode(cursor.value()));
      }
    }
    List<Integer> deleted = new ArrayList<>();
    try (Cursor cursor = CatalogKind.DELETED.scan(store)) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        deleted.add(new ByteReader(key, 2, key.length).readInt());
      }
    }
    return new Contents(
        numbers == null ? Numbers.FIRST : decodeNumbers(numbers), databases, containers, deleted);
  }

  public static void put(Batch batch, Numbers numbers) {
    byte[] bytes =
        new ByteWriter()
            .writeVarint(numbers.databaseNext())
            .writeVarint(numbers.containerNext())
            .toByteArray();
    batch.put(Family.META, CatalogKind.NUMBERS.key(0), bytes);
  }

  public static void put(Batch batch, Database database) {
    batch.put(Family.META, CatalogKind.DATABASE.key(database.number()), database.encode());
  }

  public static void put(Batch batch, Container container) {
    batch.put(Family.META, CatalogKind.CONTAINER.key(container.number()), container.encode());
  }

  public static void delete(Batch batch, Database database) {
    batch.delete(Family.META, CatalogKind.DATABASE.key(database.number()));
  }

  /// Its disk space is still to be given back.
  public static void delete(Batch batch, Container container) {
    batch.delete(Family.META, CatalogKind.CONTAINER.key(container.number()));
    batch.put(Family.META, CatalogKind.DELETED.key(container.number()), new byte[0]);
  }

  /// The disk space of a deleted container was given back.
  public static void forget(Batch batch, int container) {
    batch.delete(Family.META, CatalogKind.DELETED.key(container));
  }

  private static Numbers decodeNumbers(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    Numbers numbers = new Numbers(in.readLength(), in.readLength());
    in.requireEnd();
    if (numbers.databaseNext() < 1 || numbers.containerNext() < 1) {
      throw OrreryException.corrupted("the catalog's numbers are out of range");
    }
    return numbers;
  }
}
