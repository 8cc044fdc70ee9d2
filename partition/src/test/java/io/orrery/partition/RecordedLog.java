// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.Simulation.Logged;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.CommandCodec;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.Applier;
import io.orrery.partition.log.LogPosition;
import io.orrery.partition.log.PartitionLog;
import io.orrery.partition.log.Proposal;
import io.orrery.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A log as a cluster has it: an entry is encoded and kept before it is applied, and applied
/// without synchronising the store. What was kept can be written to a file and replayed.
final class RecordedLog implements PartitionLog {
  private final PartitionId id;
  private final Applier applier;
  private final List<Logged> entries;
  private long index;

  /// @param entries where the log keeps what it was told; may hold those of other partitions
  RecordedLog(PartitionId id, Applier applier, List<Logged> entries) {
    this.id = id;
    this.applier = applier;
    this.entries = entries;
    this.index = applier.applied().index();
  }

  @Override
  public int propose(List<? extends Proposal> group, int from) {
    LogPosition first = new LogPosition(applier.applied().term(), index + 1);
    List<Command> commands = new ArrayList<>();
    for (Proposal proposal : group.subList(from, group.size())) {
      byte[] bytes = CommandCodec.encode(proposal.command());
      entries.add(new Logged(id, first.plus(commands.size()), bytes));
      commands.add(CommandCodec.decode(bytes));
    }
    index += commands.size();
    for (int done = 0; done < commands.size(); ) {
      Applier.Applied applied =
          applier.apply(
              first.plus(done), commands.subList(done, commands.size()), Durability.UNSYNCED);
      for (int i = 0; i < applied.outcomes().size(); i++) {
        group.get(from + done + i).succeed(applied.outcomes().get(i));
      }
      done += applied.count();
    }
    return commands.size();
  }

  static void save(Path file, List<Logged> entries) throws IOException {
    ByteWriter out = new ByteWriter();
    for (Logged entry : entries) {
      entry.partition().write(out);
      entry.position().write(out);
      out.writeBlock(entry.command());
    }
    Files.write(file, out.toByteArray());
  }

  static List<Logged> load(Path file) throws IOException {
    ByteReader in = new ByteReader(Files.readAllBytes(file));
    List<Logged> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      entries.add(new Logged(PartitionId.read(in), LogPosition.read(in), in.readBlock()));
    }
    return entries;
  }
}
