// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.key.HashRange;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.Cursor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Walks index entries in term order, merging the partition's own with those it still has in its
/// parent's space. Belongs to one thread; close it before its view.
public final class TermCursor implements AutoCloseable {

  /// Entries from one space, and which of them are valid.
  static final class Source {
    private final Cursor cursor;
    private final Predicate<byte[]> valid;
    private byte @Nullable [] term;
    private byte @Nullable [] itemKey;

    Source(Cursor cursor, Predicate<byte[]> valid) {
      this.cursor = cursor;
      this.valid = valid;
    }

    private void advance() {
      while (cursor.next()) {
        byte[] nextKey = cursor.value();
        if (valid.test(nextKey)) {
          term = Layout.relative(cursor.key());
          itemKey = nextKey;
          return;
        }
      }
      term = null;
      itemKey = null;
    }
  }

  private final List<Source> sources;
  private final @Nullable HashRange scope;
  private final Direction direction;
  private @Nullable Source at;

  /// @param scope entries of items elsewhere are left out; null lets all pass
  TermCursor(List<Source> sources, @Nullable HashRange scope, Direction direction) {
    this.sources = sources;
    this.scope = scope;
    this.direction = direction;
    try {
      sources.forEach(Source::advance);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  public boolean next() {
    do {
      if (at != null) {
        at.advance();
      }
      at = first();
    } while (at != null && !isInScope(itemKeyBytes()));
    return at != null;
  }

  /// Moves over the next entries, at most `most` of them, and says how many there were.
  long skip(long most) {
    long skipped = 0;
    while (skipped < most && next()) {
      skipped++;
    }
    return skipped;
  }

  /// Path, value and rid: the same bytes in every partition of the container.
  public byte[] term() {
    if (at == null || at.term == null) {
      throw new IllegalStateException("the cursor stands on no entry");
    }
    return at.term;
  }

  /// The number of the item, which stands at the end of its terms.
  public long rid() {
    return rid(term());
  }

  /// The number of the item that a term belongs to.
  public static long rid(byte[] term) {
    return new ByteReader(term, term.length - Long.BYTES, term.length).readLong();
  }

  public ItemKey itemKey() {
    return ItemKey.decode(itemKeyBytes());
  }

  private byte[] itemKeyBytes() {
    if (at == null || at.itemKey == null) {
      throw new IllegalStateException("the cursor stands on no entry");
    }
    return at.itemKey;
  }

  private boolean isInScope(byte[] itemKey) {
    return scope == null || Layout.isInside(itemKey, scope);
  }

  private @Nullable Source first() {
    Source best = null;
    for (Source source : sources) {
      if (source.term != null && (best == null || isBefore(source.term, best.term))) {
        best = source;
      }
    }
    return best;
  }

  private boolean isBefore(byte[] term, byte @Nullable [] other) {
    int order = Arrays.compareUnsigned(term, other);
    return direction == Direction.FORWARD ? order < 0 : order > 0;
  }

  @Override
  public void close() {
    sources.forEach(source -> source.cursor.close());
  }
}
