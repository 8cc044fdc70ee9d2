// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Continuation;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.fragment.Start;
import org.jspecify.annotations.Nullable;

/// How far a query has come: what its continuation pins down, besides the query itself.
///
/// @param stage which of its stages is under way
/// @param access the fingerprint of the access path that the stage reads. Where rows come in the
///   order of that path, `start` means nothing without it; where they are sorted, it saves choosing
///   again
/// @param start where the stage goes on
/// @param skipped rows that were left out because of OFFSET
/// @param returned rows that were given out
record Progress(Stage stage, int access, Start start, long skipped, long returned) {

  /// What a query may be doing. The numbers stand in continuations.
  enum Stage {
    NOT_STARTED(0),
    /// Rows as their candidates come, partition after partition.
    STREAM(1),
    /// Rows in the order of an index.
    INDEX_ORDER(2),
    /// The rows of items that have no value at the path of the order.
    UNDEFINED(3),
    /// Rows sorted.
    SORT(4),
    /// Rows grouped.
    GROUP(5),
    /// Rows of a query over the rows of another one.
    OVER(6);

    private final int code;

    Stage(int code) {
      this.code = code;
    }

    private static Stage of(int code) {
      for (Stage stage : values()) {
        if (stage.code == code) {
          return stage;
        }
      }
      throw invalid();
    }
  }

  static final Progress START = new Progress(Stage.NOT_STARTED, 0, Start.FIRST, 0, 0);

  boolean isFirst() {
    return stage == Stage.NOT_STARTED;
  }

  String write(ContainerHandle container, QueryRequest request) {
    ByteWriter out = Continuation.QUERY.begin(container);
    out.writeLong(request.binding()).writeVarint(stage.code).writeInt(access);
    out.writeVarint(skipped).writeVarint(returned);
    start.write(out);
    return Continuation.end(out);
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
    Stage stage = Stage.of(in.readLength());
    int access = in.readInt();
    long skipped = in.readVarint();
    long returned = in.readVarint();
    if (stage == Stage.NOT_STARTED || skipped < 0 || returned < 0) {
      throw invalid();
    }
    return new Progress(stage, access, Start.read(in), skipped, returned);
  }

  private static RuntimeException invalid() {
    return Continuation.invalid("it is not what was handed out", null);
  }
}
