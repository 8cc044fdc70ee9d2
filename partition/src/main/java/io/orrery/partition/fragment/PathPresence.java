// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.container.Item;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.ChangeCursor;
import io.orrery.partition.PartitionView;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Knows of which paths every item of a partition has a value in the index, so that a query in the
/// order of such a path need not look for items without one.
///
/// It counts the path's entries once; afterwards it is enough to look at what has changed.
final class PathPresence {
  private static final int KNOWN_MAX = 10_000;
  private static final int CHANGES_MAX = 20_000;

  private record Place(PartitionId partition, List<IndexPath.Segment> path) {}

  /// The LSN up to which it is known that every item has the path.
  private final ConcurrentHashMap<Place, Long> known = new ConcurrentHashMap<>();

  /// Whether every item has a value at the path, which goes through no array.
  boolean isEverywhere(PartitionView view, List<IndexPath.Segment> path, FragmentContext context) {
    Place place = new Place(view.id(), path);
    long lsn = view.state().lsn();
    Long before = known.get(place);
    if (before != null && before >= lsn) {
      return true;
    }
    boolean everywhere =
        (before != null && changesHave(view, before, path))
            || countEntries(view, path, context) == view.state().counters().items();
    if (!everywhere) {
      known.remove(place);
      return false;
    }
    if (known.size() > KNOWN_MAX) {
      known.clear();
    }
    known.merge(place, lsn, Math::max);
    return true;
  }

  /// Whether everything written after an LSN has the path. False also if that is too much to tell.
  private static boolean changesHave(PartitionView view, long lsn, List<IndexPath.Segment> path) {
    PropertyPath property = propertyPath(path);
    boolean always = property.equals(view.settings().newest().indexing().time());
    int changes = 0;
    try (ChangeCursor cursor = view.latestChanges(lsn, HashRange.FULL)) {
      while (cursor.next()) {
        Optional<Item> item = cursor.entry().current();
        if (++changes > CHANGES_MAX
            || (item.isPresent()
                && !(item.get().indexed()
                    && (always || property.seek(StoredCursor.over(item.get().body())))))) {
          return false;
        }
      }
    }
    return true;
  }

  private static PropertyPath propertyPath(List<IndexPath.Segment> path) {
    return PropertyPath.of(
        path.stream().map(segment -> ((IndexPath.Name) segment).value()).toArray(String[]::new));
  }

  private static long countEntries(
      PartitionView view, List<IndexPath.Segment> path, FragmentContext context) {
    return view.countTerms(TermRange.of(path), context::checkpoint);
  }
}
