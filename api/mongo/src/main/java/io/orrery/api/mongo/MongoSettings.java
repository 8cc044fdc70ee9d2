// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import java.time.InstantSource;
import java.util.Optional;

/// What the door is told.
///
/// @param user the name of the account: the keys are the passwords of this user
/// @param topology as what clients see the server
/// @param advertisedAddress `host:port` that clients are told to connect to; empty for the one they
///   came to
/// @param testCommands whether commands may be made to fail, as tests of drivers want it
/// @param version of Orrery, for those who ask
public record MongoSettings(
    String user,
    Topology topology,
    Optional<String> advertisedAddress,
    boolean testCommands,
    String version,
    InstantSource clock) {

  /// What clients believe to be connected to. Behind either, they retry writes and use sessions.
  public enum Topology {
    /// The primary of a replica set, as Cosmos DB's connection strings expect it.
    REPLICA_SET,
    /// A router of a sharded cluster, of which there may be several equal ones.
    SHARDED
  }
}
