// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.partition.layout.ItemKey;
import java.util.List;

/// Entries of the index, one after the other. Close it before the views it reads.
interface EntrySource extends AutoCloseable {

  /// An entry.
  ///
  /// @param position where it stands among the others
  record Entry(ReadView view, byte[] position, ItemKey key) {}

  /// The next ones, `count` of them at most; none if there are no more.
  List<Entry> take(int count);

  @Override
  void close();
}
