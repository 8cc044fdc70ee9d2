// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import io.orrery.model.Direction;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.ScalarFunction;
import io.orrery.plan.program.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Plans of every kind, by chance.
final class RandomPlans {
  private static final List<ValueOrder> ORDERS = List.of(ValueOrder.values());
  private static final int DEPTH = 4;

  private final Random random;

  RandomPlans(Random random) {
    this.random = random;
  }

  Plan plan() {
    Plan plan =
        new Plan.Scan(
            condition(DEPTH),
            random.nextBoolean() ? Set.of() : Set.of("_a", "b"),
            ORDERS.get(random.nextInt(ORDERS.size())));
    for (int nodes = random.nextInt(6); nodes > 0; nodes--) {
      plan = node(plan);
    }
    return plan;
  }

  private Plan node(Plan input) {
    return switch (random.nextInt(10)) {
      case 0 -> new Plan.Filter(input, expression(DEPTH));
      case 1 -> new Plan.Unwind(input, expression(DEPTH));
      case 2 -> new Plan.Rows(input, code());
      case 3 -> new Plan.Group(input, some(() -> expression(2)), some(this::aggregate), answer());
      case 4 -> new Plan.Sort(input, some(this::key), any(Plan.Unindexed.values()));
      case 5 ->
          new Plan.TopK(input, some(this::key), any(Plan.Unindexed.values()), random.nextInt(100));
      case 6 -> new Plan.Project(input, expression(DEPTH));
      case 7 -> new Plan.Distinct(input);
      case 8 -> new Plan.Window(input, random.nextInt(9), Long.MAX_VALUE - random.nextInt(9));
      default -> new Plan.Over(input, code());
    };
  }

  private Code code() {
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    return new Code.Encoded(random.nextBoolean() ? "sql" : "odata", bytes);
  }

  private Plan.Aggregate aggregate() {
    return new Plan.Aggregate(any(AggregateFunction.values()), expression(2));
  }

  private @Nullable IndexAnswer answer() {
    return switch (random.nextInt(3)) {
      case 0 -> null;
      case 1 -> IndexAnswer.Count.COUNT;
      default -> new IndexAnswer.Extreme(path(), random.nextBoolean());
    };
  }

  private OrderKey key() {
    return new OrderKey(expression(1), random.nextBoolean() ? path() : null, random.nextBoolean());
  }

  PlanExpression expression(int depth) {
    int below = depth - 1;
    return switch (depth == 0 ? random.nextInt(5) : random.nextInt(15)) {
      case 0 -> new PlanExpression.Path(root(), some(this::name));
      case 1 -> new PlanExpression.Constant(value(2));
      case 2 -> new PlanExpression.GroupKey(random.nextInt(300));
      case 3 -> new PlanExpression.AggregateResult(random.nextInt(300));
      case 4 -> new PlanExpression.Output(random.nextInt(300));
      case 5 ->
          new PlanExpression.Compare(
              semantics(),
              any(PlanExpression.Operator.values()),
              expression(below),
              expression(below));
      case 6 -> new PlanExpression.In(semantics(), expression(below), some(() -> value(1)));
      case 7 -> new PlanExpression.And(some(() -> expression(below)));
      case 8 -> new PlanExpression.Or(some(() -> expression(below)));
      case 9 -> new PlanExpression.Not(expression(below));
      case 10 -> new PlanExpression.Exists(expression(below));
      case 11 ->
          new PlanExpression.HasKind(
              semantics(), expression(below), some(() -> any(Value.Kind.values())));
      case 12 ->
          new PlanExpression.Calculate(
              any(PlanExpression.Calculation.values()), expression(below), expression(below));
      case 13 ->
          new PlanExpression.Call(
              ScalarFunction.ARRAY_CONTAINS, List.of(expression(below), expression(below)));
      default -> new PlanExpression.AnyElement(expression(below), expression(below));
    };
  }

  private PlanExpression.Root root() {
    return switch (random.nextInt(3)) {
      case 0 -> PlanExpression.Root.Item.ITEM;
      case 1 -> PlanExpression.Root.Element.ELEMENT;
      default -> new PlanExpression.Root.Unwound(random.nextInt(4));
    };
  }

  private ComparisonSemantics semantics() {
    return any(ComparisonSemantics.values());
  }

  AccessPath accessPath() {
    return switch (random.nextInt(6)) {
      case 0 -> AccessPath.FullScan.FULL_SCAN;
      case 1 ->
          new AccessPath.PrimaryRange(
              new byte[] {1}, random.nextBoolean() ? null : new byte[] {2, 3}, direction());
      case 2 -> new AccessPath.IndexRanges(some(this::values));
      case 3 -> new AccessPath.IndexOrder(path(), interval(), direction());
      case 4 -> new AccessPath.DeclaredRanges(some(this::range), direction(), random.nextBoolean());
      default -> {
        List<AccessPath.CompositeOrder.Part> parts =
            some(
                () ->
                    new AccessPath.CompositeOrder.Part(
                        PropertyPath.of(name(), name()), random.nextBoolean()));
        boolean ranged = !parts.isEmpty() && !parts.getFirst().descending() && random.nextBoolean();
        yield new AccessPath.CompositeOrder(
            random.nextInt(9), parts, direction(), ranged ? interval() : null);
      }
    };
  }

  private AccessPath.DeclaredRanges.Range range() {
    List<Interval> intervals = some(this::interval);
    return new AccessPath.DeclaredRanges.Range(
        random.nextInt(9), intervals.stream().map(_ -> random.nextBoolean()).toList(), intervals);
  }

  private Direction direction() {
    return any(Direction.values());
  }

  private Condition condition(int depth) {
    return switch (depth == 0 ? random.nextInt(3) : random.nextInt(5)) {
      case 0 -> Condition.Anything.ANYTHING;
      case 1 -> Condition.Nothing.NOTHING;
      case 2 -> values();
      case 3 -> new Condition.All(some(() -> condition(depth - 1)));
      default -> new Condition.Any(some(() -> condition(depth - 1)));
    };
  }

  private Condition.Values values() {
    return new Condition.Values(path(), interval(), random.nextBoolean());
  }

  private Interval interval() {
    ValueOrder[] orders = ValueOrder.values();
    return new Interval(orders[random.nextInt(orders.length)], bound(), bound());
  }

  private Bound bound() {
    Value value = value(1);
    return switch (random.nextInt(4)) {
      case 0 -> new Bound.Before(value.kind());
      case 1 -> new Bound.Behind(value.kind());
      default -> new Bound.At(value, random.nextBoolean());
    };
  }

  private List<IndexPath.Segment> path() {
    List<IndexPath.Segment> path = new ArrayList<>();
    path.add(new IndexPath.Name(name()));
    if (random.nextBoolean()) {
      path.add(IndexPath.Elements.ALL);
    }
    return path;
  }

  private String name() {
    return any(new String[] {"a", "b c", "ä/\"", "0"});
  }

  Value value(int depth) {
    return switch (random.nextInt(depth == 0 ? 7 : 9)) {
      case 0 -> Value.Null.NULL;
      case 1 -> Value.Bool.of(random.nextBoolean());
      case 2 -> new Value.Int32(random.nextInt(5));
      case 3 -> new Value.Int64(random.nextLong());
      case 4 -> new Value.Float64(random.nextInt(5) / 2.0);
      case 5, 6 -> new Value.Text(name());
      case 7 -> new Value.Array(some(() -> value(depth - 1)));
      default -> document(depth);
    };
  }

  Value.Document document(int depth) {
    LinkedHashMap<String, Value> properties = new LinkedHashMap<>();
    for (int left = random.nextInt(3); left >= 0; left--) {
      properties.put(name(), value(depth - 1));
    }
    return new Value.Document(properties);
  }

  private <T> List<T> some(Supplier<T> one) {
    List<T> some = new ArrayList<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      some.add(one.get());
    }
    return some;
  }

  private <T> T any(T[] all) {
    return all[random.nextInt(all.length)];
  }
}
