// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Applies commands to a partition in groups that the test chooses.
record Group(Store store, PartitionId id) {

  /// All commands as one group, from the state in the store to one batch.
  List<Outcome> apply(Command... commands) {
    return apply(List.of(commands));
  }

  List<Outcome> apply(List<Command> commands) {
    Batch batch = store.newBatch();
    PartitionState state = PartitionState.decode(read(Layout.state(id)));
    SettingsHistory settings = SettingsHistory.decode(read(Layout.settings(id)));
    StateMachine machine = new StateMachine(id, state, settings, store, batch, _ -> {});
    List<Outcome> outcomes = new ArrayList<>();
    commands.forEach(command -> outcomes.add(machine.apply(command)));
    machine.finish();
    store.write(batch);
    return outcomes;
  }

  private byte[] read(byte[] key) {
    return Objects.requireNonNull(store.get(Family.META, key));
  }
}
