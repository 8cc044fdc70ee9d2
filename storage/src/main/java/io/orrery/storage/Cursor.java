// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// Walks the keys of a range. Belongs to one thread at a time.
public interface Cursor extends AutoCloseable {

  /// Moves to the next key; false when the range is at its end.
  boolean next();

  /// Moves so that the following [#next()] stands on the first key at or behind `key` (in the
  /// cursor's direction), within its range.
  void seek(byte[] key);

  /// Moves over the next keys, at most `most` of them, and says how many there were.
  default long skip(long most) {
    long skipped = 0;
    while (skipped < most && next()) {
      skipped++;
    }
    return skipped;
  }

  /// The key the cursor stands on, a copy of its own.
  byte[] key();

  /// The value of that key, a copy of its own.
  byte[] value();

  @Override
  void close();
}
