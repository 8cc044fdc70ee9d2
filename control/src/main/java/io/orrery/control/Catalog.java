// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.Direction;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Reader;
import java.util.ArrayList;
import java.util.List;

/// The durable record of databases and containers: one key each in META, under the prefix 01.
final class Catalog {
  private static final int CATALOG = 0x01;
  private static final int NUMBERS = 'N';
  private static final int DATABASE = 'D';
  private static final int CONTAINER = 'C';

  /// The numbers the next database and container get.
  record Numbers(int databaseNext, int containerNext) {
    static final Numbers FIRST = new Numbers(1, 1);
  }

  /// Everything there is.
  record Contents(Numbers numbers, List<Database> databases, List<Container> containers) {}

  private Catalog() {}

  static Contents read(Reader store) {
    byte[] numbers = store.get(Family.META, key(NUMBERS, 0));
    List<Database> databases = new ArrayList<>();
    try (Cursor cursor = scan(store, DATABASE)) {
      while (cursor.next()) {
        databases.add(Database.decode(cursor.value()));
      }
    }
    List<Container> containers = new ArrayList<>();
    try (Cursor cursor = scan(store, CONTAINER)) {
      while (cursor.next()) {
        containers.add(Container.decode(cursor.value()));
      }
    }
    return new Contents(
        numbers == null ? Numbers.FIRST : decodeNumbers(numbers), databases, containers);
  }

  static void put(Batch batch, Numbers numbers) {
    byte[] bytes =
        new ByteWriter()
            .writeVarint(numbers.databaseNext())
            .writeVarint(numbers.containerNext())
            .toByteArray();
    batch.put(Family.META, key(NUMBERS, 0), bytes);
  }

  static void put(Batch batch, Database database) {
    batch.put(Family.META, key(DATABASE, database.number()), database.encode());
  }

  static void put(Batch batch, Container container) {
    batch.put(Family.META, key(CONTAINER, container.number()), container.encode());
  }

  static void delete(Batch batch, Database database) {
    batch.delete(Family.META, key(DATABASE, database.number()));
  }

  static void delete(Batch batch, Container container) {
    batch.delete(Family.META, key(CONTAINER, container.number()));
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

  private static Cursor scan(Reader store, int kind) {
    byte[] prefix = {CATALOG, (byte) kind};
    return store.scan(Family.META, KeyRange.prefix(prefix), Direction.FORWARD);
  }

  private static byte[] key(int kind, int number) {
    return new ByteWriter(6).writeByte(CATALOG).writeByte(kind).writeInt(number).toByteArray();
  }
}
