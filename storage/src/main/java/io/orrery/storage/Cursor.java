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

  /// Copies the key into an array, as much of it as fits there. Gives its length.
  default int key(byte[] target) {
    return copy(key(), target);
  }

  /// Copies the value into an array, as much of it as fits there. Gives its length.
  default int value(byte[] target) {
    return copy(value(), target);
  }

  private static int copy(byte[] bytes, byte[] target) {
    System.arraycopy(bytes, 0, target, 0, Math.min(bytes.length, target.length));
    return bytes.length;
  }

  @Override
  void close();
}
