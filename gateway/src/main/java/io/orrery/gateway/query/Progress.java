// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Continuation;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// How far a query has come.
///
/// @param stage which of its stages is under way
/// @param way how that stage finds its candidates, or [Choice#RING]
/// @param mark of the access that `start` was made by
/// @param start where it goes on
/// @param skipped rows that were left out because of OFFSET
/// @param returned rows that were given out
record Progress(int stage, int way, int mark, Start start, long skipped, long returned) {
  /// The stage of a query that has not begun.
  static final int NOT_STARTED = 0;

  private static final int FIRST = 0;
  private static final int BEHIND = 1;
  private static final int AT = 2;

  /// Of a query that has another filter than the one before: it has other ways.
  private static final int UNKNOWN_WAY = Integer.MAX_VALUE;

  static final Progress START = new Progress(NOT_STARTED, Choice.RING, 0, Start.FIRST, 0, 0);

  String write(ContainerHandle container, QueryRequest request) {
    ByteWriter out = Continuation.QUERY.begin(container);
    out.writeLong(request.binding()).writeLong(request.fingerprint());
    out.writeVarint(stage).writeVarint(way + 1L).writeInt(mark);
    out.writeVarint(start.rowsDone()).writeVarint(skipped).writeVarint(returned);
    byte[] position = start.position();
    out.writeByte(position == null ? FIRST : start.inclusive() ? AT : BEHIND);
    return Continuation.end(position == null ? out : out.writeBytes(position));
  }

  static Progress read(
      @Nullable String continuation, ContainerHandle container, QueryRequest request) {
    return continuation == null
        ? START
        : Continuation.QUERY.read(continuation, container, in -> read(in, request));
  }

  private static Progress read(ByteReader in, QueryRequest request) {
    if (in.readLong() != request.binding()) {
      throw Continuation.invalid("it belongs to another query", null);
    }
    boolean sameText = in.readLong() == request.fingerprint();
    int stage = in.readLength();
    int way = in.readLength() - 1;
    way = sameText ? way : UNKNOWN_WAY;
    int mark = in.readInt();
    long rowsDone = in.readVarint();
    long skipped = in.readVarint();
    long returned = in.readVarint();
    int where = in.readByte();
    if (where > AT || where < FIRST || skipped < 0 || returned < 0 || rowsDone < 0) {
      throw Continuation.invalid("it is not what was handed out", null);
    }
    Start start = where == FIRST ? Start.FIRST : new Start(in.readRest(), where == AT, rowsDone);
    return new Progress(stage, way, mark, start, skipped, returned);
  }
}
