// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.partition.Simulation.Logged;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.CommandCodec;
import io.orrery.partition.command.OutcomeCodec;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.Applier;
import io.orrery.partition.log.LogOfOne;
import io.orrery.partition.log.LogPosition;
import io.orrery.partition.log.PartitionLog;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever way commands come to a partition, its bytes are the same: through the log of one, out
/// of a log that was recorded, and out of such a log in another process that crashes on the way.
@Timeout(120)
class RecordedLogTest {
  private static final long SEED = 21;
  private static final int STEPS = 500;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Partition.QueueLimits LIMITS = new Partition.QueueLimits(10, 10, 1 << 20);

  @TempDir Path directory;

  /// The commands of a simulated container, in their order.
  private static List<Logged> simulated() {
    try (MemoryStore store = new MemoryStore()) {
      Simulation simulation = new Simulation(store, SEED);
      for (int step = 0; step < STEPS; step++) {
        simulation.step();
      }
      assertThat(simulation.active).hasSizeGreaterThan(2);
      return List.copyOf(simulation.log);
    }
  }

  /// Has running partitions carry the commands out, and gives what they said.
  private static List<String> run(
      Store store, List<Logged> commands, BiFunction<PartitionId, Applier, PartitionLog> log) {
    Simulation.create(store);
    List<String> outcomes = new ArrayList<>();
    Map<Integer, Partition> running = new TreeMap<>();
    try {
      for (Logged logged : commands) {
        PartitionId id = logged.partition();
        Partition partition =
            running.computeIfAbsent(
                id.ordinal(),
                _ ->
                    Partition.open(
                        id, store, LIMITS, new BatchMemory(), applier -> log.apply(id, applier)));
        Command command = CommandCodec.decode(logged.command());
        outcomes.add(
            HexFormat.of().formatHex(OutcomeCodec.encode(partition.submit(command, PATIENCE))));
        Sandbox.inherit(store, id, command);
      }
    } finally {
      running.values().forEach(Partition::close);
    }
    return outcomes;
  }

  /// Writes of cells and deletions of ranges of rows, with housekeeping between them.
  private static List<Logged> rows() {
    Random random = new Random(SEED);
    List<Command> commands = new ArrayList<>();
    commands.add(new Command.Configure(Sandbox.START, Samples.ROWS));
    for (RowEvents.Event event : RowEvents.some(random, STEPS)) {
      long now = Sandbox.START + 30L * commands.size();
      commands.add(event.command(now));
      if (random.nextInt(10) == 0) {
        commands.add(new Command.Sweep(now, 3));
      }
    }
    List<Logged> logged = new ArrayList<>();
    for (Command command : commands) {
      var position = new LogPosition(1, logged.size() + 1);
      logged.add(new Logged(Sandbox.ID, position, CommandCodec.encode(command)));
    }
    return logged;
  }

  @Test
  void directAndRecordedAndReplayedAreTheSame() throws Exception {
    assertSameHoweverItComes(simulated());
  }

  @Test
  void rangesOfRowsAreDeletedTheSameHoweverItComes() throws Exception {
    assertSameHoweverItComes(rows());
  }

  private void assertSameHoweverItComes(List<Logged> commands) throws Exception {
    List<Logged> recorded = new ArrayList<>();
    try (MemoryStore direct = new MemoryStore();
        MemoryStore logged = new MemoryStore();
        MemoryStore replayed = new MemoryStore()) {
      List<String> outcomes = run(direct, commands, (_, applier) -> new LogOfOne(applier));
      List<String> again =
          run(logged, commands, (id, applier) -> new RecordedLog(id, applier, recorded));
      assertThat(again).isEqualTo(outcomes);
      assertThat(StoreDigest.dump(logged)).isEqualTo(StoreDigest.dump(direct));

      Simulation.create(replayed);
      new LogReplay(replayed).deliver(recorded, new Random(SEED), Integer.MAX_VALUE);
      assertThat(StoreDigest.dump(replayed)).isEqualTo(StoreDigest.dump(direct));

      Path file = directory.resolve("log");
      RecordedLog.save(file, recorded);
      assertThat(crashesOnTheWay(file, recorded.size())).isGreaterThan(1);
      try (Store store = open("data")) {
        assertThat(StoreDigest.dump(store)).isEqualTo(StoreDigest.dump(direct));
      }
    }
  }

  /// Starts process after process, each of which gets the whole log again and dies after a third of
  /// what it does not have, until one gets to the end.
  private int crashesOnTheWay(Path log, int entries) throws Exception {
    for (int crashes = 0; ; crashes++) {
      assertThat(crashes).isLessThan(10);
      Process process = LogReplay.start(directory.resolve("data"), log, entries / 3);
      int code = process.waitFor();
      if (code == 0) {
        return crashes;
      }
      assertThat(code).isEqualTo(LogReplay.CRASHED);
    }
  }

  /// A power loss takes unsynced batches from the end: the store is as it was some time ago.
  @Test
  void aStoreThatFellBackCatchesUp() {
    List<Logged> commands = simulated();
    Path earlier = directory.resolve("earlier");
    try (MemoryStore direct = new MemoryStore();
        Store store = open("data")) {
      run(direct, commands, (_, applier) -> new LogOfOne(applier));
      Simulation.create(store);
      LogReplay half = new LogReplay(store);
      half.deliver(commands, new Random(SEED), commands.size() / 2);
      store.checkpoint(earlier);
      half.deliver(commands, new Random(~SEED), Integer.MAX_VALUE);
      assertThat(StoreDigest.dump(store)).isEqualTo(StoreDigest.dump(direct));

      try (Store fallenBack = open("earlier")) {
        assertThat(StoreDigest.of(fallenBack)).isNotEqualTo(StoreDigest.of(direct));
        LogReplay rest = new LogReplay(fallenBack);
        rest.deliver(commands, new Random(SEED), Integer.MAX_VALUE);
        assertThat(rest.applied()).isLessThan(commands.size());
        assertThat(StoreDigest.dump(fallenBack)).isEqualTo(StoreDigest.dump(direct));
      }
    }
  }

  private Store open(String name) {
    return RocksStore.open(directory.resolve(name), RocksSettings.DEFAULT);
  }
}
