// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.PartitionRead;
import io.orrery.gateway.query.Alternatives.Alternative;
import io.orrery.gateway.query.Alternatives.Selectivity;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.fragment.Estimate;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.AccessPath.DeclaredRanges;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Chooses among the access paths to the candidates of a query, by counting a little: the entries
/// of each up to a few hundred, in one partition, and the items there are.
final class AccessChoice {
  /// Beyond so many entries nobody counts on.
  private static final int COUNTED_MAX = 256;

  /// Reading an item by its key costs about so many times what scanning over it costs.
  private static final int READ_COST = 3;

  private final PageWork work;
  private final Indexes indexes;
  private final DeclaredIndexes declared;
  private final Condition condition;
  private final boolean required;

  /// Null until somebody wants to know.
  private @Nullable List<Alternative> alternatives;

  AccessChoice(PageWork work, Indexes indexes, DeclaredIndexes declared) {
    this.work = work;
    this.indexes = indexes;
    this.declared = declared;
    this.required = declared.isRequired();
    this.condition = work.pipeline().scan().condition();
  }

  private List<Alternative> alternatives() {
    List<Alternative> all = alternatives;
    if (all == null) {
      List<Alternative> byIndex = new DeclaredAlternatives(declared).of(condition);
      all = byIndex.isEmpty() ? useful(Alternatives.of(condition, indexes)) : byIndex;
      alternatives = all;
    }
    return all;
  }

  /// Whether nothing is asked but for what a logical partition has in common: then all of it is
  /// read, and no index leads to less.
  private boolean isOfWholeKey() {
    return work.reads().scope().isLogicalPartition()
        && condition instanceof Condition.Values(var path, Interval interval, boolean _)
        && interval.isPoint()
        && work.reads().definition().paths().stream().anyMatch(key -> key.leadsTo(path));
  }

  /// Inside one logical partition the index of its own key leads to everything there is.
  private List<Alternative> useful(List<Alternative> all) {
    if (!work.reads().scope().isLogicalPartition()) {
      return all;
    }
    List<PropertyPath> keyPaths = work.reads().definition().paths();
    List<Alternative> useful = new ArrayList<>(all);
    useful.removeIf(each -> each.isAbout(keyPaths));
    return useful;
  }

  /// The access path of an earlier page, if it is there still: the policy may have changed since.
  Optional<AccessPath> same(int fingerprint) {
    if (AccessPath.FullScan.FULL_SCAN.fingerprint() == fingerprint) {
      return Optional.of(AccessPath.FullScan.FULL_SCAN);
    }
    for (Alternative each : alternatives()) {
      if (each.path().fingerprint() == fingerprint) {
        return Optional.of(each.path());
      }
    }
    return Optional.empty();
  }

  AccessPath best() {
    if ((!required && isOfWholeKey()) || alternatives().isEmpty()) {
      return AccessPath.FullScan.FULL_SCAN;
    }
    Alternative promising = mostSelective();
    if (promising.selectivity() == Selectivity.EMPTY
        || (alternatives().size() == 1
            && isWhole()
            && promising.selectivity() != Selectivity.TYPE)) {
      return promising.path();
    }
    long fewest = Long.MAX_VALUE;
    Alternative best = promising;
    for (Alternative each : alternatives()) {
      long count = count(each);
      if (count < fewest) {
        fewest = count;
        best = each;
      }
    }
    if (fewest >= COUNTED_MAX) {
      best = promising;
    }
    long items = items(fewest * READ_COST + 1);
    boolean scan =
        !required
            && (items <= fewest * READ_COST
                || (fewest >= COUNTED_MAX && best.selectivity() == Selectivity.TYPE));
    return scan ? AccessPath.FullScan.FULL_SCAN : best.path();
  }

  /// An access path other than along an order that finds so little that sorting it is cheaper;
  /// empty if there is none.
  Optional<AccessPath> small(AccessPath order) {
    if (required) {
      return Optional.empty();
    }
    for (Alternative each : alternatives()) {
      if (!isAlong(order, each) && count(each) < COUNTED_MAX) {
        return Optional.of(each.path());
      }
    }
    return Optional.empty();
  }

  /// Whether an order reads no more than an alternative to it.
  private static boolean isAlong(AccessPath order, Alternative alternative) {
    if (order instanceof DeclaredRanges(var along, _, _)
        && alternative.path() instanceof DeclaredRanges(var ranges, _, _)) {
      return along.containsAll(ranges);
    }
    var values = alternative.values();
    return values.size() == 1 && leads(order, values.getFirst().path());
  }

  /// Whether an order begins with the values at a path, and reads no more of them than it has to.
  private static boolean leads(AccessPath order, List<IndexPath.Segment> path) {
    return switch (order) {
      case AccessPath.IndexOrder(var ordered, _, _) -> ordered.equals(path);
      case AccessPath.CompositeOrder composite ->
          composite.leading() != null && composite.parts().getFirst().path().leadsTo(path);
      case AccessPath.FullScan _,
          AccessPath.PrimaryRange _,
          AccessPath.IndexRanges _,
          DeclaredRanges _ ->
          false;
    };
  }

  /// The access paths that were not taken.
  List<AccessPath> others(AccessPath taken) {
    return alternatives().stream()
        .map(Alternative::path)
        .filter(path -> !path.equals(taken))
        .toList();
  }

  private Alternative mostSelective() {
    Alternative best = alternatives().getFirst();
    for (Alternative each : alternatives()) {
      if (each.selectivity().compareTo(best.selectivity()) < 0) {
        best = each;
      }
    }
    return best;
  }

  /// Whether the scope is nothing less than the partitions read.
  private boolean isWhole() {
    for (PartitionRead read : work.all()) {
      if (!work.reads().scope().hullIn(read.range()).equals(read.range())) {
        return false;
      }
    }
    return true;
  }

  /// Entries of an access path in one partition.
  private long count(Alternative alternative) {
    return first()
        .estimate(new Estimate.Entries(alternative.path(), work.termBytesMax(), COUNTED_MAX));
  }

  /// Items of the scope in one partition, up to some number.
  private long items(long enough) {
    HashRange scope = work.reads().scope().hullIn(first().range());
    return scope.equals(first().range())
        ? first().state().counters().items()
        : first().estimate(new Estimate.Items(work.reads().scope().items(), enough));
  }

  private PartitionRead first() {
    return work.all().getFirst();
  }
}
