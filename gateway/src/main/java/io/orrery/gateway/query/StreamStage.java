// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.PartitionRead;
import io.orrery.gateway.WalkPlace;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.RowValue;
import io.orrery.partition.fragment.Start;
import io.orrery.plan.access.AccessPath;
import org.jspecify.annotations.Nullable;

/// Rows partition after partition, as each gives them.
record StreamStage(PageWork work, AccessPath path) {

  /// Adds rows to the page. Gives where the next page goes on; null if there are no more, or the
  /// query is at its end.
  @Nullable Start run(Start start) {
    Output output = work.output();
    long wanted = output.wanted();
    byte[] position = start.position();
    WalkPlace walk = position == null ? WalkPlace.BEGINNING : WalkPlace.decode(position);
    for (PartitionRead read : work.all()) {
      if (walk.start().compareTo(read.range().max()) >= 0) {
        continue;
      }
      byte[] begun = walk.in(read.range());
      if (begun == null) {
        if (work.time().isOver()) {
          return Start.behind(walk.from(read.range().min()).encode());
        }
        read.visit();
      }
      byte[] rest = page(read, begun, wanted);
      if (output.isComplete()) {
        return null;
      }
      if (rest != null) {
        return Start.behind(walk.at(read.range(), rest).encode());
      }
    }
    return null;
  }

  private byte @Nullable [] page(PartitionRead read, byte @Nullable [] place, long wanted) {
    FragmentPage page =
        work.page(
            read, path, new FragmentStage.Stream(place), work.output().bounds(wanted, work.time()));
    if (!(page instanceof FragmentPage.Streamed streamed)) {
      throw new IllegalStateException("a partition gave something else than a stream");
    }
    long bytes = 0;
    for (RowValue row : streamed.rows()) {
      bytes += row.bytes();
    }
    work.budget().take(bytes);
    work.output().addAll(streamed);
    return streamed.place();
  }
}
