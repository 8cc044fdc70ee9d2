// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import io.orrery.model.value.Value;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import io.orrery.query.evaluate.Group;
import io.orrery.query.evaluate.Groups;
import io.orrery.query.evaluate.InMemory;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The rows that a query has, from the evaluator that knows neither indexes nor partitions, and
/// whether others are as good: those without an order may come in any, those equal in it too, and
/// TOP and OFFSET choose among them as they like.
public final class Expected {
  private static final long MEMORY_MAX = 1L << 28;
  private static final int TERM_LENGTH = 1000;

  /// Rows of which none has to come before another. Those of a query without order are one run.
  private record Run(List<String> rows) {}

  private final List<Run> runs;
  private final long offset;
  private final long count;

  private Expected(List<Run> runs, long offset, long count) {
    this.runs = List.copyOf(runs);
    this.offset = offset;
    this.count = count;
  }

  /// Runs the query over the items.
  public static Expected of(Query query, QuerySettings settings, List<QueriedItem> items) {
    return of(query, settings, items, Expected::asIndexed);
  }

  /// The same if a client merges the rows of partitions: it tells two arrays or objects apart by
  /// hashes of its own, so what ORDER BY names behind these has no say.
  public static Expected merged(Query query, QuerySettings settings, List<QueriedItem> items) {
    return of(query, settings, items, keys -> untilComplex(asIndexed(keys)));
  }

  private static Expected of(
      Query query,
      QuerySettings settings,
      List<QueriedItem> items,
      UnaryOperator<Value[]> compared) {
    CompiledQuery compiled = CompiledQuery.compile(query, settings);
    Query all =
        new Query(
            new Query.Select(query.select().distinct(), null, query.select().projection()),
            query.from(),
            query.where(),
            query.groupBy(),
            query.orderBy(),
            query.rank(),
            null);
    CompiledQuery unlimited = CompiledQuery.compile(all, settings);
    List<Run> runs =
        compiled.isOrdered()
            ? ordered(unlimited, items, compared)
            : List.of(unordered(unlimited, items));
    return new Expected(runs, compiled.offset(), compiled.count());
  }

  private static MemoryBudget budget() {
    return new MemoryBudget(MEMORY_MAX, () -> {});
  }

  private static Run unordered(CompiledQuery query, List<QueriedItem> items) {
    return new Run(InMemory.run(query, items, budget()).stream().map(SameRow::text).toList());
  }

  private record Keyed(Value[] keys, String row) {}

  private static List<Run> ordered(
      CompiledQuery query, List<QueriedItem> items, UnaryOperator<Value[]> compared) {
    List<Keyed> rows =
        query.aggregates() ? groups(query, items, compared) : rows(query, items, compared);
    Comparator<Keyed> order = (one, other) -> query.ordering().compare(one.keys(), other.keys());
    rows.sort(order);
    return runs(query.isDistinct() ? distinct(rows) : rows, order);
  }

  private static List<Keyed> groups(
      CompiledQuery query, List<QueriedItem> items, UnaryOperator<Value[]> compared) {
    List<Keyed> rows = new ArrayList<>();
    Frame frame = query.frame(budget());
    Groups groups = query.groups(budget());
    for (QueriedItem item : items) {
      boolean _ =
          query.rows(
              item,
              frame,
              at -> {
                groups.add(at);
                return true;
              });
    }
    for (Group group : groups.groups()) {
      Value value = query.projection(group, frame);
      if (value != Value.Undefined.UNDEFINED) {
        rows.add(new Keyed(compared.apply(query.orderKeys(group, frame)), SameRow.text(value)));
      }
    }
    return rows;
  }

  private static List<Keyed> rows(
      CompiledQuery query, List<QueriedItem> items, UnaryOperator<Value[]> compared) {
    List<Keyed> rows = new ArrayList<>();
    Frame frame = query.frame(budget());
    for (QueriedItem item : items) {
      boolean _ =
          query.rows(
              item,
              frame,
              at -> {
                Value value = query.projection(at);
                if (value != Value.Undefined.UNDEFINED) {
                  rows.add(new Keyed(compared.apply(query.orderKeys(at)), SameRow.text(value)));
                }
                return true;
              });
    }
    return rows;
  }

  /// An index does not tell two arrays apart, or two objects, or texts that begin alike for longer
  /// than its terms.
  private static Value[] asIndexed(Value[] keys) {
    return Arrays.stream(keys)
        .map(
            key ->
                switch (key) {
                  case Value.Array _ -> new Value.Array(List.of());
                  case Value.Text(String text) when text.length() > TERM_LENGTH ->
                      new Value.Text(text.substring(0, TERM_LENGTH));
                  case Value.Document _ -> new Value.Document(new java.util.LinkedHashMap<>());
                  case Value.Scalar _, Value.Mapping _ -> key;
                })
        .toArray(Value[]::new);
  }

  /// Nothing behind the first array or object.
  private static Value[] untilComplex(Value[] keys) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] instanceof Value.Array || keys[i] instanceof Value.Document) {
        Arrays.fill(keys, i + 1, keys.length, Value.Undefined.UNDEFINED);
      }
    }
    return keys;
  }

  private static List<Keyed> distinct(List<Keyed> rows) {
    Set<String> seen = new HashSet<>();
    return rows.stream().filter(row -> seen.add(row.row())).toList();
  }

  private static List<Run> runs(List<Keyed> rows, Comparator<Keyed> order) {
    List<Run> runs = new ArrayList<>();
    List<String> run = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0 && order.compare(rows.get(i - 1), rows.get(i)) != 0) {
        runs.add(new Run(run));
        run = new ArrayList<>();
      }
      run.add(rows.get(i).row());
    }
    runs.add(new Run(run));
    return runs;
  }

  /// How many rows there are.
  public long size() {
    long all = runs.stream().mapToLong(run -> run.rows().size()).sum();
    return Math.clamp(all - offset, 0, count);
  }

  /// What is wrong with these rows; empty if nothing is.
  ///
  /// @param rows as [SameRow#text] writes them
  public Optional<String> difference(List<String> rows) {
    if (rows.size() != size()) {
      return Optional.of("%d rows instead of %d".formatted(rows.size(), size()));
    }
    long start = 0;
    for (Run run : runs) {
      int from = Math.clamp(start - offset, 0, rows.size());
      start += run.rows().size();
      int to = Math.clamp(start - offset, 0, rows.size());
      Optional<String> difference = surplus(rows.subList(from, to), run);
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  /// A row that the run does not have, or not as often. As the numbers agree, nothing is missing if
  /// there is none.
  private static Optional<String> surplus(List<String> rows, Run run) {
    Map<String, Integer> left = new HashMap<>();
    run.rows().forEach(row -> left.merge(row, 1, Integer::sum));
    for (String row : rows) {
      if (left.merge(row, -1, Integer::sum) < 0) {
        return Optional.of("this row does not belong where it is: " + row);
      }
    }
    return Optional.empty();
  }

  /// For programs in other languages: how many rows there are, how many are left out in front, and
  /// all of them, those that may come in any order together.
  public String json() {
    List<String> lists =
        runs.stream().map(run -> "[" + String.join(",", run.rows()) + "]").toList();
    return "{\"size\":%d,\"offset\":%d,\"runs\":[%s]}"
        .formatted(size(), offset, String.join(",", lists));
  }

  @Override
  public String toString() {
    return "OFFSET %d LIMIT %d of %s"
        .formatted(offset, count, runs.stream().map(Run::rows).toList());
  }
}
