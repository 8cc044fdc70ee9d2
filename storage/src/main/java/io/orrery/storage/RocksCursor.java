// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/// A native iterator, with a claim on it instead of a count of calls in the store: a scan makes
/// many short calls, and a claim that only one thread wants costs next to nothing.
///
/// Every call claims the cursor (IDLE to BUSY) and gives it back. Closing claims it as well and
/// never gives it back. So a store that closes its open cursors waits for the call inside, if there
/// is one, and afterwards no call gets in.
final class RocksCursor implements Cursor {
  private static final int IDLE = 0;
  private static final int BUSY = 1;
  private static final int CLOSED = 2;
  private static final long CLAIM_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  /// Where the iterator stands relative to what was handed out.
  private enum Place {
    BEFORE_FIRST,
    /// A seek stands on what the following next() hands out.
    AHEAD,
    ON_KEY,
    AT_END
  }

  private final RocksStore store;
  private final RocksReads reads;
  private final KeyRange range;
  private final boolean forward;
  private final ReadOptions options;
  private final @Nullable Slice lower;
  private final @Nullable Slice upper;
  private final RocksIterator iterator;
  private final AtomicInteger claim = new AtomicInteger(IDLE);
  private Place place = Place.BEFORE_FIRST;

  /// The caller is counted in at the store's guard.
  RocksCursor(RocksStore store, Family family, Bounds bounds, RocksReads reads) {
    RocksFiles files = store.files();
    this.store = store;
    this.reads = reads;
    this.range = bounds.range;
    this.forward = bounds.direction == Direction.FORWARD;
    this.options = bounds.options;
    // Forward there is no way below the range: seeks are raised to its start.
    this.lower = forward ? null : new Slice(range.from());
    this.upper = range.to() == null ? null : new Slice(range.to());
    if (lower != null) {
      options.setIterateLowerBound(lower);
    }
    if (upper != null) {
      options.setIterateUpperBound(upper);
    }
    this.iterator = files.database().newIterator(files.handle(family), options);
  }

  /// What a cursor walks and how; it frees the options.
  record Bounds(KeyRange range, Direction direction, ReadOptions options) {}

  @Override
  public boolean next() {
    claim();
    try {
      return advance();
    } finally {
      release();
    }
  }

  /// Claims the cursor once.
  @Override
  public long skip(long most) {
    claim();
    try {
      long skipped = 0;
      while (skipped < most && advance()) {
        skipped++;
      }
      return skipped;
    } finally {
      release();
    }
  }

  private boolean advance() {
    switch (place) {
      case BEFORE_FIRST -> first();
      case AHEAD, AT_END -> {}
      case ON_KEY -> step();
    }
    boolean there = place != Place.AT_END && iterator.isValid();
    place = there ? Place.ON_KEY : Place.AT_END;
    if (!there) {
      requireHealthy();
    }
    return there;
  }

  /// An iterator that met damage ends as if there were no more keys; only this tells.
  private void requireHealthy() {
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw reads.refusal(e);
    }
  }

  @Override
  public void seek(byte[] key) {
    claim();
    try {
      if (range.isEmpty()) {
        place = Place.AT_END;
      } else if (forward) {
        iterator.seek(Arrays.compareUnsigned(key, range.from()) < 0 ? range.from() : key);
        place = Place.AHEAD;
      } else {
        iterator.seekForPrev(key);
        place = Place.AHEAD;
      }
    } finally {
      release();
    }
  }

  @Override
  public byte[] key() {
    claim();
    try {
      requireOnKey();
      return iterator.key();
    } finally {
      release();
    }
  }

  @Override
  public byte[] value() {
    claim();
    try {
      requireOnKey();
      return iterator.value();
    } finally {
      release();
    }
  }

  /// Without an array of its own for each key.
  @Override
  public int key(byte[] target) {
    claim();
    try {
      requireOnKey();
      return iterator.key(target);
    } finally {
      release();
    }
  }

  /// Without an array of its own for each value.
  @Override
  public int value(byte[] target) {
    claim();
    try {
      requireOnKey();
      return iterator.value(target);
    } finally {
      release();
    }
  }

  @Override
  public void close() {
    while (!claim.compareAndSet(IDLE, BUSY)) {
      if (claim.get() == CLOSED) {
        return;
      }
      LockSupport.parkNanos(this, CLAIM_POLL_NANOS);
    }
    iterator.close();
    options.close();
    if (lower != null) {
      lower.close();
    }
    if (upper != null) {
      upper.close();
    }
    store.forget(this);
    claim.set(CLOSED);
  }

  private void first() {
    if (range.isEmpty()) {
      place = Place.AT_END;
    } else if (forward) {
      iterator.seek(range.from());
    } else {
      iterator.seekToLast();
    }
  }

  private void step() {
    if (forward) {
      iterator.next();
    } else {
      iterator.prev();
    }
  }

  private void requireOnKey() {
    if (place != Place.ON_KEY) {
      throw new IllegalStateException("the cursor stands on no key");
    }
  }

  private void claim() {
    while (!claim.compareAndSet(IDLE, BUSY)) {
      if (claim.get() == CLOSED) {
        throw new OrreryException(ErrorCode.UNAVAILABLE, "The cursor or its store is closed.");
      }
      LockSupport.parkNanos(this, CLAIM_POLL_NANOS);
    }
  }

  private void release() {
    claim.set(IDLE);
  }
}
