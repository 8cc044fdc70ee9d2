// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.access;

import io.orrery.api.table.entities.EntityChange;
import io.orrery.api.table.entities.EntityKey;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Action.Effect;
import io.orrery.model.catalog.Grant;
import java.util.List;

/// What a request does, as far as rights in this protocol can tell things apart.
public sealed interface TableUse {

  /// The service's properties and statistics.
  record Service(boolean writes) implements TableUse {}

  record ListTables() implements TableUse {}

  record CreateTable() implements TableUse {}

  record DeleteTable() implements TableUse {}

  /// A table's access policies.
  record Policies(boolean writes) implements TableUse {}

  /// Many entities.
  record Query(String table) implements TableUse {}

  record Read(String table, EntityKey key) implements TableUse {}

  record Change(String table, List<EntityChange> changes) implements TableUse {
    public Change {
      changes = List.copyOf(changes);
    }
  }

  /// The same in the words of all protocols.
  default Action action() {
    return switch (this) {
      case Service(boolean writes) -> new Action.ManageAccount(effect(writes));
      case ListTables _ -> new Action.ManageAccount(Effect.READ);
      case CreateTable _, DeleteTable _ -> new Action.ManageAccount(Effect.WRITE);
      case Policies(boolean writes) -> new Action.ManageAccount(effect(writes));
      case Query _, Read _ -> items(Effect.READ);
      case Change _ -> items(Effect.WRITE);
    };
  }

  private static Effect effect(boolean writes) {
    return writes ? Effect.WRITE : Effect.READ;
  }

  /// Keys of an account make no difference between its containers.
  private static Action items(Effect effect) {
    return new Action.UseContainer(
        effect, Grant.NO_CONTAINER, new Action.Part.Items(), new Action.Keys.Any());
  }
}
