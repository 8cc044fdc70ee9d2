// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.gateway.ContainerHandle;
import io.orrery.plan.access.AccessPath;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// How often each index was used to find documents since this process began. A query counts once,
/// however many pages it has.
public final class IndexUses {
  /// Documents that lie in the order of `_id` have no other index of it.
  private static final int BY_ID = -1;

  /// Indexes that were dropped are among them until all begin anew.
  private static final int KNOWN_MAX = 100_000;

  private record Index(int collection, int number) {}

  private final ConcurrentHashMap<Index, LongAdder> counts = new ConcurrentHashMap<>();

  /// Counts a look for one document by its key.
  void countKey(ContainerHandle collection) {
    count(new Index(collection.container().number(), BY_ID));
  }

  /// Counts the indexes of an access path, each once.
  void count(ContainerHandle collection, @Nullable AccessPath access) {
    switch (access) {
      case AccessPath.DeclaredRanges ranges ->
          ranges.ranges().stream()
              .map(AccessPath.DeclaredRanges.Range::index)
              .distinct()
              .forEach(number -> count(new Index(collection.container().number(), number)));
      case AccessPath.PrimaryRange _ -> countKey(collection);
      case AccessPath.FullScan _,
          AccessPath.IndexRanges _,
          AccessPath.IndexOrder _,
          AccessPath.CompositeOrder _ -> {
        // By no index of the collection.
      }
      case null -> {
        // Nothing was looked for.
      }
    }
  }

  private void count(Index index) {
    LongAdder known = counts.get(index);
    if (known == null) {
      if (counts.size() >= KNOWN_MAX) {
        counts.clear();
      }
      known = counts.computeIfAbsent(index, _ -> new LongAdder());
    }
    known.increment();
  }

  /// How often an index of a collection was used.
  public long of(ContainerHandle collection, IndexSpec spec) {
    int number = collection.container().number();
    long declared = spec.id() < 0 ? 0 : sum(new Index(number, spec.id()));
    return spec.name().equals(IndexSpec.ID_NAME)
        ? declared + sum(new Index(number, BY_ID))
        : declared;
  }

  private long sum(Index index) {
    LongAdder count = counts.get(index);
    return count == null ? 0 : count.sum();
  }
}
