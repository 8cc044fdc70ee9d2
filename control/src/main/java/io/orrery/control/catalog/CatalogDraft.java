// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.catalog.CatalogRecord;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The catalog with changes that are not durable yet, and that nobody else sees.
final class CatalogDraft implements CatalogView {
  private final CatalogView base;

  /// Empty for what is deleted. Sorted, so that a batch has the same bytes everywhere.
  private final NavigableMap<CatalogKey, Optional<CatalogRecord>> changes = new TreeMap<>();

  CatalogDraft(CatalogView base) {
    this.base = base;
  }

  void put(CatalogRecord record) {
    changes.put(CatalogLayout.key(record), Optional.of(record));
  }

  void delete(CatalogKey key) {
    changes.put(key, Optional.empty());
  }

  NavigableMap<CatalogKey, Optional<CatalogRecord>> changes() {
    return changes;
  }

  void writeTo(Batch batch) {
    changes.forEach(
        (key, record) -> {
          if (record.isPresent()) {
            batch.put(Family.META, key.bytes(), record.get().encode());
          } else {
            batch.delete(Family.META, key.bytes());
          }
        });
  }

  @Override
  public @Nullable CatalogRecord find(CatalogKey key) {
    Optional<CatalogRecord> changed = changes.get(key);
    return changed == null ? base.find(key) : changed.orElse(null);
  }

  @Override
  public Collection<CatalogRecord> within(CatalogKey prefix) {
    var changed = changes.subMap(prefix, CatalogLayout.behind(prefix));
    if (changed.isEmpty()) {
      return base.within(prefix);
    }
    TreeMap<CatalogKey, CatalogRecord> merged = new TreeMap<>();
    base.within(prefix).forEach(record -> merged.put(CatalogLayout.key(record), record));
    changed.forEach(
        (key, record) -> {
          if (record.isPresent()) {
            merged.put(key, record.get());
          } else {
            merged.remove(key);
          }
        });
    return merged.values();
  }
}
