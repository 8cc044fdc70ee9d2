// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.geo.GeoTest;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.Filter.Comparison;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.api.mongo.text.TextSearch;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.plan.geo.GridCells;
import java.util.ArrayList;
import java.util.List;

/// What is true of the index entries of every document that passes a filter: at least one of them
/// lies in an interval.
///
/// Conditions on one path stay apart here: an array may meet each by another element. Who knows
/// that there are no arrays puts them together.
///
/// Under a collation the intervals are of what stands for values in indexes of that collation, and
/// of no others.
public final class FilterConditions {
  private FilterConditions() {}

  public static Condition of(Filter filter) {
    return switch (filter) {
      case Filter.And(List<Filter> parts) -> all(parts.stream().map(FilterConditions::of).toList());
      case Filter.Or(List<Filter> parts) ->
          Condition.any(parts.stream().map(FilterConditions::of).toList());
      case Filter.Words(TextSearch search) -> words(search);
      case Filter.Nor _, Filter.Computed _, Filter.Schema _, Filter.Keys _ ->
          Condition.Anything.ANYTHING;
      case Filter.Field(DocumentPath path, Test test) -> of(segments(path), test);
    };
  }

  /// What passes has one of the words.
  private static Condition words(TextSearch search) {
    List<IndexPath.Segment> path = List.of(new IndexPath.Name(IndexSpec.WORDS));
    return Condition.any(
        search.terms().stream()
            .sorted()
            .map(term -> values(path, Interval.point(new Value.Text(term), ValueOrder.BSON)))
            .toList());
  }

  /// The path as indexes have it.
  public static List<IndexPath.Segment> segments(DocumentPath path) {
    List<IndexPath.Segment> segments = new ArrayList<>();
    path.names().forEach(name -> segments.add(new IndexPath.Name(name)));
    return segments;
  }

  private static Condition all(List<Condition> conditions) {
    List<Condition> parts = new ArrayList<>();
    for (Condition condition : conditions) {
      switch (condition) {
        case Condition.Anything _ -> {
          // Says nothing.
        }
        case Condition.Nothing nothing -> {
          return nothing;
        }
        case Condition.All(List<Condition> inner) -> parts.addAll(inner);
        case Condition.Values _, Condition.Any _ -> parts.add(condition);
      }
    }
    return switch (parts.size()) {
      case 0 -> Condition.Anything.ANYTHING;
      case 1 -> parts.getFirst();
      default -> new Condition.All(parts);
    };
  }

  private static Condition of(List<IndexPath.Segment> path, Test test) {
    return switch (test) {
      case Test.Compare(Comparison comparison, Value value) -> compare(path, comparison, value);
      case Test.In(List<Value> values, var patterns) ->
          patterns.isEmpty()
              ? Condition.any(values.stream().map(value -> equal(path, value)).toList())
              : Condition.Anything.ANYTHING;
      case Test.CollatedCompare(Test.Compare plain, Value key, var _) ->
          compare(path, plain.comparison(), key);
      case Test.CollatedIn(Test.In plain, List<Value> keys, var _) ->
          of(path, new Test.In(keys, plain.patterns()));
      case Test.Every(List<Test> tests) -> all(tests.stream().map(each -> of(path, each)).toList());
      case Test.Never _ -> Condition.Nothing.NOTHING;
      case Test.Located(GeoTest where) -> located(path, where);
      case Test.ValueElement(Test inner) -> element(path, inner);
      case Test.DocumentElement(Filter filter) -> elements(path, filter);
      case Test.Matches _,
          Test.Exists _,
          Test.HasType _,
          Test.Remainder _,
          Test.Size _,
          Test.Bits _,
          Test.Not _ ->
          Condition.Anything.ANYTHING;
    };
  }

  /// Shapes that pass lie in a square that is covered, or in a larger one around such.
  private static Condition located(List<IndexPath.Segment> path, GeoTest where) {
    List<IndexPath.Segment> cells = new ArrayList<>();
    cells.add(new IndexPath.Name(IndexSpec.CELLS));
    cells.addAll(path);
    List<String> covering = GridCells.covering(where.box());
    List<Condition> all = new ArrayList<>();
    for (String cell : covering) {
      // What lies in a square has its name and more digits, of which 3 is the last.
      all.add(
          values(
              cells,
              new Interval(
                  ValueOrder.BSON,
                  new Bound.At(new Value.Text(cell), true),
                  new Bound.At(new Value.Text(cell + '4'), false))));
    }
    GridCells.around(covering)
        .forEach(
            cell -> all.add(values(cells, Interval.point(new Value.Text(cell), ValueOrder.BSON))));
    return Condition.any(all);
  }

  /// An element may be an array, which is looked into; indexes have it as a whole.
  private static Condition element(List<IndexPath.Segment> path, Test inner) {
    List<Test> tests = inner instanceof Test.Every(List<Test> all) ? all : List.of(inner);
    for (Test test : tests) {
      Condition condition = of(path, test);
      if (condition instanceof Condition.Values || condition instanceof Condition.Any) {
        return Condition.any(
            List.of(condition, values(path, Interval.ofKind(Kind.ARRAY, ValueOrder.BSON))));
      }
    }
    return Condition.Anything.ANYTHING;
  }

  /// An element may be an array with documents in it; indexes have null of it.
  private static Condition elements(List<IndexPath.Segment> path, Filter filter) {
    List<Filter> parts = filter instanceof Filter.And(List<Filter> all) ? all : List.of(filter);
    List<Condition> conditions = new ArrayList<>();
    for (Filter part : parts) {
      if (part instanceof Filter.Field(DocumentPath inside, Test test)) {
        List<IndexPath.Segment> whole = new ArrayList<>(path);
        whole.addAll(segments(inside));
        Condition condition = of(whole, test);
        if (condition instanceof Condition.Values || condition instanceof Condition.Any) {
          conditions.add(Condition.any(List.of(condition, equal(whole, Value.Null.NULL))));
        }
      }
    }
    return all(conditions);
  }

  private static Condition compare(
      List<IndexPath.Segment> path, Comparison comparison, Value value) {
    if (comparison == Comparison.EQUAL) {
      return equal(path, value);
    }
    if (value.kind() == Kind.NULL) {
      return comparison == Comparison.LESS || comparison == Comparison.GREATER
          ? Condition.Nothing.NOTHING
          : equal(path, value);
    }
    if (value.kind() == Kind.ARRAY || value instanceof Value.Extreme) {
      return Condition.Anything.ANYTHING;
    }
    Interval kind = Interval.ofKind(value.kind(), ValueOrder.BSON);
    Bound at =
        new Bound.At(
            value,
            comparison == Comparison.LESS_OR_EQUAL || comparison == Comparison.GREATER_OR_EQUAL);
    boolean below = comparison == Comparison.LESS || comparison == Comparison.LESS_OR_EQUAL;
    return values(
        path,
        below
            ? new Interval(ValueOrder.BSON, kind.lower(), at)
            : new Interval(ValueOrder.BSON, at, kind.upper()));
  }

  /// An array is equal as a whole, of which indexes have the elements, or is itself an element.
  private static Condition equal(List<IndexPath.Segment> path, Value value) {
    Condition itself = values(path, Interval.point(value, ValueOrder.BSON));
    if (value instanceof Value.Array(List<Value> elements)) {
      Value first = elements.isEmpty() ? Value.Null.NULL : elements.getFirst();
      return Condition.any(
          List.of(itself, values(path, Interval.point(indexed(first), ValueOrder.BSON))));
    }
    return itself;
  }

  private static Value indexed(Value value) {
    return value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value;
  }

  private static Condition values(List<IndexPath.Segment> path, Interval interval) {
    return new Condition.Values(path, interval, false);
  }
}
