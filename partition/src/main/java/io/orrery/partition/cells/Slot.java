// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.cells;

import io.orrery.model.container.Cell;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What a row has at one path: the latest tombstone and the latest value, either of which may be
/// missing.
///
/// @param spent whether the value was over and taken away; its times still beat older ones
record Slot(Cell.@Nullable Deleted deletion, Cell.@Nullable Live live, boolean spent) {
  static final Slot EMPTY = new Slot(null, null, false);

  Slot with(Cell cell) {
    return switch (cell) {
      case Cell.Deleted other ->
          new Slot(deletion == null ? other : later(deletion, other), live, spent);
      case Cell.Live other ->
          live == null || supersedes(other, live) ? new Slot(deletion, other, false) : this;
    };
  }

  Slot withoutDeletion() {
    return new Slot(null, live, spent);
  }

  Slot withoutLive() {
    return new Slot(deletion, null, false);
  }

  /// Takes the value away if it is over.
  Slot at(long nowMillis) {
    return live != null && live.expiresMillis() <= nowMillis
        ? new Slot(deletion, live, true)
        : this;
  }

  boolean isEmpty() {
    return deletion == null && live == null;
  }

  /// The value, if it was not taken away.
  Cell.@Nullable Live value() {
    return spent ? null : live;
  }

  private static Cell.Deleted later(Cell.Deleted one, Cell.Deleted other) {
    if (one.timestamp() != other.timestamp()) {
      return one.timestamp() > other.timestamp() ? one : other;
    }
    return one.deletedMillis() >= other.deletedMillis() ? one : other;
  }

  /// The rules of Cassandra: the later write wins; of equal ones the one that expires, because it
  /// will be a tombstone; of two that do, the one that lives longer; then the greater bytes.
  private boolean supersedes(Cell.Live newcomer, Cell.Live old) {
    if (newcomer.timestamp() != old.timestamp()) {
      return newcomer.timestamp() > old.timestamp();
    }
    boolean expires = newcomer.expiresMillis() != Cell.NEVER;
    boolean oldExpires = old.expiresMillis() != Cell.NEVER;
    if (expires != oldExpires) {
      return expires;
    }
    if (newcomer.expiresMillis() != old.expiresMillis()) {
      return newcomer.expiresMillis() > old.expiresMillis();
    }
    return !spent && Arrays.compareUnsigned(bytes(newcomer), bytes(old)) > 0;
  }

  private static byte[] bytes(Cell.Live live) {
    return live.value() == Value.Undefined.UNDEFINED
        ? new byte[0]
        : StoredItems.encode(live.value());
  }
}
