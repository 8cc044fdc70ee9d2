// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// Items that were looked up before, as they are in the store: finding one here takes a tenth of
/// what RocksDB takes to find it in its blocks (docs/adr/0037).
///
/// Keys are spread over slots. A slot has the sequence number of the last write to any key in it,
/// or says that one is under way; it says so before the write can be seen by anybody. An entry
/// notes what its slot said when it was made, and counts only while the slot still says the same
/// and a reader's state is no older. So what is written meanwhile no longer counts, until the write
/// is over and its value takes the place.
///
/// One thread writes at a time, any number read.
final class ItemCache {
  /// Who reads the latest state, whatever that is by now.
  static final long LATEST = Long.MAX_VALUE - 1;

  private static final long UNDER_WAY = Long.MAX_VALUE;
  private static final int SLOT_BITS = 19;

  /// What an entry takes besides its bytes: objects of the cache, of the key and of the value.
  private static final int ENTRY_OVERHEAD = 160;

  /// Larger items are worth little here: what is saved is the same for each.
  private static final int VALUE_BYTES_MAX = 64 << 10;

  /// Such as the counters of a logical partition, which every write reads and writes. To renew
  /// larger ones would fill the old generation of the heap with what was written over.
  private static final int RENEWED_BYTES_MAX = 256;

  private final AtomicLongArray slots = new AtomicLongArray(1 << SLOT_BITS);
  private final Cache<Key, Entry> entries;

  ItemCache(long bytesMax) {
    this.entries =
        Caffeine.newBuilder()
            .maximumWeight(bytesMax)
            .weigher((Key key, Entry entry) -> ItemCache.bytes(key, entry))
            .executor(Runnable::run)
            .build();
  }

  private record Entry(byte[] value, long slot) {}

  private record Key(byte[] bytes, int hash) {
    Key(byte[] bytes) {
      this(bytes, ItemCache.hash(bytes, bytes.length));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static int bytes(Key key, Entry entry) {
    return ENTRY_OVERHEAD + key.bytes.length + entry.value.length;
  }

  /// What a batch remembers of a key.
  static int hash(byte[] key, int length) {
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + key[i];
    }
    return hash;
  }

  private static int slot(int hash) {
    int spread = hash * 0x9E3779B9;
    return spread >>> (Integer.SIZE - SLOT_BITS);
  }

  /// The value that a key has in a state, or null if it is not known here. Nobody may change it.
  ///
  /// @param sequence the state's, or [#LATEST]
  byte @Nullable [] find(byte[] bytes, long sequence) {
    Key key = new Key(bytes);
    Entry entry = entries.getIfPresent(key);
    if (entry == null) {
      return null;
    }
    long slot = slots.get(slot(key.hash));
    return entry.slot == slot && slot <= sequence ? entry.value : null;
  }

  /// What was read of a state that is this old or younger.
  void offer(byte[] bytes, byte @Nullable [] value, long sequence) {
    if (value == null || value.length > VALUE_BYTES_MAX) {
      return;
    }
    Key key = new Key(bytes);
    long slot = slots.get(slot(key.hash));
    if (slot <= sequence) {
      entries.put(new Key(bytes.clone(), key.hash), new Entry(value, slot));
    }
  }

  /// A group of batches is going to be written.
  void begin(List<SerializedBatch> group) {
    group.forEach(batch -> mark(batch, UNDER_WAY));
  }

  /// The group has been written. What is small and was known is known as it is now: whoever has
  /// changed it is likely to ask for it again.
  ///
  /// @param sequence of a state that has it
  void end(List<SerializedBatch> group, long sequence) {
    try {
      // While nothing counts yet, and the last change first: of several to one item, only that one
      // is ever put here.
      group.reversed().forEach(batch -> renew(batch, sequence));
    } catch (OutOfMemoryError _) {
      // What was not renewed does not count.
    }
    group.forEach(batch -> mark(batch, sequence));
  }

  private void mark(SerializedBatch batch, long state) {
    if (batch.deletesItemRanges()) {
      for (int i = 0; i < slots.length(); i++) {
        slots.set(i, state);
      }
      return;
    }
    for (int i = 0; i < batch.items(); i++) {
      slots.set(slot(batch.itemHash(i)), state);
    }
  }

  private void renew(SerializedBatch batch, long sequence) {
    if (batch.deletesItemRanges()) {
      entries.invalidateAll();
      return;
    }
    Renewal renewal = new Renewal(sequence);
    for (int i = batch.items() - 1; i >= 0; i--) {
      batch.item(i, renewal);
    }
  }

  /// Takes over what is done to items that are known, the last change first.
  private final class Renewal implements SerializedBatch.Changes {
    private final long sequence;

    Renewal(long sequence) {
      this.sequence = sequence;
    }

    @Override
    public void put(Family family, byte[] bytes, byte[] value) {
      Key key = new Key(bytes);
      Entry entry = entries.getIfPresent(key);
      if (entry == null || entry.slot == sequence) {
        return; // Not known, or changed again further on.
      }
      if (value.length > RENEWED_BYTES_MAX) {
        entries.invalidate(key);
      } else {
        entries.put(key, new Entry(value, sequence));
      }
    }

    @Override
    public void delete(Family family, byte[] bytes) {
      Key key = new Key(bytes);
      Entry entry = entries.getIfPresent(key);
      if (entry != null && entry.slot != sequence) {
        entries.invalidate(key);
      }
    }

    @Override
    public void deleteRange(Family family, KeyRange range) {
      throw new IllegalStateException("a range is no item");
    }
  }

  /// About how much memory the entries take, those that no longer count included.
  long bytes() {
    return entries.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }
}
