// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.indexing.EntryKeys;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// What a group of commands has written so far, on top of the store: each command sees what those
/// before it wrote, and one that is refused leaves nothing.
///
/// Only ITEMS is ever read back by key within a group; the other families are written blindly.
final class Workspace {
  private record Written(byte @Nullable [] value) {}

  private final Reader store;
  private final Batch batch;
  private final LongConsumer memory;
  private final Map<byte[], Written> group = new TreeMap<>(Arrays::compareUnsigned);
  private final Map<byte[], Written> command = new TreeMap<>(Arrays::compareUnsigned);
  private final ByteWriter entry = new ByteWriter(128);
  private Batch.Mark start;
  private long bytes;

  /// @param memory told how much is going to be needed; may wait until there is room
  Workspace(Reader store, Batch batch, LongConsumer memory) {
    this.store = store;
    this.batch = batch;
    this.memory = memory;
    this.start = batch.mark();
  }

  /// The store as it was before this group: for scans, which only the first command of a group
  /// does.
  Reader store() {
    return store;
  }

  byte @Nullable [] item(byte[] key) {
    Written written = command.get(key);
    if (written == null) {
      written = group.get(key);
    }
    return written == null ? store.get(Family.ITEMS, key) : written.value();
  }

  void put(Family family, byte[] key, byte[] value) {
    count(key.length + value.length);
    batch.put(family, key, value);
    if (family == Family.ITEMS) {
      command.put(key, new Written(value));
    }
  }

  void delete(Family family, byte[] key) {
    count(key.length);
    batch.delete(family, key);
    if (family == Family.ITEMS) {
      command.put(key, new Written(null));
    }
  }

  void putEntries(EntryKeys keys, byte[] itemKey) {
    count(keys.bytes());
    for (int i = 0; i < keys.size(); i++) {
      entry.truncate(0);
      keys.write(i, entry);
      batch.put(Family.INDEX, entry.array(), entry.size(), itemKey);
    }
  }

  void deleteEntries(EntryKeys keys) {
    count(keys.bytes());
    for (int i = 0; i < keys.size(); i++) {
      entry.truncate(0);
      keys.write(i, entry);
      batch.delete(Family.INDEX, entry.array(), entry.size());
    }
  }

  private void count(long more) {
    bytes += more;
    claim(more);
  }

  /// Announces memory that is needed besides what is written already.
  void claim(long more) {
    memory.accept(batch.bytes() + more);
  }

  /// About how many bytes the command has written so far.
  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return batch.count() == start.count();
  }

  /// The command took place.
  void keep() {
    group.putAll(command);
    next();
  }

  /// The command was refused.
  void forget() {
    batch.rollback(start);
    next();
  }

  private void next() {
    start = batch.mark();
    bytes = 0;
    command.clear();
  }
}
