// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.update.Operation.NewItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Plans in BSON's and CQL's orders sort, group and aggregate as these orders have it, with and
/// without an index and in containers of any order: compared with the plainest evaluation.
class PlanOrderTest {
  private static final int ITEMS = 45;
  private static final PlanExpression X = path("x");
  private static final PlanExpression Y = path("y");
  private static final PlanExpression ID = path("id");

  private static PlanExpression path(String name) {
    return new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of(name));
  }

  static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (int partitions : new int[] {1, 7}) {
      for (ValueOrder plan : ValueOrder.values()) {
        for (ValueOrder container : ValueOrder.values()) {
          cases.add(Arguments.of(partitions, plan, container, false, cases.size()));
        }
      }
    }
    for (ValueOrder order : ValueOrder.values()) {
      cases.add(Arguments.of(1, order, order, true, cases.size()));
      cases.add(Arguments.of(7, order, order, true, cases.size()));
    }
    return cases.stream();
  }

  /// @param complete whether every item has a value at `x`
  @ParameterizedTest(name = "{0} partitions, plan {1} in {2}, complete {3}, seed {4}")
  @MethodSource("cases")
  void plansFollowTheirOrder(
      int partitions, ValueOrder order, ValueOrder stored, boolean complete, int seed) {
    try (Bed bed = seed % 2 == 0 ? Bed.inMemory() : Bed.sending()) {
      Check check = new Check(bed, partitions, order, stored);
      Random random = new Random(seed);
      for (int i = 0; i < ITEMS; i++) {
        check.create(i, random, complete);
      }
      check.sorts();
      check.filteredSort();
      check.groups();
      check.distinct();
    }
  }

  private static final class Check {
    private final Bed bed;
    private final ContainerHandle container;
    private final ValueOrder order;
    private final List<Document> items = new ArrayList<>();

    Check(Bed bed, int partitions, ValueOrder order, ValueOrder stored) {
      this.bed = bed;
      this.order = order;
      var composites =
          List.of(
              composite(0, new CompositeIndex.Part(PropertyPath.of("x"), false), part("y", true)),
              composite(1, part("y", false)));
      IndexingPolicy policy =
          new IndexingPolicy(true, List.of(IndexPath.ALL), List.of(), List.of(), composites)
              .in(stored);
      this.container =
          bed.create(
              "items",
              ContainerDefinition.of(Api.MONGO, PartitionKeyDefinition.hash("/pk"))
                  .withIndexing(policy),
              partitions);
    }

    private static CompositeIndex composite(int id, CompositeIndex.Part... parts) {
      return new CompositeIndex(id, List.of(parts));
    }

    private static CompositeIndex.Part part(String name, boolean descending) {
      return new CompositeIndex.Part(PropertyPath.of(name), descending);
    }

    void create(int number, Random random, boolean complete) {
      LinkedHashMap<String, Value> properties = new LinkedHashMap<>();
      String key = "k" + random.nextInt(20);
      properties.put("id", new Value.Text("i" + number));
      if (complete || random.nextInt(4) > 0) {
        properties.put("x", value(random, 1));
      }
      if (random.nextInt(5) > 0) {
        properties.put("y", value(random, 1));
      }
      Document item = new Document(properties);
      items.add(item);
      bed.gateway()
          .create(
              container,
              container.key(PartitionKey.text(key), Bed.bytes("i" + number)),
              new NewItem(StoredItems.encode(item), Item.TTL_DEFAULT, true),
              bed.request());
    }

    /// Every kind that orders disagree on, and equal numbers of different kinds. SQL knows no NaN
    /// and its containers have no order.
    private Value value(Random random, int depth) {
      int small = random.nextInt(3);
      return switch (random.nextInt(depth > 0 ? 14 : 11)) {
        case 0 -> new Value.Int32(small);
        case 1 -> new Value.Int64(small);
        case 2 -> new Value.Float64(small);
        case 3 -> new Value.Float64(small + 0.5);
        case 4 -> Value.Null.NULL;
        case 5 -> Value.Bool.of(random.nextBoolean());
        case 6 -> new Value.Text("t" + small);
        case 7 -> new Value.DateTime(small, 0);
        case 8 -> order == ValueOrder.SQL ? Value.Null.NULL : new Value.Float64(Double.NaN);
        case 9 -> random.nextBoolean() ? Value.Extreme.MIN_KEY : Value.Extreme.MAX_KEY;
        case 10 -> new Value.Symbol("t" + small);
        case 11 -> container(random, new Value.Array(List.of(value(random, 0), value(random, 0))));
        case 12 -> container(random, document(random, "a", "b"));
        default -> container(random, document(random, "b", "a"));
      };
    }

    private Value container(Random random, Value value) {
      return order == ValueOrder.SQL ? value(random, 0) : value;
    }

    private static Document document(Random random, String first, String second) {
      LinkedHashMap<String, Value> properties = new LinkedHashMap<>();
      properties.put(first, new Value.Int32(random.nextInt(2)));
      properties.put(second, new Value.Float64(random.nextInt(2)));
      return new Document(properties);
    }

    void sorts() {
      for (boolean descending : new boolean[] {false, true}) {
        sort(List.of(key("x", descending)), scan(), item -> true);
        sort(List.of(key("y", descending)), scan(), item -> true);
        sort(List.of(key("x", descending), key("y", !descending)), scan(), item -> true);
      }
    }

    private OrderKey key(String name, boolean descending) {
      return new OrderKey(path(name), List.of(new IndexPath.Name(name)), descending);
    }

    /// Numbers from 1 on, found by the index where it has the plan's order.
    void filteredSort() {
      if (order != ValueOrder.BSON) {
        return;
      }
      Value one = new Value.Int32(1);
      Interval interval = Interval.ofKind(Value.Kind.INT32, ValueOrder.BSON).startingAt(one, true);
      IndexPath.Segment name = new IndexPath.Name("x");
      Condition condition =
          Condition.any(
              List.of(
                  new Condition.Values(List.of(name), interval, false),
                  new Condition.Values(List.of(name, IndexPath.Elements.ALL), interval, false)));
      Plan filtered =
          new Plan.Filter(
              new Plan.Scan(condition, Set.of(), order),
              new PlanExpression.Compare(
                  ComparisonSemantics.BSON,
                  PlanExpression.Operator.GREATER_OR_EQUAL,
                  X,
                  new PlanExpression.Constant(one)));
      sort(
          List.of(key("x", true)),
          filtered,
          item ->
              item.property("x") instanceof Value.Array(List<Value> elements)
                  ? elements.stream().anyMatch(Check::isOneOrMore)
                  : isOneOrMore(item.property("x")));
    }

    private static boolean isOneOrMore(Value value) {
      return switch (value) {
        case Value.Int32(int number) -> number >= 1;
        case Value.Int64(long number) -> number >= 1;
        case Value.Float64(double number) -> number >= 1;
        case Value _ -> false;
      };
    }

    private void sort(List<OrderKey> keys, Plan input, Predicate<Document> passes) {
      List<Document> found =
          run(new Plan.Sort(input, keys, Plan.Unindexed.SORT)).stream()
              .map(Document.class::cast)
              .toList();
      List<Document> expected = new ArrayList<>(items);
      expected.removeIf(passes.negate());
      Comparator<Document> byKeys =
          (one, other) -> {
            for (OrderKey key : keys) {
              String name = ((PlanExpression.Path) key.value()).names().getFirst();
              int by = order.compare(counted(one.property(name)), counted(other.property(name)));
              if (by != 0) {
                return key.descending() ? -by : by;
              }
            }
            return 0;
          };
      expected.sort(byKeys);
      assertThat(ids(found)).containsExactlyInAnyOrderElementsOf(ids(expected));
      for (int i = 0; i < found.size(); i++) {
        assertThat(byKeys.compare(found.get(i), expected.get(i)))
            .as("%s at %d: %s, not %s", keys, i, found.get(i), expected.get(i))
            .isZero();
      }
    }

    private static List<String> ids(List<Document> documents) {
      return documents.stream().map(each -> each.property("id").toString()).toList();
    }

    /// What a missing value is sorted and grouped as.
    private Value counted(Value value) {
      return value == Undefined.UNDEFINED ? order.missing() : value;
    }

    void groups() {
      List<Plan.Aggregate> aggregates =
          Stream.of(AggregateFunction.values())
              .map(each -> new Plan.Aggregate(each, each == AggregateFunction.MAKELIST ? ID : Y))
              .toList();
      for (boolean keyed : new boolean[] {true, false}) {
        Plan group = new Plan.Group(scan(), keyed ? List.of(X) : List.of(), aggregates, null);
        TreeMap<Value, List<Document>> expected = new TreeMap<>(order);
        for (Document item : items) {
          Value key = keyed ? counted(item.property("x")) : Value.Null.NULL;
          expected.computeIfAbsent(key, _ -> new ArrayList<>()).add(item);
        }
        if (keyed) {
          same(
              run(new Plan.Project(group, new PlanExpression.GroupKey(0))),
              expected.keySet().stream().filter(key -> key != Undefined.UNDEFINED).toList());
        }
        for (int i = 0; i < aggregates.size(); i++) {
          AggregateFunction function = aggregates.get(i).function();
          List<Value> results =
              expected.values().stream()
                  .map(documents -> plain(function, documents))
                  .filter(value -> value != Undefined.UNDEFINED)
                  .toList();
          same(run(new Plan.Project(group, new PlanExpression.AggregateResult(i))), results);
        }
      }
    }

    private Value plain(AggregateFunction function, List<Document> documents) {
      List<Value> values =
          documents.stream()
              .map(each -> each.property(function == AggregateFunction.MAKELIST ? "id" : "y"))
              .filter(value -> value != Undefined.UNDEFINED)
              .toList();
      boolean sql = order == ValueOrder.SQL;
      List<Value> something =
          values.stream().filter(each -> sql || each != Value.Null.NULL).toList();
      return switch (function) {
        case COUNT -> new Value.Int32(order == ValueOrder.CQL ? something.size() : values.size());
        case COUNTIF ->
            new Value.Int32((int) values.stream().filter(Value.Bool.TRUE::equals).count());
        case MIN -> something.stream().min(order).orElse(Undefined.UNDEFINED);
        case MAX -> something.stream().max(order).orElse(Undefined.UNDEFINED);
        case SUM, AVG -> sum(function == AggregateFunction.AVG, values);
        case MAKELIST -> new Value.Array(values.stream().sorted(order).toList());
        case MAKESET -> {
          TreeMap<Value, Value> set = new TreeMap<>(order);
          values.forEach(each -> set.putIfAbsent(each, each));
          yield new Value.Array(List.copyOf(set.values()));
        }
      };
    }

    private Value sum(boolean average, List<Value> values) {
      List<Value> numbers = values.stream().filter(each -> each.kind().isNumber()).toList();
      if ((order == ValueOrder.SQL && numbers.size() < values.size())
          || (average && numbers.isEmpty())) {
        return Undefined.UNDEFINED;
      }
      double sum = 0;
      for (Value number : numbers) {
        sum +=
            switch (number) {
              case Value.Int32(int each) -> each;
              case Value.Int64(long each) -> each;
              case Value.Float64(double each) -> each;
              case Value other -> throw new AssertionError(other);
            };
      }
      return new Value.Float64(average ? sum / numbers.size() : sum);
    }

    void distinct() {
      TreeMap<Value, Value> expected = new TreeMap<>(order);
      for (Document item : items) {
        if (item.property("x") != Undefined.UNDEFINED) {
          expected.putIfAbsent(item.property("x"), item);
        }
      }
      same(run(new Plan.Distinct(new Plan.Project(scan(), X))), List.copyOf(expected.keySet()));
    }

    /// The same values in the same order. Numbers by value in any order, lists and sets whatever
    /// the order of their elements.
    private void same(List<Value> found, List<Value> expected) {
      assertThat(found).hasSameSizeAs(expected);
      for (int i = 0; i < found.size(); i++) {
        Value one = sorted(found.get(i), expected.get(i));
        int index = i;
        boolean numbers = one.kind().isNumber() && expected.get(i).kind().isNumber();
        assertThat((numbers ? ValueOrder.BSON : order).compare(one, expected.get(i)))
            .as(() -> "row %d: %s, not %s".formatted(index, one, expected.get(index)))
            .isZero();
      }
    }

    private Value sorted(Value found, Value expected) {
      return found instanceof Value.Array(List<Value> elements)
              && expected instanceof Value.Array(List<Value> others)
              && others.stream().sorted(order).toList().equals(others)
          ? new Value.Array(elements.stream().sorted(order).toList())
          : found;
    }

    private Plan scan() {
      return new Plan.Scan(Condition.Anything.ANYTHING, Set.of(), order);
    }

    private List<Value> run(Plan plan) {
      QueryRequest request = new QueryRequest(plan, 1, 1, Scope.ALL, 2);
      List<Value> rows = new ArrayList<>();
      String continuation = null;
      do {
        PageRequest page = new PageRequest(9, continuation);
        try (QueryPage answer =
            new Queries(bed.gateway()).page(container, request, page, bed.request())) {
          answer.rows().forEach(row -> rows.add(value(row)));
          continuation = answer.continuation().orElse(null);
        }
      } while (continuation != null);
      return rows;
    }

    private static Value value(Result row) {
      return switch (row) {
        case Result.Whole(Row whole) -> StoredItems.decode(whole.item().body());
        case Result.Computed(Value value) -> Objects.requireNonNull(value);
      };
    }
  }
}
