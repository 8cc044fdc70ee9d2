// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.note;

import io.orrery.model.Direction;
import io.orrery.model.container.Api;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Durability;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Store;
import java.util.Collection;
import java.util.function.BiConsumer;

/// Small records that survive the process, also kill -9, and that a power loss may take: who writes
/// them does not wait for the disk.
///
/// ```
/// META   04 api kind number   a note; the API takes four bytes, the kind one, the number eight
/// ```
public final class LocalNotes {
  private static final int NOTES = 0x04;
  private static final int PREFIX = 1 + Integer.BYTES + 1;

  private final Store store;

  public LocalNotes(Store store) {
    this.store = store;
  }

  /// Notes something, in the place of what stood there.
  ///
  /// @param kind one of the API's own
  public void put(Api api, int kind, long number, byte[] content) {
    Batch batch = store.newBatch();
    batch.put(Family.META, key(api, kind, number), content);
    store.write(batch, Durability.UNSYNCED);
  }

  public void delete(Api api, int kind, Collection<Long> numbers) {
    Batch batch = store.newBatch();
    numbers.forEach(number -> batch.delete(Family.META, key(api, kind, number)));
    store.write(batch, Durability.UNSYNCED);
  }

  /// All notes of a kind, by number.
  public void forEach(Api api, int kind, BiConsumer<Long, byte[]> action) {
    KeyRange range = KeyRange.prefix(prefix(api, kind).toByteArray());
    try (Cursor cursor = store.scan(Family.META, range, Direction.FORWARD)) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        long number = new ByteReader(key, PREFIX, key.length).readLong();
        action.accept(number, cursor.value());
      }
    }
  }

  private static byte[] key(Api api, int kind, long number) {
    return prefix(api, kind).writeLong(number).toByteArray();
  }

  private static ByteWriter prefix(Api api, int kind) {
    return new ByteWriter(PREFIX + Long.BYTES)
        .writeByte(NOTES)
        .writeInt(api.code())
        .writeByte(kind);
  }
}
