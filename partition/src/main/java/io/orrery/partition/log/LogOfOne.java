// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.log;

import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.log.Applier.Applied;
import io.orrery.storage.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The log of a partition that has no other copy. What it would keep is in the store already: a
/// group is durable when its own batch is, so nothing is written twice and one synchronisation
/// serves both.
///
/// A command that changes nothing leaves no trace, not even its position: after a restart the next
/// one gets it.
public final class LogOfOne implements PartitionLog {
  private final Applier applier;

  private final long term;

  /// The index of the last command that was applied.
  private long last;

  /// Why the last attempt failed.
  private @Nullable Throwable failed;

  public LogOfOne(Applier applier) {
    this.applier = applier;
    this.term = applier.applied().term();
    this.last = applier.applied().index();
  }

  /// A group that cannot be carried out as a whole is nowhere in the store, so its commands are
  /// tried one by one, and only those fail that cannot be carried out alone.
  @Override
  public int propose(List<? extends Proposal> group, int from) {
    int applied = attempt(group, from, group.size());
    if (applied > 0) {
      return applied;
    }
    for (int i = from; i < group.size(); i++) {
      // Who is alone has had its attempt.
      if (group.size() - from == 1 || attempt(group, i, i + 1) == 0) {
        group.get(i).refuse(Objects.requireNonNull(failed));
      }
    }
    return group.size() - from;
  }

  /// Gives how many commands were carried out; if none were, [#failed] says why. Throws if the
  /// store can no longer write.
  private int attempt(List<? extends Proposal> group, int from, int to) {
    Applied applied;
    try {
      List<Command> commands = new ArrayList<>(to - from);
      for (int i = from; i < to; i++) {
        commands.add(group.get(i).command());
      }
      applied = applier.apply(new LogPosition(term, last + 1), commands, Durability.SYNCED);
    } catch (RuntimeException | Error e) {
      if (applier.isLost()) {
        throw e;
      }
      failed = e;
      return 0;
    }
    // The group is written: nothing from here on may fail.
    last += applied.count();
    List<Outcome> outcomes = applied.outcomes();
    for (int i = 0; i < outcomes.size(); i++) {
      group.get(from + i).succeed(outcomes.get(i));
    }
    return outcomes.size();
  }
}
