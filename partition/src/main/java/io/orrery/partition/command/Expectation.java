// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import org.jspecify.annotations.Nullable;

/// What whoever prepared a [Command.Write] has read before, and what must still be so for the write
/// to make sense.
public sealed interface Expectation {

  /// The item has this version, or there is none.
  ///
  /// @param version null for an item that does not exist
  record Version(ItemKey key, @Nullable ItemVersion version) implements Expectation {}

  /// No item of the logical partition was changed, created or deleted.
  ///
  /// @param key any key of the logical partition; its row key does not count
  /// @param lsn as `PartitionView.changed` gave it
  record Unchanged(ItemKey key, long lsn) implements Expectation {}

  ItemKey key();
}
