// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.ReadViews;
import io.orrery.gateway.query.Alternatives.Promise;
import io.orrery.gateway.query.Alternatives.Way;
import io.orrery.model.Direction;
import io.orrery.model.key.HashRange;
import io.orrery.partition.CountersCursor;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.TermRange;
import java.util.List;

/// Chooses among the ways to find the candidates of a query, by counting a little: the entries of
/// each way up to a few hundred, in one partition, and the items there are.
final class Choice {
  /// Beyond so many entries nobody counts on.
  private static final int COUNTED_MAX = 256;

  /// Reading an item by its key costs about so many times what walking over it costs.
  private static final int READ_COST = 3;

  /// Walking over all items.
  static final int RING = -1;

  private final ReadViews views;
  private final Indexes indexes;

  Choice(ReadViews views, Indexes indexes) {
    this.views = views;
    this.indexes = indexes;
  }

  /// The number of the best way, or [#RING].
  int best(List<Way> ways) {
    if (ways.isEmpty()) {
      return RING;
    }
    int promising = promising(ways);
    if (ways.get(promising).promise() == Promise.NOTHING
        || (ways.size() == 1 && isWhole() && ways.getFirst().promise() != Promise.KIND)) {
      return promising;
    }
    long fewest = Long.MAX_VALUE;
    int best = promising;
    for (int i = 0; i < ways.size(); i++) {
      long count = count(ways.get(i));
      if (count < fewest) {
        fewest = count;
        best = i;
      }
    }
    if (fewest >= COUNTED_MAX) {
      best = promising;
    }
    long items = items(fewest * READ_COST + 1);
    boolean walk =
        items <= fewest * READ_COST
            || (fewest >= COUNTED_MAX && ways.get(best).promise() == Promise.KIND);
    return walk ? RING : best;
  }

  /// Whether the way finds few enough items to sort them.
  boolean isSmall(Way way) {
    return count(way) < COUNTED_MAX;
  }

  private static int promising(List<Way> ways) {
    int best = 0;
    for (int i = 1; i < ways.size(); i++) {
      if (ways.get(i).promise().compareTo(ways.get(best).promise()) < 0) {
        best = i;
      }
    }
    return best;
  }

  /// Whether the scope is nothing less than the partitions read.
  private boolean isWhole() {
    return views.all().stream()
        .allMatch(view -> views.scope().hullIn(view.range()).equals(view.range()));
  }

  /// Entries of a way in one partition.
  private long count(Way way) {
    ReadView view = views.all().getFirst();
    long count = 0;
    for (TermRange range : way.access(indexes).ranges()) {
      try (TermCursor cursor = view.view().terms(range, HashRange.FULL, Direction.FORWARD)) {
        while (count < COUNTED_MAX && cursor.next()) {
          view.countEntry();
          count++;
        }
      }
    }
    return count;
  }

  /// Items of the scope in one partition, up to some number.
  private long items(long enough) {
    ReadView view = views.all().getFirst();
    HashRange scope = views.scope().hullIn(view.range());
    if (scope.equals(view.range())) {
      return view.view().state().counters().items();
    }
    long items = 0;
    try (CountersCursor keys = view.view().logicalPartitions(scope)) {
      while (items < enough && keys.next()) {
        items += keys.counters().items();
      }
    }
    return items;
  }
}
