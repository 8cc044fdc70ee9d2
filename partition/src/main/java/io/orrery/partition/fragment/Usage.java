// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// What was done for an answer.
///
/// @param entries of the index, or items, that were walked over
/// @param items that were read
/// @param bytes of these
/// @param lookupNanos spent in the index; 0 unless that is measured
/// @param loadNanos spent reading items; 0 unless that is measured
public record Usage(long entries, long items, long bytes, long lookupNanos, long loadNanos) {
  public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

  public Usage plus(Usage other) {
    return new Usage(
        entries + other.entries,
        items + other.items,
        bytes + other.bytes,
        lookupNanos + other.lookupNanos,
        loadNanos + other.loadNanos);
  }

  void write(ByteWriter out) {
    out.writeVarint(entries).writeVarint(items).writeVarint(bytes);
    out.writeVarint(lookupNanos).writeVarint(loadNanos);
  }

  static Usage read(ByteReader in) {
    return new Usage(
        in.readVarint(), in.readVarint(), in.readVarint(), in.readVarint(), in.readVarint());
  }
}
