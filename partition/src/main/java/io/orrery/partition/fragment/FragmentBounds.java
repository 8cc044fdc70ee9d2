// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;

/// How much one page of a fragment may be.
///
/// @param skip how many rows are left out in front
/// @param rows how many may follow these
/// @param bytes how large these may be together
/// @param first whether the page has no rows yet: the first one always finds room
/// @param lookAhead whether a full page is to say if another row follows, as far as that is found
///   out with little work; otherwise it ends when it is full
/// @param rowBytes how long a single row may be as JSON
/// @param nanos how long it may take
/// @param wanted how many rows whoever asks is likely to need
public record FragmentBounds(
    long skip,
    long rows,
    long bytes,
    boolean first,
    boolean lookAhead,
    long rowBytes,
    long nanos,
    long wanted) {
  private static final int FIRST = 1;
  private static final int LOOK_AHEAD = 2;

  void write(ByteWriter out) {
    out.writeVarint(skip).writeVarint(rows).writeVarint(bytes);
    out.writeByte((first ? FIRST : 0) | (lookAhead ? LOOK_AHEAD : 0));
    out.writeVarint(rowBytes).writeVarint(nanos).writeVarint(wanted);
  }

  static FragmentBounds read(ByteReader in) {
    long skip = in.readVarint();
    long rows = in.readVarint();
    long bytes = in.readVarint();
    int flags = in.readByte();
    return new FragmentBounds(
        skip,
        rows,
        bytes,
        (flags & FIRST) != 0,
        (flags & LOOK_AHEAD) != 0,
        in.readVarint(),
        in.readVarint(),
        in.readVarint());
  }
}
