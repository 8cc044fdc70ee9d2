// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.Item;
import java.util.List;

/// What a transaction made, and what became of its writes.
///
/// @param writes in the order in which they were made
public record Committed<T>(T result, List<Write> writes) {
  public Committed {
    writes = List.copyOf(writes);
  }

  /// One write.
  ///
  /// @param provisional the item as the transaction saw it, with a version and perhaps a number
  ///   that were made up
  public record Write(Item provisional, WriteResult result) {}
}
