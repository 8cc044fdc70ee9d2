// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.fragment.Estimate;
import io.orrery.partition.fragment.Fragment;
import io.orrery.partition.fragment.FragmentBounds;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.FragmentUsage;
import io.orrery.partition.fragment.ItemScope;
import io.orrery.partition.fragment.KeyedRow;
import io.orrery.partition.fragment.RowValue;
import io.orrery.partition.fragment.Start;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.plan.aggregate.Accumulator;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/// Fragments and their pages, with contents drawn by chance.
final class RandomFragments {
  private static final List<IndexPath.Segment> PATH = List.of(new IndexPath.Name("a"));

  private final Random random;
  private final Supplier<KeyedItem> items;

  RandomFragments(Random random, Supplier<KeyedItem> items) {
    this.random = random;
    this.items = items;
  }

  Fragment fragment() {
    return new Fragment(plan(), path(), scope(), random.nextInt(1000), stage(), bounds());
  }

  /// What plans may hold besides is tested where they are.
  private Plan plan() {
    Plan rows =
        new Plan.Rows(
            new Plan.Scan(Condition.Anything.ANYTHING, Set.of("_etag")),
            new Code.Encoded("sql", bytes()));
    return switch (random.nextInt(3)) {
      case 0 -> rows;
      case 1 ->
          new Plan.Sort(
              rows,
              List.of(new OrderKey(new PlanExpression.Output(1), PATH, random.nextBoolean())),
              Plan.Unindexed.SORT);
      default -> new Plan.Window(rows, random.nextInt(9), random.nextInt(9));
    };
  }

  private AccessPath path() {
    return switch (random.nextInt(3)) {
      case 0 -> AccessPath.FullScan.FULL_SCAN;
      case 1 -> ranges();
      default -> new AccessPath.IndexOrder(PATH, Interval.NUMBERS, Direction.REVERSE);
    };
  }

  private AccessPath.IndexRanges ranges() {
    return new AccessPath.IndexRanges(
        List.of(new Condition.Values(PATH, Interval.TEXTS, random.nextBoolean())));
  }

  private ItemScope scope() {
    ItemKey key = random.nextBoolean() ? items.get().key() : null;
    return new ItemScope(List.of(HashRange.FULL), key);
  }

  private FragmentStage stage() {
    return switch (random.nextInt(5)) {
      case 0 -> new FragmentStage.Stream(random.nextBoolean() ? null : bytes());
      case 1 -> new FragmentStage.IndexOrder(start());
      case 2 ->
          new FragmentStage.Sorted(
              List.of(FragmentStage.SortedBy.values()).get(random.nextInt(3)),
              random.nextBoolean() ? null : bytes(),
              random.nextBoolean(),
              random.nextLong(Long.MAX_VALUE));
      case 3 -> new FragmentStage.Grouped(random.nextBoolean() ? null : bytes());
      default -> new FragmentStage.FromIndex();
    };
  }

  private Start start() {
    return switch (random.nextInt(3)) {
      case 0 -> Start.FIRST;
      case 1 -> Start.behind(bytes());
      default -> Start.at(bytes(), random.nextInt(9));
    };
  }

  private FragmentBounds bounds() {
    return new FragmentBounds(
        random.nextInt(9),
        random.nextInt(9),
        random.nextInt(9),
        random.nextBoolean(),
        random.nextBoolean(),
        Long.MAX_VALUE,
        random.nextInt(9),
        random.nextInt(9));
  }

  Estimate estimate() {
    return switch (random.nextInt(4)) {
      case 2 -> new Estimate.Multiple(random.nextInt(9));
      case 0 -> new Estimate.Entries(ranges(), random.nextInt(1000), random.nextInt(1000));
      case 1 -> new Estimate.Items(scope(), random.nextInt(1000));
      default -> new Estimate.Presence(PATH);
    };
  }

  FragmentPage page() {
    return switch (random.nextInt(4)) {
      case 0 ->
          new FragmentPage.Streamed(
              rows(), random.nextInt(9), random.nextBoolean() ? null : bytes(), usage());
      case 1 ->
          new FragmentPage.Ordered(
              rows().stream().map(row -> new KeyedRow(bytes(), random.nextInt(9), row)).toList(),
              random.nextBoolean() ? null : start(),
              usage());
      case 2 -> new FragmentPage.Answered(partial(), usage());
      default -> new FragmentPage.Unanswered(usage());
    };
  }

  private FragmentUsage usage() {
    return new FragmentUsage(
        random.nextInt(9), random.nextInt(9), random.nextInt(9), random.nextInt(9), 7);
  }

  private List<RowValue> rows() {
    List<RowValue> rows = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      rows.add(
          switch (random.nextInt(3)) {
            case 0 -> new RowValue.Stored(items.get());
            case 1 -> new RowValue.Computed(value());
            default -> partial();
          });
    }
    return rows;
  }

  private RowValue.Partial partial() {
    AggregateFunction[] functions = AggregateFunction.values();
    Accumulator[] states = new Accumulator[random.nextInt(3)];
    ValueOrder[] orders = ValueOrder.values();
    for (int i = 0; i < states.length; i++) {
      ValueOrder order = orders[random.nextInt(orders.length)];
      states[i] = functions[random.nextInt(functions.length)].start(order);
      long _ = states[i].add(value());
    }
    Value[] keys = {value(), Value.Undefined.UNDEFINED};
    return new RowValue.Partial(keys, states, random.nextInt(999));
  }

  private Value value() {
    return random.nextBoolean()
        ? new Value.Int64(random.nextLong())
        : new Value.Text("t" + random.nextInt(9));
  }

  private byte[] bytes() {
    byte[] bytes = new byte[1 + random.nextInt(9)];
    random.nextBytes(bytes);
    return bytes;
  }
}
