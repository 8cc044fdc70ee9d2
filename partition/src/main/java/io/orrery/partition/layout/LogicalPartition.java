// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.layout;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Counters;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// What is kept of a logical partition as a whole, as long as it has items.
///
/// @param lsn of the last change of one of its items: whoever has read all of them knows by it
///   whether they are still the same
public record LogicalPartition(Counters counters, long lsn) {
  public static final LogicalPartition NONE = new LogicalPartition(Counters.ZERO, 0);

  public byte[] encode() {
    ByteWriter out = new ByteWriter(32);
    counters.write(out);
    return out.writeVarint(lsn).toByteArray();
  }

  /// Reads what [#encode] wrote; nothing written is an empty logical partition.
  public static LogicalPartition decode(byte @Nullable [] bytes) {
    if (bytes == null) {
      return NONE;
    }
    ByteReader in = new ByteReader(bytes);
    Counters counters = Counters.read(in);
    long lsn = in.readVarint();
    in.requireEnd();
    if (lsn < 0) {
      throw OrreryException.corrupted("the LSN of a logical partition is negative");
    }
    return new LogicalPartition(counters, lsn);
  }
}
