// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.ChangePage.Position;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;

/// How far a feed has been read, as its continuation says.
///
/// Ranges, not partitions: the children of a split go on counting where their parent ended, so each
/// continues its part of the range from the same LSN.
///
/// @param next the position to begin the next page with, so that one part of the scope in which
///   there is always something new does not keep the others from being read
/// @param startMillis older changes are left out
record FeedProgress(List<Position> positions, int next, long startMillis) {

  String continuation(Continuation kind, ContainerHandle container) {
    ByteWriter out = kind.begin(container).writeVarint(startMillis).writeVarint(next);
    out.writeVarint(positions.size());
    for (Position position : positions) {
      out.writeBlock(position.range().min().bytes()).writeBlock(position.range().max().bytes());
      out.writeVarint(position.lsn());
    }
    return Continuation.end(out);
  }

  /// Fails with INVALID_ARGUMENT unless the continuation covers exactly the scope.
  static FeedProgress read(
      String continuation, Continuation kind, ContainerHandle container, Scope scope) {
    FeedProgress progress = kind.read(continuation, container, FeedProgress::read);
    List<HashRange> ranges = progress.positions().stream().map(Position::range).toList();
    if (!Scope.union(ranges).equals(scope.ranges())) {
      throw Continuation.invalid("it belongs to another scope", null);
    }
    return progress;
  }

  private static FeedProgress read(ByteReader in) {
    long startMillis = in.readVarint();
    int next = in.readLength();
    List<Position> positions = new ArrayList<>();
    EffectivePartitionKey end = EffectivePartitionKey.MIN;
    for (int count = in.readLength(); count > 0; count--) {
      // An empty range is refused by its constructor.
      HashRange range =
          new HashRange(
              EffectivePartitionKey.of(in.readBlock()), EffectivePartitionKey.of(in.readBlock()));
      long lsn = in.readVarint();
      if (lsn < 0 || range.min().compareTo(end) < 0) {
        throw Continuation.invalid("its positions are out of order", null);
      }
      positions.add(new Position(range, lsn));
      end = range.max();
    }
    if (next >= positions.size()) {
      throw Continuation.invalid("it has no such position", null);
    }
    return new FeedProgress(positions, next, startMillis);
  }
}
