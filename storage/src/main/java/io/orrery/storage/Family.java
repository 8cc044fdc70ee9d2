// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// The fixed families of keys. They differ in how they are read, so each is tuned on its own; there
/// is never one per container or partition (three hundred families cost eleven seconds to create).
///
/// The numbers are part of the format on disk: RocksDB gives them out in the order the families are
/// made, starting behind its own default family, which has number 0 and stays empty.
public enum Family {
  /// Catalog and partition state: few keys, small values, written with every group of commands.
  META(1),
  /// Items by container, hash, partition key and row key, and what else is kept per partition key.
  ITEMS(2),
  /// Index entries by partition, path and value: many small keys, mostly without values.
  INDEX(3),
  /// The commit history by partition and LSN: appended at the end, read in order.
  FEED(4);

  private final int number;

  Family(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
