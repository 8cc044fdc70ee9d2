// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.partition.Simulation.Logged;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.CommandCodec;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same commands give the same bytes, whatever groups they come in, in whatever store, and with
/// restarts in between.
class DeterminismTest {
  private static final int STEPS = 700;
  private static final int GROUP_MAX = 40;

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
    }
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
  /// first, and siblings do not know of each other.
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
      new Group(store, group.getFirst().partition()).apply(commands);
    }
  }
}
