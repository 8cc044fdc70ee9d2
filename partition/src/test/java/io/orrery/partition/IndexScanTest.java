// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.update.Operation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Scans of the index against a walk over all items.
class IndexScanTest {
  private static final long SEED = 20_260_726;
  private static final List<IndexPath.Segment> PATH = IndexPath.parse("/v/?").segments();
  private static final int TERM_BYTES_MAX = 400;

  private static PartitionSettings settings(List<CompositeIndex> composites, ValueOrder order) {
    return new PartitionSettings(
        new IndexingPolicy(true, List.of(IndexPath.ALL), List.of(), List.of(), composites)
            .in(order),
        List.of(),
        TimeToLive.OFF,
        0,
        new PartitionSettings.Bounds(1 << 30, 1 << 30, TERM_BYTES_MAX, 2 << 20, 1 << 20, 1 << 22));
  }

  /// Values of all kinds, many of them equal or close to each other.
  static Value value(Random random, ValueOrder order) {
    return switch (random.nextInt(order == ValueOrder.SQL ? 13 : 15)) {
      case 0 -> Value.Null.NULL;
      case 1 -> Value.Bool.of(random.nextBoolean());
      case 2, 3 -> new Value.Int32(random.nextInt(-5, 6));
      case 4 -> new Value.Float64(random.nextInt(-10, 11) / 2.0);
      case 5 -> new Value.Int64(Long.MAX_VALUE - random.nextInt(3));
      case 6, 7 -> new Value.Text("a\0b".substring(0, random.nextInt(4)) + random.nextInt(3));
      case 8 -> new Value.Date(random.nextInt(250, 260));
      case 9 -> new Value.Binary(new byte[random.nextInt(3)], random.nextInt(2));
      case 10 -> new Value.Symbol("a".repeat(random.nextInt(2)) + random.nextInt(3));
      case 11 -> new Value.Decimal(BigDecimal.valueOf(random.nextInt(-50, 50), 1));
      case 12 -> random.nextBoolean() ? Value.Extreme.MIN_KEY : Value.Extreme.MAX_KEY;
      case 13 ->
          new Value.Array(Collections.nCopies(random.nextInt(4), value(random, ValueOrder.SQL)));
      default -> document(random);
    };
  }

  private static Value document(Random random) {
    var properties = new LinkedHashMap<String, Value>();
    for (int i = random.nextInt(3); i > 0; i--) {
      properties.put("ab".substring(i - 1, i), value(random, ValueOrder.SQL));
    }
    return new Value.Document(properties);
  }

  private static byte[] body(Map<String, Value> properties) {
    return StoredItems.encode(new Value.Document(new LinkedHashMap<>(properties)));
  }

  private static Map<ItemKey, Item> fill(Sandbox sandbox, Random random, ValueOrder order) {
    Map<ItemKey, Item> items = new LinkedHashMap<>();
    for (int i = 0; i < 300; i++) {
      Map<String, Value> properties = new LinkedHashMap<>();
      for (String name : List.of("v", "w", "x")) {
        if (random.nextInt(8) > 0) {
          properties.put(name, value(random, order));
        }
      }
      ItemKey key = key("p" + i % 7, "i" + i);
      var fresh = new Operation.NewItem(body(properties), Item.TTL_DEFAULT, true);
      items.put(key, sandbox.done(new Operation.Create(key, fresh)).item());
    }
    return items;
  }

  private static @Nullable Value at(Item item, String path) {
    StoredCursor cursor = StoredCursor.over(item.body());
    return PropertyPath.parse(path).seek(cursor) ? cursor.value() : null;
  }

  private static Value orMissing(Item item, String path, ValueOrder order) {
    Value value = at(item, path);
    return value == null ? order.missing() : value;
  }

  @ParameterizedTest
  @EnumSource
  void boundedScansFindWhatAWalkFinds(ValueOrder order) {
    TermForm form = new TermForm(order, TERM_BYTES_MAX);
    Random random = new Random(SEED);
    try (Sandbox sandbox = new Sandbox(settings(List.of(), order))) {
      Map<ItemKey, Item> items = fill(sandbox, random, order);
      for (int round = 0; round < 400; round++) {
        Bound.At lower =
            random.nextInt(4) == 0
                ? null
                : new Bound.At(value(random, order), random.nextBoolean());
        Bound.At upper =
            random.nextInt(4) == 0
                ? null
                : new Bound.At(value(random, order), random.nextBoolean());
        HashRange scope =
            random.nextBoolean()
                ? HashRange.FULL
                : Samples.DEFINITION.evenRanges(3).get(random.nextInt(3));
        List<ItemKey> expected =
            walk(items, value -> isWithin(value, lower, upper, order), scope, order).toList();

        TermRange range = TermRange.between(PATH, lower, upper, form);
        if (range.isEmpty()) {
          assertThat(expected).isEmpty();
          continue;
        }
        String what = "%s, seed %d round %d: %s to %s".formatted(order, SEED, round, lower, upper);
        assertThat(scan(sandbox, range, scope, Direction.FORWARD)).as(what).isEqualTo(expected);
        assertThat(scan(sandbox, range, scope, Direction.REVERSE))
            .as(what)
            .isEqualTo(expected.reversed());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void equalValuesAndContinuation(ValueOrder order) {
    TermForm form = new TermForm(order, TERM_BYTES_MAX);
    Random random = new Random(SEED);
    try (Sandbox sandbox = new Sandbox(settings(List.of(), order))) {
      Map<ItemKey, Item> items = fill(sandbox, random, order);
      for (int round = 0; round < 100; round++) {
        Value wanted = value(random, order);
        TermRange range = TermRange.equal(PATH, wanted, form);
        List<ItemKey> expected =
            walk(items, value -> order.compare(value, wanted) == 0, HashRange.FULL, order).toList();
        assertThat(scan(sandbox, range, HashRange.FULL, Direction.FORWARD))
            .as("seed %d round %d: %s", SEED, round, wanted)
            .isEqualTo(expected);
      }
      for (Direction direction : Direction.values()) {
        TermRange whole = TermRange.of(PATH);
        assertThat(page(sandbox, whole, direction))
            .isEqualTo(scan(sandbox, whole, HashRange.FULL, direction));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void compositeIndexesSortByAllTheirPaths(ValueOrder order) {
    CompositeIndex composite =
        new CompositeIndex(
            5,
            List.of(
                new CompositeIndex.Part(PropertyPath.parse("/v"), false),
                new CompositeIndex.Part(PropertyPath.parse("/w"), true),
                new CompositeIndex.Part(PropertyPath.parse("/x"), false)));
    Comparator<Item> byAll =
        Comparator.<Item, Value>comparing(item -> orMissing(item, "/v", order), order)
            .thenComparing(item -> orMissing(item, "/w", order), order.reversed())
            .thenComparing(item -> orMissing(item, "/x", order), order)
            .thenComparingLong(Item::rid);
    try (Sandbox sandbox = new Sandbox(settings(List.of(composite), order))) {
      Map<ItemKey, Item> items = fill(sandbox, new Random(SEED), order);
      List<ItemKey> expected =
          items.entrySet().stream()
              .sorted(Map.Entry.comparingByValue(byAll))
              .map(Map.Entry::getKey)
              .toList();

      TermRange range = TermRange.of(composite);
      assertThat(scan(sandbox, range, HashRange.FULL, Direction.FORWARD)).isEqualTo(expected);
      assertThat(scan(sandbox, range, HashRange.FULL, Direction.REVERSE))
          .isEqualTo(expected.reversed());
      sandbox.assertSound();
    }
  }

  /// Bounds longer than terms include all they cannot be told apart from, and nothing is missed.
  @Test
  void longBoundsMissNothing() {
    TermForm form = new TermForm(ValueOrder.SQL, TERM_BYTES_MAX);
    try (Sandbox sandbox = new Sandbox(settings(List.of(), ValueOrder.SQL))) {
      String common = "x".repeat(TERM_BYTES_MAX);
      List<String> texts = List.of("x", common, common + "a", common + "b", common + "c", "y");
      for (String text : texts) {
        sandbox.create("p", text, "{'v':'" + text + "'}");
      }
      for (int low = 0; low < texts.size(); low++) {
        for (boolean inclusive : new boolean[] {true, false}) {
          Bound.At lower = new Bound.At(new Value.Text(texts.get(low)), inclusive);
          List<ItemKey> from =
              scan(
                  sandbox,
                  TermRange.between(PATH, lower, null, form),
                  HashRange.FULL,
                  Direction.FORWARD);
          List<ItemKey> to =
              scan(
                  sandbox,
                  TermRange.between(PATH, null, lower, form),
                  HashRange.FULL,
                  Direction.FORWARD);
          for (int i = 0; i < texts.size(); i++) {
            boolean above = inclusive ? i >= low : i > low;
            boolean below = inclusive ? i <= low : i < low;
            assertThat(!above || from.contains(key("p", texts.get(i)))).isTrue();
            assertThat(!below || to.contains(key("p", texts.get(i)))).isTrue();
          }
        }
      }
    }
  }

  private static Stream<ItemKey> walk(
      Map<ItemKey, Item> items, Predicate<Value> wanted, HashRange scope, ValueOrder order) {
    return items.entrySet().stream()
        .filter(entry -> scope.contains(entry.getKey().position()))
        .filter(
            entry -> {
              Value value = at(entry.getValue(), "/v");
              return value != null && wanted.test(value);
            })
        .sorted(
            Comparator.<Map.Entry<ItemKey, Item>, Value>comparing(
                    entry -> orMissing(entry.getValue(), "/v", order), order)
                .thenComparingLong(entry -> entry.getValue().rid()))
        .map(Map.Entry::getKey);
  }

  private static boolean isWithin(
      Value value, Bound.@Nullable At lower, Bound.@Nullable At upper, ValueOrder order) {
    int low = lower == null ? 1 : order.compare(value, lower.value());
    int high = upper == null ? -1 : order.compare(value, upper.value());
    return (low > 0 || (low == 0 && lower != null && lower.inclusive()))
        && (high < 0 || (high == 0 && upper != null && upper.inclusive()));
  }

  private static List<ItemKey> scan(
      Sandbox sandbox, TermRange range, HashRange scope, Direction direction) {
    try (PartitionView view = sandbox.view();
        TermCursor cursor = view.terms(range, scope, direction)) {
      return Scans.keys(cursor);
    }
  }

  /// The same scan, with a new cursor behind every third entry.
  private static List<ItemKey> page(Sandbox sandbox, TermRange whole, Direction direction) {
    List<ItemKey> keys = new ArrayList<>();
    TermRange rest = whole;
    boolean more = true;
    while (more) {
      try (PartitionView view = sandbox.view();
          TermCursor cursor = view.terms(rest, HashRange.FULL, direction)) {
        more = false;
        for (int i = 0; i < 3 && cursor.next(); i++) {
          keys.add(cursor.itemKey());
          rest = whole.behind(cursor.term(), direction);
          more = true;
        }
      }
    }
    return keys;
  }
}
