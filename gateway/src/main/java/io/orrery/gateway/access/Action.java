// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.model.catalog.StoredScript;
import io.orrery.model.key.PartitionKey;
import java.util.List;
import java.util.Optional;

/// What a request does, as far as rights are concerned. A door makes it from what it is about to
/// do, body included, never from what the client says about the request: an unsigned header must
/// not turn a write into a read.
public sealed interface Action {

  Effect effect();

  /// What becomes of the data.
  enum Effect {
    READ,
    WRITE,
    /// Stored code runs, which may read and write whatever has the same partition key.
    EXECUTE
  }

  /// Tells what every client has to know to find its way: the addresses of the account.
  record DescribeAccount() implements Action {
    @Override
    public Effect effect() {
      return Effect.READ;
    }
  }

  /// Tells or replaces secrets: keys, connection strings, and permissions, whose answers have
  /// tokens in them. Who sees them has the rights of others.
  record HandleSecrets(Effect effect) implements Action {}

  /// Databases, the making and listing of containers, throughput, users, placement.
  record ManageAccount(Effect effect) implements Action {}

  /// Something in a container.
  ///
  /// @param container its number; [io.orrery.model.catalog.Grant#NO_CONTAINER] if the address leads
  ///   to none
  record UseContainer(Effect effect, int container, Part part, Keys keys) implements Action {}

  /// Something that users of a protocol with users may be allowed database by database.
  ///
  /// @param database empty if it concerns all of them, or the server as a whole
  record UseDatabase(Privilege.Deed deed, Optional<String> database) implements Action {
    @Override
    public Effect effect() {
      return deed.effect();
    }
  }

  /// What in a container is concerned.
  sealed interface Part {

    /// The container's own properties, its ranges, the plan of a query: what a client needs before
    /// it can ask for anything else.
    record Definition() implements Part {}

    /// Several items, or items that are not known by name.
    record Items() implements Part {}

    record OneItem(String id) implements Part {}

    /// The scripts as a list, or a new one.
    record Scripts() implements Part {}

    record OneScript(StoredScript.Kind kind, String id) implements Part {}
  }

  /// Which partition keys are concerned.
  sealed interface Keys {

    /// Any of them, or it cannot be told.
    record Any() implements Keys {}

    /// These, of hierarchical ones perhaps only the first levels, and no other.
    record Only(List<PartitionKey> keys) implements Keys {
      public Only {
        keys = List.copyOf(keys);
      }
    }
  }
}
