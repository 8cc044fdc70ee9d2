// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.partition.CountersCursor;
import io.orrery.partition.PartitionView;
import io.orrery.partition.SettingsHistory;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.DeclaredBounds;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.PartitionId;
import io.orrery.plan.access.AccessPath;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// Answers what planning asks, by counting a little.
final class Estimates {
  private static final int KNOWN_MAX = 10_000;

  /// A declared index of a partition.
  private record Declared(PartitionId partition, int index) {}

  /// A state of a partition's index: indexing items anew gives it other settings, and no LSN.
  private record Moment(long lsn, SettingsHistory settings) {
    boolean isSame(Moment other) {
      return lsn == other.lsn && settings == other.settings;
    }
  }

  private final PathPresence presence = new PathPresence();

  /// When no item had several entries.
  private final ConcurrentHashMap<Declared, Moment> single = new ConcurrentHashMap<>();

  long answer(FragmentView view, Estimate question, FragmentContext context) {
    return switch (question) {
      case Estimate.Entries(AccessPath path, int termBytesMax, long enough) ->
          entries(view, terms(path, view.form(termBytesMax)), enough);
      case Estimate.Multiple(int index) -> multiple(view, index);
      case Estimate.Items(ItemScope scope, long enough) -> items(view.view(), scope, enough);
      case Estimate.Presence(List<IndexPath.Segment> path) ->
          presence.isEverywhere(view.view(), path, context) ? 1 : 0;
    };
  }

  /// Each item that has several entries says so in the index; between writes, and as long as the
  /// index stays as it is, that is looked up once.
  private long multiple(FragmentView view, int index) {
    Declared place = new Declared(view.view().id(), index);
    Moment now = new Moment(view.view().state().lsn(), view.view().settings());
    Moment known = single.get(place);
    if (known != null && known.isSame(now)) {
      return 0;
    }
    long found =
        entries(view, TermAccess.of(DeclaredBounds.multiples(index), Direction.FORWARD), 1);
    if (found == 0) {
      if (single.size() > KNOWN_MAX) {
        single.clear();
      }
      single.put(place, now);
    }
    return found;
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
