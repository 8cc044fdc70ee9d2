// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads ordered bytes: the latest state of a [Store], or a [Snapshot] of it.
public interface Reader {

  /// Null if there is none. Nobody may change it: others are given the same bytes.
  byte @Nullable [] get(Family family, byte[] key);

  /// The values of several keys, in the order of the keys, null where there is none. Of the first
  /// keys only, where those of all would take more than `bytesMax`; of one at least.
  List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax);

  /// A cursor over the keys of `range`, standing before the first (in the given direction). It sees
  /// one consistent state, whatever is written meanwhile. Close it.
  Cursor scan(Family family, KeyRange range, Direction direction);
}
