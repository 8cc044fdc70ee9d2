// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// Which write made an item what it is: the LSN of the command and the number of the change in it.
///
/// Serves as the etag: no two states of an item share a version, because LSNs only grow, also
/// across splits.
public record ItemVersion(long lsn, int index) implements Comparable<ItemVersion> {

  /// More changes than any one command makes.
  public static final int INDEX_MAX = 0xFFFF;

  public ItemVersion {
    if (lsn < 0 || index < 0 || index > INDEX_MAX) {
      throw new IllegalArgumentException("no such version: " + lsn + "." + index);
    }
  }

  public void write(ByteWriter out) {
    out.writeVarint(lsn).writeVarint(index);
  }

  public static ItemVersion read(ByteReader in) {
    long lsn = in.readVarint();
    int index = in.readLength();
    if (lsn < 0 || index > INDEX_MAX) {
      throw OrreryException.corrupted("a version is out of range");
    }
    return new ItemVersion(lsn, index);
  }

  @Override
  public int compareTo(ItemVersion other) {
    int byLsn = Long.compare(lsn, other.lsn);
    return byLsn != 0 ? byLsn : Integer.compare(index, other.index);
  }

  @Override
  public String toString() {
    return lsn + "." + index;
  }
}
