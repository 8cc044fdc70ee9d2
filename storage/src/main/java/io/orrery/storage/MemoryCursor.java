// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A cursor over one tree of a [MemoryStore].
final class MemoryCursor implements Cursor {
  private final MemoryStore store;
  private final KeyRange range;
  private final boolean forward;
  private final SortedTree.Walk walk;
  private SortedTree.@Nullable Node current;
  private boolean closed;

  MemoryCursor(MemoryStore store, SortedTree tree, KeyRange range, Direction direction) {
    this.store = store;
    this.range = range;
    this.forward = direction == Direction.FORWARD;
    this.walk = new SortedTree.Walk(tree, direction);
    seekToStart();
  }

  @Override
  public boolean next() {
    requireOpen();
    SortedTree.Node node = walk.next();
    current = node != null && range.contains(node.key()) ? node : null;
    if (current == null) {
      walk.end();
    }
    return current != null;
  }

  @Override
  public void seek(byte[] key) {
    requireOpen();
    boolean beforeStart =
        forward
            ? Arrays.compareUnsigned(key, range.from()) < 0
            : range.to() != null && Arrays.compareUnsigned(key, range.to()) >= 0;
    current = null;
    if (beforeStart) {
      seekToStart();
    } else {
      walk.seek(key, true);
    }
  }

  @Override
  public byte[] key() {
    return onKey().key().clone();
  }

  @Override
  public byte[] value() {
    return onKey().value().clone();
  }

  @Override
  public void close() {
    closed = true;
  }

  private void seekToStart() {
    if (forward) {
      walk.seek(range.from(), true);
    } else {
      walk.seek(range.to(), false);
    }
  }

  private SortedTree.Node onKey() {
    requireOpen();
    if (current == null) {
      throw new IllegalStateException("the cursor stands on no key");
    }
    return current;
  }

  private void requireOpen() {
    store.requireOpen();
    if (closed) {
      throw new OrreryException(ErrorCode.UNAVAILABLE, "The cursor is closed.");
    }
  }
}
