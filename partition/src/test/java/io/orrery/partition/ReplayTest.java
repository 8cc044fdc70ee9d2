// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.Simulation.Logged;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.CommandCodec;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same commands give the same bytes, whatever groups they come in, in whatever store, and with
/// restarts in between.
class ReplayTest {
  private static final int STEPS = 700;
  private static final int GROUP_MAX = 40;
  private static final int ORDERS = 3;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void sameCommandsSameBytes(long seed) {
    try (MemoryStore first = new MemoryStore();
        MemoryStore second = new MemoryStore()) {
      Simulation simulation = new Simulation(first, seed);
      for (int step = 0; step < STEPS; step++) {
        simulation.step();
      }
      assertThat(simulation.active).as("seed %d", seed).hasSizeGreaterThan(2);
      Simulation.create(second);
      replay(second, groups(simulation.log, new Random(seed)));
      assertSame(first, second, seed);

      replayOnDisk(byPartition(simulation.log), simulation.log.size(), seed);
      try (Store third = open()) {
        assertSame(first, third, seed);
      }
      for (int order = 0; order < ORDERS; order++) {
        try (MemoryStore other = new MemoryStore()) {
          Simulation.create(other);
          Random random = new Random(seed * ORDERS + order);
          replay(other, groups(interleaved(simulation.log, random), random));
          assertSame(first, other, seed);
        }
      }
    }
  }

  /// Its sibling's changes vanish from their parent's space as the sibling gets on: that must make
  /// no difference to how far a step of copying comes.
  @Test
  void aChildDoesTheSameWhateverItsSiblingHasDone() {
    assertThat(leftAfter(true)).isEqualTo(leftAfter(false));
  }

  /// What the left child says to each of its commands, and its states after them.
  private static List<String> leftAfter(boolean siblingFirst) {
    try (Sandbox parent = new Sandbox(Samples.PLAIN)) {
      for (int i = 0; i < 60; i++) {
        parent.create("k" + i, "1", "{'n':1}");
      }
      EffectivePartitionKey middle = EffectivePartitionKey.of(new byte[] {0x20});
      parent.split(middle, 1, 2);
      List<String> seen = new ArrayList<>();
      try (Sandbox left = parent.sibling(1);
          Sandbox right = parent.sibling(2)) {
        if (siblingFirst) {
          upsertAll(right);
        }
        for (int step = 0; step < 12; step++) {
          seen.add(left.submit(new Command.TakeOver(left.now, 10)).toString());
          seen.add(HexFormat.of().formatHex(left.partition.state().encode()));
        }
        upsertAll(right);
      }
      return seen;
    }
  }

  private static void upsertAll(Sandbox partition) {
    for (int i = 0; i < 60; i++) {
      if (partition.partition.state().range().contains(Samples.key("k" + i, "1").position())) {
        partition.upsert("k" + i, "1", "{'n':2}");
      }
    }
  }

  /// The commands of each partition in their order, and otherwise in any, except that children come
  /// after the split that made them.
  private static List<Logged> interleaved(List<Logged> log, Random random) {
    Map<Integer, Deque<Logged>> ready = new TreeMap<>();
    Map<Integer, Deque<Logged>> unborn = new TreeMap<>();
    for (Logged logged : log) {
      int ordinal = logged.partition().ordinal();
      (ordinal == 0 ? ready : unborn).computeIfAbsent(ordinal, _ -> new ArrayDeque<>()).add(logged);
    }
    List<Logged> order = new ArrayList<>();
    while (!ready.isEmpty()) {
      List<Integer> ordinals = List.copyOf(ready.keySet());
      int chosen = ordinals.get(random.nextInt(ordinals.size()));
      Deque<Logged> commands = Objects.requireNonNull(ready.get(chosen));
      Logged next = commands.remove();
      order.add(next);
      if (commands.isEmpty()) {
        ready.remove(chosen);
      }
      if (CommandCodec.decode(next.command()) instanceof Command.Split split) {
        for (int child : List.of(split.leftOrdinal(), split.rightOrdinal())) {
          Deque<Logged> first = unborn.remove(child);
          if (first != null) {
            ready.put(child, first);
          }
        }
      }
    }
    assertThat(order).hasSameSizeAs(log);
    return order;
  }

  private Store open() {
    return RocksStore.open(directory, RocksSettings.DEFAULT);
  }

  /// With a restart in the middle.
  private void replayOnDisk(List<Logged> log, int size, long seed) {
    Random random = new Random(~seed);
    try (Store store = open()) {
      Simulation.create(store);
      replay(store, groups(log.subList(0, size / 2), random));
    }
    try (Store store = open()) {
      replay(store, groups(log.subList(size / 2, size), random));
    }
  }

  private static void assertSame(Store expected, Store actual, long seed) {
    if (!Arrays.equals(StoreDigest.of(actual), StoreDigest.of(expected))) {
      assertThat(StoreDigest.dump(actual))
          .as("seed %d", seed)
          .isEqualTo(StoreDigest.dump(expected));
      throw new AssertionError("the digests differ, the stores do not");
    }
  }

  /// The commands of each partition in their order, one partition after the other: parents come
  /// first.
  private static List<Logged> byPartition(List<Logged> log) {
    return log.stream()
        .sorted(Comparator.comparingInt(logged -> logged.partition().ordinal()))
        .toList();
  }

  /// What one partition gets in a row, cut at random; a command that scans begins a group.
  private static List<List<Logged>> groups(List<Logged> log, Random random) {
    List<List<Logged>> groups = new ArrayList<>();
    int room = 0;
    for (Logged logged : log) {
      boolean scans = StateMachine.scans(CommandCodec.decode(logged.command()));
      if (room-- == 0 || scans || !logged.partition().equals(last(groups))) {
        groups.add(new ArrayList<>());
        room = random.nextInt(GROUP_MAX);
      }
      groups.getLast().add(logged);
    }
    return groups;
  }

  private static PartitionId last(List<List<Logged>> groups) {
    return groups.getLast().getLast().partition();
  }

  private static void replay(Store store, List<List<Logged>> groups) {
    for (List<Logged> group : groups) {
      List<Command> commands =
          group.stream().map(logged -> CommandCodec.decode(logged.command())).toList();
      Logged first = group.getFirst();
      new Group(store, first.partition()).apply(first.position(), commands);
    }
  }
}
