// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import java.util.Optional;

/// A change with what it made of the item.
///
/// @param current the item after the change; empty for a delete
/// @param previous the item before it, where history kept it
public record ChangedItem(
    ItemVersion version,
    Change.Operation operation,
    long timeMillis,
    ItemKey key,
    Optional<Item> current,
    Optional<Item> previous) {

  /// What it counts for where answers are bounded.
  public long bytes() {
    long bytes = key.encoded().length;
    bytes += current.map(item -> item.body().length).orElse(0);
    return bytes + previous.map(item -> item.body().length).orElse(0);
  }
}
