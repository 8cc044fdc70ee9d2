// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.partition.CountersCursor;
import io.orrery.partition.PartitionView;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.DeclaredBounds;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.access.AccessPath;
import java.util.List;

/// Answers what planning asks, by counting a little.
final class Estimates {
  private final PathPresence presence = new PathPresence();

  long answer(FragmentView view, Estimate question, FragmentContext context) {
    return switch (question) {
      case Estimate.Entries(AccessPath path, int termBytesMax, long enough) ->
          entries(view, terms(path, view.form(termBytesMax)), enough);
      case Estimate.Multiple(int index) ->
          entries(view, TermAccess.of(DeclaredBounds.multiples(index), Direction.FORWARD), 1);
      case Estimate.Items(ItemScope scope, long enough) -> items(view.view(), scope, enough);
      case Estimate.Presence(List<IndexPath.Segment> path) ->
          presence.isEverywhere(view.view(), path, context) ? 1 : 0;
    };
  }

  private static TermAccess terms(AccessPath path, TermForm form) {
    return switch (path) {
      case AccessPath.IndexRanges ranges -> TermAccess.of(ranges, form);
      case AccessPath.DeclaredRanges ranges -> TermAccess.of(ranges, form);
      case AccessPath.FullScan _,
          AccessPath.PrimaryRange _,
          AccessPath.IndexOrder _,
          AccessPath.CompositeOrder _ ->
          throw new IllegalStateException("the access path is no ranges of an index");
    };
  }

  private static long entries(FragmentView view, TermAccess terms, long enough) {
    long count = 0;
    for (TermRange range : terms.ranges()) {
      try (TermCursor cursor = view.view().terms(range, HashRange.FULL, Direction.FORWARD)) {
        while (count < enough && cursor.next()) {
          count++;
        }
      }
    }
    view.countEntries(count);
    return count;
  }

  private static long items(PartitionView view, ItemScope scope, long enough) {
    HashRange hull = scope.hullIn(view.state().range());
    long items = 0;
    try (CountersCursor keys = view.logicalPartitions(hull)) {
      while (items < enough && keys.next()) {
        items += keys.counters().items();
      }
    }
    return items;
  }
}
