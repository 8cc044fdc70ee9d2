// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.cells;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Cell;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// When something happens to a row by itself. Stands in front of its stored cells, so that most
/// readers need look no further.
///
/// @param aliveUntil when the last cell of the row is over; 0 if there is none
/// @param nextExpiry when the first one is
/// @param due when housekeeping has something to do: a value that is over, a tombstone that was
///   kept long enough
public record CellTimes(long aliveUntil, long nextExpiry, long due) {
  private static final int NEVER = -1;

  void write(ByteWriter out) {
    writeTime(out, aliveUntil);
    writeTime(out, nextExpiry);
    writeTime(out, due);
  }

  private static void writeTime(ByteWriter out, long millis) {
    out.writeSignedVarint(millis == Cell.NEVER ? NEVER : millis);
  }

  /// Of the stored cells of an item, which must have some.
  public static CellTimes of(byte[] cells) {
    return read(new ByteReader(cells));
  }

  static CellTimes read(ByteReader in) {
    return new CellTimes(readTime(in), readTime(in), readTime(in));
  }

  private static long readTime(ByteReader in) {
    long millis = in.readSignedVarint();
    if (millis < NEVER) {
      throw OrreryException.corrupted("a time of a row is negative");
    }
    return millis == NEVER ? Cell.NEVER : millis;
  }

  /// Whether the row has no cell at all, whatever the time: only tombstones are left.
  public boolean isGone() {
    return aliveUntil == 0;
  }
}
