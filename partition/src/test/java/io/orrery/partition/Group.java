// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.LogPosition;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Applies commands to a partition in groups that the test chooses; children follow a split.
record Group(Store store, PartitionId id) {

  /// All commands as one group, from the state in the store to one batch.
  List<Outcome> apply(Command... commands) {
    return apply(state().applied().plus(1), List.of(commands));
  }

  private PartitionState state() {
    return PartitionState.decode(read(Layout.state(id)));
  }

  /// @param first where the first command stands in the log
  List<Outcome> apply(LogPosition first, List<Command> commands) {
    Batch batch = store.newBatch();
    PartitionState state = state();
    SettingsHistory settings = SettingsHistory.decode(read(Layout.settings(id)));
    StateMachine machine = new StateMachine(id, state, settings, store, batch, _ -> {});
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      outcomes.add(machine.apply(first.plus(i), commands.get(i)));
    }
    machine.finish();
    store.write(batch);
    commands.forEach(command -> Sandbox.inherit(store, id, command));
    return outcomes;
  }

  private byte[] read(byte[] key) {
    return Objects.requireNonNull(store.get(Family.META, key));
  }
}
