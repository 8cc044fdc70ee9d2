// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.partition.Simulation.Logged;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.CommandCodec;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.LogPosition;
import io.orrery.storage.Durability;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Brings a store to where a recorded log ends, whatever the store has of it already.
final class LogReplay {
  static final int CRASHED = 42;
  private static final int RUN_MAX = 30;
  private static final int BATCH_BYTES_MAX = 1 << 20;

  private final Store store;
  private final Map<PartitionId, Replica> replicas = new HashMap<>();
  private int applied;

  LogReplay(Store store) {
    this.store = store;
  }

  /// How many entries the store did not have yet.
  int applied() {
    return applied;
  }

  /// Delivers the log in runs as they come over a network: cut anywhere, and each partition's own.
  ///
  /// @param entriesMax ends after about so many that the store did not have
  void deliver(List<Logged> log, Random random, int entriesMax) {
    for (int from = 0; from < log.size() && applied < entriesMax; ) {
      PartitionId id = log.get(from).partition();
      int to = from + 1;
      int end = Math.min(log.size(), from + 1 + random.nextInt(RUN_MAX));
      while (to < end && log.get(to).partition().equals(id)) {
        to++;
      }
      deliver(id, log.subList(from, to));
      from = to;
    }
  }

  private void deliver(PartitionId id, List<Logged> run) {
    List<Command> commands =
        run.stream().map(logged -> CommandCodec.decode(logged.command())).toList();
    Replica replica =
        replicas.computeIfAbsent(
            id, each -> Replica.open(each, store, new BatchMemory(), BATCH_BYTES_MAX));
    LogPosition first = run.getFirst().position();
    for (int done = 0; done < commands.size(); ) {
      var batch =
          replica.apply(
              first.plus(done), commands.subList(done, commands.size()), Durability.UNSYNCED);
      done += batch.count();
      applied += batch.outcomes().size();
    }
    commands.forEach(command -> Sandbox.inherit(store, id, command));
  }

  static Process start(Path directory, Path log, int entriesMax) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(LogReplay.class.getName(), directory.toString(), log.toString(), "" + entriesMax));
    return new ProcessBuilder(command).inheritIO().start();
  }

  /// The directory of the store, the file of the log, and after how many entries to die on the
  /// spot; a process that gets to the end closes the store.
  public static void main(String[] arguments) throws IOException {
    List<Logged> log = RecordedLog.load(Path.of(arguments[1]));
    int entriesMax = Integer.parseInt(arguments[2]);
    try (Store store = RocksStore.open(Path.of(arguments[0]), RocksSettings.DEFAULT)) {
      if (!Partition.exists(Sandbox.ID, store)) {
        Simulation.create(store);
      }
      LogReplay replay = new LogReplay(store);
      replay.deliver(log, new Random(entriesMax), entriesMax);
      if (replay.applied() >= entriesMax) {
        Runtime.getRuntime().halt(CRASHED);
      }
    }
  }
}
