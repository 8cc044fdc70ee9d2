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
public record FragmentUsage(
    long entries, long items, long bytes, long lookupNanos, long loadNanos) {
  public static final FragmentUsage NONE = new FragmentUsage(0, 0, 0, 0, 0);

  public FragmentUsage plus(FragmentUsage other) {
    return new FragmentUsage(
        entries + other.entries,
        items + other.items,
        bytes + other.bytes,
        lookupNanos + other.lookupNanos,
        loadNanos + other.loadNanos);
  }

  FragmentUsage minus(FragmentUsage other) {
    return new FragmentUsage(
        entries - other.entries,
        items - other.items,
        bytes - other.bytes,
        lookupNanos - other.lookupNanos,
        loadNanos - other.loadNanos);
  }

  void write(ByteWriter out) {
    out.writeVarint(entries).writeVarint(items).writeVarint(bytes);
    out.writeVarint(lookupNanos).writeVarint(loadNanos);
  }

  static FragmentUsage read(ByteReader in) {
    return new FragmentUsage(
        in.readVarint(), in.readVarint(), in.readVarint(), in.readVarint(), in.readVarint());
  }
}
