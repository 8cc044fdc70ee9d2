// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.query.Alternatives.Alternative;
import io.orrery.gateway.query.Alternatives.Selectivity;
import io.orrery.model.Direction;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.IndexForm;
import io.orrery.plan.access.AccessPath.DeclaredRanges;
import io.orrery.plan.access.AccessPath.DeclaredRanges.Range;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The ranges of declared indexes that have what meets a condition.
///
/// Conditions on one path are taken together only where no item has several entries: an array may
/// meet each by another element.
final class DeclaredAlternatives {
  /// More ranges than this are not worth looking for.
  private static final int RANGES_MAX = 1000;

  private final DeclaredIndexes indexes;

  DeclaredAlternatives(DeclaredIndexes indexes) {
    this.indexes = indexes;
  }

  List<Alternative> of(Condition condition) {
    if (indexes.usable().isEmpty()) {
      return List.of();
    }
    List<Alternative> found = alternatives(condition);
    if (!found.isEmpty() || !indexes.isRequired()) {
      return found;
    }
    return indexes.usable().stream()
        .map(index -> alternative(index, List.of(List.of()), Selectivity.TYPE))
        .toList();
  }

  private List<Alternative> alternatives(Condition condition) {
    return switch (condition) {
      case Condition.Anything _ -> List.of();
      case Condition.Nothing _ ->
          List.of(
              new Alternative(
                  new DeclaredRanges(List.of(), Direction.FORWARD, false), Selectivity.EMPTY));
      case Condition.Values values -> conjunction(List.of(values));
      case Condition.All(List<Condition> parts) -> conjunction(parts);
      case Condition.Any(List<Condition> parts) -> {
        List<Alternative> along = conjunction(List.of(condition));
        yield along.isEmpty() ? union(parts) : along;
      }
    };
  }

  private List<Alternative> conjunction(List<Condition> parts) {
    List<Alternative> all = new ArrayList<>();
    for (DeclaredIndex index : indexes.usable()) {
      bounds(index, parts).ifPresent(all::add);
    }
    if (all.isEmpty()) {
      for (Condition part : parts) {
        if (part instanceof Condition.Any(List<Condition> branches)) {
          all.addAll(union(branches));
        }
      }
    }
    return all;
  }

  /// The best of each branch, taken together; none if a branch has none.
  private List<Alternative> union(List<Condition> branches) {
    List<Range> ranges = new ArrayList<>();
    Selectivity worst = Selectivity.EMPTY;
    for (Condition branch : branches) {
      Optional<Alternative> best =
          alternatives(branch).stream().min(Comparator.comparing(Alternative::selectivity));
      if (best.isEmpty() || !(best.get().path() instanceof DeclaredRanges some)) {
        return List.of();
      }
      ranges.addAll(some.ranges());
      worst = worst.compareTo(best.get().selectivity()) > 0 ? worst : best.get().selectivity();
    }
    return ranges.size() > RANGES_MAX
        ? List.of()
        : List.of(new Alternative(new DeclaredRanges(ranges, Direction.FORWARD, true), worst));
  }

  private Optional<Alternative> bounds(DeclaredIndex index, List<Condition> conjuncts) {
    if (index.form() instanceof IndexForm.EveryPath paths) {
      return PathBounds.of(paths, conjuncts)
          .map(found -> alternative(index, found.ranges(), found.selectivity()));
    }
    List<List<Interval>> ranges = List.of(List.of());
    boolean points = true;
    boolean multiple = false;
    for (CompositeIndex.Part part : index.parts()) {
      List<List<Interval>> constraints = Constraints.on(part.path(), conjuncts);
      if (constraints.isEmpty() || !points || multiple) {
        break;
      }
      multiple = indexes.isMultiple(index);
      List<Interval> union =
          multiple ? Constraints.best(constraints) : Constraints.both(constraints);
      if ((long) ranges.size() * union.size() > RANGES_MAX) {
        break;
      }
      ranges = product(ranges, union);
      points = union.stream().allMatch(Interval::isPoint);
    }
    if (ranges.size() == 1 && ranges.getFirst().isEmpty()) {
      return Optional.empty();
    }
    if (index.sparse() && ranges.stream().anyMatch(DeclaredAlternatives::mayBeMissing)) {
      return Optional.empty();
    }
    Selectivity selectivity =
        ranges.isEmpty() ? Selectivity.EMPTY : points ? Selectivity.POINTS : Selectivity.INTERVAL;
    return Optional.of(alternative(index, ranges, selectivity));
  }

  /// Whether items without any of the paths belong to a range.
  private static boolean mayBeMissing(List<Interval> range) {
    return range.stream().allMatch(Constraints::hasNull);
  }

  private static List<List<Interval>> product(List<List<Interval>> ranges, List<Interval> next) {
    List<List<Interval>> product = new ArrayList<>();
    for (List<Interval> range : ranges) {
      for (Interval interval : next) {
        List<Interval> longer = new ArrayList<>(range);
        longer.add(interval);
        product.add(longer);
      }
    }
    return product;
  }

  private Alternative alternative(
      DeclaredIndex index, List<List<Interval>> intervals, Selectivity selectivity) {
    List<Range> ranges = intervals.stream().map(each -> range(index, each)).toList();
    return new Alternative(
        new DeclaredRanges(ranges, Direction.FORWARD, indexes.isMultiple(index)), selectivity);
  }

  static Range range(DeclaredIndex index, List<Interval> intervals) {
    return new Range(
        index.id(),
        index.parts().stream().map(CompositeIndex.Part::descending).toList(),
        intervals);
  }
}
