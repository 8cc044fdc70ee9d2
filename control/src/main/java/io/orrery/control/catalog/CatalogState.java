// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.Direction;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// The catalog as it is durable, kept in memory. Any number of readers, one writer.
public final class CatalogState implements CatalogView {
  private final ConcurrentNavigableMap<CatalogKey, CatalogRecord> records =
      new ConcurrentSkipListMap<>();

  private CatalogState() {}

  /// Fails with CORRUPTED if a record is damaged.
  public static CatalogState read(Reader store) {
    CatalogState state = new CatalogState();
    try (Cursor cursor = store.scan(Family.META, CatalogLayout.all(), Direction.FORWARD)) {
      while (cursor.next()) {
        CatalogRecord record = CatalogLayout.decode(cursor.key(), cursor.value());
        state.records.put(CatalogLayout.key(record), record);
      }
    }
    return state;
  }

  @Override
  public @Nullable CatalogRecord find(CatalogKey key) {
    return records.get(key);
  }

  @Override
  public Collection<CatalogRecord> within(CatalogKey prefix) {
    return Collections.unmodifiableCollection(
        records.subMap(prefix, CatalogLayout.behind(prefix)).values());
  }

  /// What a draft changed is durable now.
  void publish(CatalogDraft draft) {
    draft
        .changes()
        .forEach(
            (key, record) -> {
              if (record.isPresent()) {
                records.put(key, record.get());
              } else {
                records.remove(key);
              }
            });
  }
}
