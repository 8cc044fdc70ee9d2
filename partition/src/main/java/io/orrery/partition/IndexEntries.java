// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.storage.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The entries of items in the INDEX family: terms and deadlines.
final class IndexEntries {
  private final Draft draft;
  private final Workspace work;

  IndexEntries(Draft draft, Workspace work) {
    this.draft = draft;
    this.work = work;
  }

  /// What has to be written so that the entries of `old` become those of `fresh`.
  final class Diff {
    private final byte[] itemKey;
    private final List<byte[]> removed;
    private final List<byte[]> added;

    private Diff(byte[] itemKey, List<byte[]> old, List<byte[]> fresh) {
      this.itemKey = itemKey;
      if (old.isEmpty() || fresh.isEmpty()) {
        this.removed = old;
        this.added = fresh;
      } else {
        this.removed = new ArrayList<>();
        this.added = new ArrayList<>();
        compare(old, fresh);
      }
    }

    private void compare(List<byte[]> old, List<byte[]> fresh) {
      old.sort(Arrays::compareUnsigned);
      fresh.sort(Arrays::compareUnsigned);
      int o = 0;
      int f = 0;
      while (o < old.size() && f < fresh.size()) {
        int order = Arrays.compareUnsigned(old.get(o), fresh.get(f));
        if (order == 0) {
          o++;
          f++;
        } else if (order < 0) {
          removed.add(old.get(o++));
        } else {
          added.add(fresh.get(f++));
        }
      }
      removed.addAll(old.subList(o, old.size()));
      added.addAll(fresh.subList(f, fresh.size()));
    }

    int count() {
      return removed.size() + added.size();
    }

    /// By how much the index grows.
    long bytes() {
      return size(added) - size(removed);
    }

    private long size(List<byte[]> keys) {
      long size = (long) keys.size() * itemKey.length;
      for (byte[] key : keys) {
        size += key.length;
      }
      return size;
    }

    void write() {
      for (byte[] key : removed) {
        work.delete(Family.INDEX, key);
      }
      for (byte[] key : added) {
        work.put(Family.INDEX, key, itemKey);
      }
    }
  }

  /// From the entries an item has to those its successor shall have; null where there is none.
  Diff diff(ItemKey key, @Nullable Item old, @Nullable Item fresh) {
    byte[] itemKey = key.encoded();
    return new Diff(
        itemKey,
        old == null
            ? List.of()
            : draft.settings.entries(itemKey, old, draft.indexSpace(itemKey, old.version())),
        fresh == null ? List.of() : draft.settings.entries(itemKey, fresh, draft.id));
  }

  /// From the entries an item has to those it has under the newest settings.
  Diff reindex(ItemKey key, Item item) {
    byte[] itemKey = key.encoded();
    return new Diff(
        itemKey,
        draft.settings.entries(itemKey, item, draft.id),
        draft.settings.newestEntries(item, draft.id));
  }

  /// Writes all entries of an item into this partition's own space.
  void copy(ItemKey key, Item item) {
    byte[] itemKey = key.encoded();
    for (byte[] each : draft.settings.entries(itemKey, item, draft.id)) {
      work.put(Family.INDEX, each, itemKey);
    }
  }
}
