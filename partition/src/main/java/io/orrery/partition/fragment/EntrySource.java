// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.container.ItemKey;
import java.util.List;

/// Entries of the index, one after the other. Close it before the view it reads.
interface EntrySource extends AutoCloseable {

  /// An entry.
  ///
  /// @param position where it stands among the others
  record Entry(byte[] position, ItemKey key) {}

  /// The next ones, `count` of them at most; none if there are no more.
  List<Entry> take(int count);

  @Override
  void close();
}
