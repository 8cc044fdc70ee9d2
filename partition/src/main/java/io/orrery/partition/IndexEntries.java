// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.partition.indexing.IndexTerms;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
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
    PartitionSettings settings = draft.settings.settingsFor(itemKey);
    IndexTerms terms = draft.settings.termsFor(itemKey);
    return new Diff(
        itemKey,
        old == null
            ? List.of()
            : keys(old, draft.indexSpace(itemKey, old.version()), settings, terms),
        fresh == null ? List.of() : keys(fresh, draft.id, settings, terms));
  }

  /// From the entries an item has to those it has under the newest settings.
  Diff reindex(ItemKey key, Item item) {
    byte[] itemKey = key.encoded();
    PartitionSettings settings = draft.settings.settingsFor(itemKey);
    IndexTerms terms = draft.settings.termsFor(itemKey);
    return new Diff(
        itemKey,
        keys(item, draft.id, settings, terms),
        keys(item, draft.id, draft.settings.newest(), draft.settings.newestTerms()));
  }

  /// Writes all entries of an item into this partition's own space.
  void copy(ItemKey key, Item item) {
    byte[] itemKey = key.encoded();
    List<byte[]> keys =
        keys(item, draft.id, draft.settings.settingsFor(itemKey), draft.settings.termsFor(itemKey));
    for (byte[] each : keys) {
      work.put(Family.INDEX, each, itemKey);
    }
  }

  private static List<byte[]> keys(
      Item item, PartitionId space, PartitionSettings settings, IndexTerms terms) {
    List<byte[]> keys =
        item.indexed() ? terms.keys(space, item.body(), item.rid()) : new ArrayList<>();
    long deadline = Liveness.deadline(item, settings.ttlSeconds());
    if (deadline != Liveness.NEVER) {
      keys.add(Layout.deadline(space, deadline, item.rid()));
    }
    return keys;
  }
}
