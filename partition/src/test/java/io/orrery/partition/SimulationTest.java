// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.check.PartitionChecker;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.MemoryStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random commands, splits and background work included, against the [Model]: at many moments every
/// way to read gives what the model says, and the checker finds nothing.
class SimulationTest {
  private static final int STEPS = 800;
  private static final int STEPS_PER_LOOK = 10;
  private static final PropertyPath V = PropertyPath.parse("/v");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void agreesWithTheModel(long seed) {
    try (MemoryStore store = new MemoryStore()) {
      Simulation simulation = new Simulation(store, seed);
      for (int step = 1; step <= STEPS; step++) {
        try {
          simulation.step();
          if (step % STEPS_PER_LOOK == 0) {
            simulation.active.forEach(id -> look(simulation, id));
          }
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError("seed " + seed + ", step " + step, e);
        }
      }
      assertThat(simulation.active).hasSizeGreaterThan(2);
      assertThat(simulation.tooLarge).isPositive();
    }
  }

  private static void look(Simulation simulation, PartitionId id) {
    assertThat(PartitionChecker.check(simulation.store, id, 5)).as("partition %s", id).isEmpty();
    Partition partition =
        Partition.open(
            id, simulation.store, new Partition.QueueLimits(10, 10, 1000), new BatchMemory());
    Model model = simulation.model;
    try (PartitionView view = partition.view(model.now)) {
      HashRange range = view.state().range();
      SortedMap<ItemKey, Item> live = model.live(range);
      checkItems(view, live);
      checkTerms(view, live);
      checkLatest(view, live);
      checkHistory(view, model);
    }
    partition.close();
  }

  private static void checkItems(PartitionView view, Map<ItemKey, Item> live) {
    try (ItemCursor forward = view.items(HashRange.FULL, null, Direction.FORWARD);
        ItemCursor backward = view.items(HashRange.FULL, null, Direction.REVERSE)) {
      List<ItemKey> keys = new ArrayList<>();
      while (forward.next()) {
        keys.add(forward.key());
        Item expected =
            Objects.requireNonNull(live.get(forward.key()), () -> "no item " + forward.key());
        assertThat(Samples.json(forward.item())).isEqualTo(Samples.json(expected));
        assertThat(forward.item().version()).isEqualTo(expected.version());
      }
      assertThat(keys).isEqualTo(List.copyOf(live.keySet()));
      assertThat(Scans.keys(backward)).isEqualTo(keys.reversed());
    }
  }

  private static void checkTerms(PartitionView view, Map<ItemKey, Item> live) {
    if (view.settings().inForce().stream().anyMatch(each -> !each.indexing().enabled())) {
      return;
    }
    Comparator<Item> byValue =
        Comparator.<Item, Value>comparing(SimulationTest::cutValue, ValueOrder.SQL)
            .thenComparingLong(Item::rid);
    List<ItemKey> expected =
        live.entrySet().stream()
            .filter(entry -> entry.getValue().indexed())
            .sorted(Map.Entry.comparingByValue(byValue))
            .map(Map.Entry::getKey)
            .toList();
    TermRange all = TermRange.of(IndexPath.parse("/v/?").segments());
    for (Direction direction : Direction.values()) {
      try (TermCursor cursor = view.terms(all, HashRange.FULL, direction)) {
        List<ItemKey> found = Scans.keys(cursor);
        found.removeIf(key -> view.find(key).isEmpty());
        assertThat(found)
            .isEqualTo(direction == Direction.FORWARD ? expected : expected.reversed());
      }
    }
  }

  /// Texts are indexed by their beginning: these have one letter only, so the order is the same.
  private static Value cutValue(Item item) {
    StoredCursor cursor = StoredCursor.over(item.body());
    assertThat(V.seek(cursor)).isTrue();
    Value value = cursor.value();
    return value instanceof Value.Text(String text) && text.length() > 22
        ? new Value.Text(text.substring(0, 23))
        : value;
  }

  private static void checkLatest(PartitionView view, Map<ItemKey, Item> live) {
    List<ItemKey> expected =
        live.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.comparing(Item::version)))
            .map(Map.Entry::getKey)
            .toList();
    List<ItemKey> found = new ArrayList<>();
    try (ChangeCursor cursor = view.latestChanges(0, HashRange.FULL)) {
      while (cursor.next()) {
        found.add(cursor.entry().key());
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  /// Per key the same changes in the same order.
  private static void checkHistory(PartitionView view, Model model) {
    PartitionState state = view.state();
    if (state.historySince() == PartitionState.NO_HISTORY) {
      return;
    }
    long after = Math.max(state.historySince(), state.historyPurged());
    Map<ItemKey, List<Model.Event>> expected = new TreeMap<>();
    for (Model.Event event : model.events) {
      if (event.lsn() > after && state.range().contains(event.key().position())) {
        expected.computeIfAbsent(event.key(), _ -> new ArrayList<>()).add(event);
      }
    }
    Map<ItemKey, List<Model.Event>> found = new TreeMap<>();
    try (ChangeCursor cursor = view.allChanges(after, HashRange.FULL)) {
      while (cursor.next()) {
        ChangedItem entry = cursor.entry();
        found
            .computeIfAbsent(entry.key(), _ -> new ArrayList<>())
            .add(
                new Model.Event(
                    entry.operation().removes(),
                    entry.key(),
                    entry.version().lsn(),
                    entry.current().map(Samples::json),
                    entry.previous().map(Samples::json)));
      }
    }
    assertThat(found).isEqualTo(expected);
  }
}
