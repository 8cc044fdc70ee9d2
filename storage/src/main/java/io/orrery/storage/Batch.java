// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// Changes that become visible and durable together or not at all, applied in the order they were
/// added. Belongs to one thread, is written once.
public interface Batch {

  void put(Family family, byte[] key, byte[] value);

  void delete(Family family, byte[] key);

  /// Deletes every key of the range at once; costs the same however many there are.
  void deleteRange(Family family, KeyRange range);

  /// How many changes were added.
  int count();

  /// About how many bytes the changes take in the log.
  int bytes();
}
