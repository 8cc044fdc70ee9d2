// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.ItemKey;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.storage.Family;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What items have in unique declared indexes, as items of their own: whoever writes one first owns
/// it. Such indexes come and go while there are items, so an item may not own yet what it has, nor
/// have any more what it owns.
final class UniqueEntries {
  private final Draft draft;
  private final Workspace work;

  UniqueEntries(Draft draft, Workspace work) {
    this.draft = draft;
    this.work = work;
  }

  /// Tells whether an owner is alive; if it is not, removes it.
  interface Owners {
    boolean removeIfDead(ItemKey owner);
  }

  /// Makes what a new body has in the newest settings the item's own, and gives up the rest.
  ///
  /// @param old null for a new item
  @Nullable Refusal claim(ItemKey key, byte @Nullable [] old, byte[] body, Owners owners) {
    SortedMap<byte[], Integer> wanted = entries(key, body, true);
    for (var entry : wanted.entrySet()) {
      byte[] owner = work.item(entry.getKey());
      if (owner != null
          && !Arrays.equals(owner, key.rowKey())
          && !owners.removeIfDead(key.withRowKey(owner))) {
        return new Refusal.UniqueKeyTaken(entry.getValue());
      }
    }
    for (byte[] each : wanted.keySet()) {
      if (work.item(each) == null) {
        work.put(Family.ITEMS, each, key.rowKey());
      }
    }
    if (old != null) {
      release(key, old, wanted);
    }
    return null;
  }

  /// Gives up everything that an item owns.
  void release(ItemKey key, byte[] body) {
    release(key, body, new TreeMap<>(Arrays::compareUnsigned));
  }

  private void release(ItemKey key, byte[] body, SortedMap<byte[], Integer> kept) {
    SortedMap<byte[], Integer> held = entries(key, body, true);
    held.putAll(entries(key, body, false));
    for (byte[] each : held.keySet()) {
      if (!kept.containsKey(each) && Arrays.equals(work.item(each), key.rowKey())) {
        work.delete(Family.ITEMS, each);
      }
    }
  }

  /// @param newest of the newest settings, or else of those that the item is indexed by
  private SortedMap<byte[], Integer> entries(ItemKey key, byte[] body, boolean newest) {
    return UniqueValues.entries(draft.id.container(), key, body, draft.settings, newest);
  }
}
