// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a group of commands has written so far, on top of the store: each command sees what those
/// before it wrote, and one that is refused leaves nothing.
///
/// Only ITEMS is ever read back by key within a group; the other families are written blindly.
final class Workspace {
  private record Write(Family family, byte[] key, byte @Nullable [] value) {}

  private final Reader store;
  private final Batch batch;
  private final Map<byte[], Write> group = new TreeMap<>(Arrays::compareUnsigned);
  private final Map<byte[], Write> command = new TreeMap<>(Arrays::compareUnsigned);
  private final List<Write> writes = new ArrayList<>();
  private long bytes;

  Workspace(Reader store, Batch batch) {
    this.store = store;
    this.batch = batch;
  }

  /// The store as it was before this group: for scans, which only the first command of a group
  /// does.
  Reader store() {
    return store;
  }

  byte @Nullable [] item(byte[] key) {
    Write write = command.get(key);
    if (write == null) {
      write = group.get(key);
    }
    return write == null ? store.get(Family.ITEMS, key) : write.value();
  }

  void put(Family family, byte[] key, byte[] value) {
    add(new Write(family, key, value));
  }

  void delete(Family family, byte[] key) {
    add(new Write(family, key, null));
  }

  private void add(Write write) {
    writes.add(write);
    bytes += write.key().length + (write.value() == null ? 0 : write.value().length);
    if (write.family() == Family.ITEMS) {
      command.put(write.key(), write);
    }
  }

  /// About how many bytes the command has written so far.
  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /// The command took place: its writes join the group's batch.
  void keep() {
    for (Write write : writes) {
      if (write.value() == null) {
        batch.delete(write.family(), write.key());
      } else {
        batch.put(write.family(), write.key(), write.value());
      }
    }
    group.putAll(command);
    forget();
  }

  /// The command was refused.
  void forget() {
    writes.clear();
    bytes = 0;
    command.clear();
  }
}
