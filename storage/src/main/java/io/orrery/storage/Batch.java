// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// Changes that become visible and durable together or not at all, applied in the order they were
/// added. Belongs to one thread, is written once.
public interface Batch {

  default void put(Family family, byte[] key, byte[] value) {
    put(family, key, key.length, value);
  }

  /// The key is in the first `keyLength` bytes, of which the batch keeps a copy.
  void put(Family family, byte[] key, int keyLength, byte[] value);

  default void delete(Family family, byte[] key) {
    delete(family, key, key.length);
  }

  void delete(Family family, byte[] key, int keyLength);

  /// Deletes every key of the range at once; costs the same however many there are.
  void deleteRange(Family family, KeyRange range);

  /// How many changes were added.
  int count();

  /// About how many bytes the changes take in the log.
  int bytes();

  /// A place to come back to with [#rollback].
  Mark mark();

  /// Forgets everything that was added since the mark was taken.
  void rollback(Mark mark);

  /// How far a batch had come.
  ///
  /// @param chunks pieces of the batch that were full
  /// @param length bytes in the piece behind them
  record Mark(int chunks, int length, int count) {}
}
