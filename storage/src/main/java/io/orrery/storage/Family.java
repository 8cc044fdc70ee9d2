// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// The fixed families of keys. They differ in how they are read, so each is tuned on its own; there
/// is never one per container or partition (three hundred families cost eleven seconds to create).
public enum Family {
  /// Catalog and partition state: few keys, small values, written with every group of commands.
  META,
  /// Items by container, hash, partition key and row key, and what else is kept per partition key.
  ITEMS,
  /// Index entries by partition, path and value: many small keys, mostly without values.
  INDEX,
  /// The commit history by partition and LSN: appended at the end, read in order.
  FEED
}
