// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// What becomes of writes to the same item.
public sealed interface MergeRule {

  /// Items are written whole.
  enum WholeItems implements MergeRule {
    WHOLE_ITEMS
  }

  /// Items are rows, merged cell by cell: of two writes to a cell the one with the later time wins,
  /// whichever comes last.
  ///
  /// @param graceMillis how long tombstones are kept, and so how late an earlier write may come
  record LastWriteWins(long graceMillis) implements MergeRule {
    public LastWriteWins {
      if (graceMillis < 0) {
        throw new IllegalArgumentException("tombstones are kept for " + graceMillis);
      }
    }
  }

  default void write(ByteWriter out) {
    switch (this) {
      case WholeItems _ -> out.writeByte(0);
      case LastWriteWins(long graceMillis) -> out.writeByte(1).writeVarint(graceMillis);
    }
  }

  static MergeRule read(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case 0 -> WholeItems.WHOLE_ITEMS;
      case 1 -> {
        long graceMillis = in.readVarint();
        if (graceMillis < 0) {
          throw OrreryException.corrupted("tombstones are kept for a negative time");
        }
        yield new LastWriteWins(graceMillis);
      }
      default -> throw OrreryException.corrupted("there is no rule of merging " + kind);
    };
  }
}
