// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// What a user may do in a database, or in all of them: what roles of any protocol come down to.
///
/// @param database empty for all of them, and for what belongs to none
public record Privilege(Optional<String> database, Set<Deed> deeds) {

  public Privilege {
    deeds = Set.copyOf(deeds);
  }

  /// What can be done.
  public enum Deed {
    READ_ITEMS(Action.Effect.READ),
    WRITE_ITEMS(Action.Effect.WRITE),
    /// See which containers and indexes there are, and how large they are.
    SEE_DEFINITIONS(Action.Effect.READ),
    /// Make and drop containers and indexes.
    DEFINE(Action.Effect.WRITE),
    /// Drop a database, change its throughput and the settings of its containers.
    ADMINISTER(Action.Effect.WRITE),
    /// See, make, change and drop users.
    HANDLE_USERS(Action.Effect.WRITE),
    /// See how the server is doing.
    MONITOR(Action.Effect.READ),
    /// Change what the server does, and end what others do.
    OPERATE(Action.Effect.WRITE);

    private final Action.Effect effect;

    Deed(Action.Effect effect) {
      this.effect = effect;
    }

    /// What a key of the account allows.
    public static Set<Deed> of(boolean readOnly) {
      return readOnly
          ? EnumSet.of(READ_ITEMS, SEE_DEFINITIONS, MONITOR)
          : EnumSet.allOf(Deed.class);
    }

    Action.Effect effect() {
      return effect;
    }
  }

  boolean covers(Action.UseDatabase use) {
    return deeds.contains(use.deed()) && (database.isEmpty() || database.equals(use.database()));
  }
}
