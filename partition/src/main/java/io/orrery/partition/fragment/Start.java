// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// Where to begin among candidates.
///
/// @param position of the item to go on at; null for the first
/// @param inclusive whether that item comes again
/// @param rowsDone how many of its rows were given out, if it does
public record Start(byte @Nullable [] position, boolean inclusive, long rowsDone) {
  public static final Start FIRST = new Start(null, false, 0);

  private static final int FRESH = 0;
  private static final int BEHIND = 1;
  private static final int AT = 2;

  /// Behind an item.
  public static Start behind(byte @Nullable [] position) {
    return new Start(position, false, 0);
  }

  /// At an item of which so many rows were given out.
  public static Start at(byte[] position, long rowsDone) {
    return new Start(position, true, rowsDone);
  }

  public void write(ByteWriter out) {
    if (position == null) {
      out.writeByte(FRESH);
    } else {
      out.writeByte(inclusive ? AT : BEHIND).writeBlock(position).writeVarint(rowsDone);
    }
  }

  /// Fails with CORRUPTED if it is none.
  public static Start read(ByteReader in) {
    int where = in.readByte();
    if (where == FRESH) {
      return FIRST;
    }
    byte[] position = in.readBlock();
    long rowsDone = in.readVarint();
    if ((where != AT && where != BEHIND) || rowsDone < 0) {
      throw OrreryException.corrupted("there is no start of kind " + where);
    }
    return new Start(position, where == AT, rowsDone);
  }

  /// A place that no partition has given out. It comes from clients in the end.
  static OrreryException invalid() {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "Invalid Continuation Token: it is not what was handed out.");
  }
}
