// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;

/// What the door is told.
///
/// @param user the name of the account: the keys are the passwords of this user
/// @param topology as what clients see the server
/// @param advertisedAddress `host:port` that clients are told to connect to; empty for the one they
///   came to
/// @param serverVersion of MongoDB, that clients are told
/// @param testCommands whether commands may be made to fail, as tests of drivers want it
/// @param version of Orrery, for those who ask
public record MongoSettings(
    String user,
    Topology topology,
    Optional<String> advertisedAddress,
    Version serverVersion,
    boolean testCommands,
    String version,
    InstantSource clock) {

  /// Versions of MongoDB, by which drivers choose their commands.
  public enum Version {
    V4_2("4.2", 8),
    V5_0("5.0", 13),
    V6_0("6.0", 17),
    /// The newest that Cosmos DB has features of.
    V7_0("7.0", 21),
    V8_0("8.0", 25);

    private final String text;
    private final int wireVersion;

    Version(String text, int wireVersion) {
      this.text = text;
      this.wireVersion = wireVersion;
    }

    /// Fails with an IllegalArgumentException if there is no such version.
    public static Version of(String text) {
      return Arrays.stream(values())
          .filter(version -> version.text.equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException(text));
    }

    /// Two numbers.
    String text() {
      return text;
    }

    /// Three numbers.
    String exact() {
      return text + ".0";
    }

    int wireVersion() {
      return wireVersion;
    }
  }

  /// What clients believe to be connected to. Behind either, they retry writes and use sessions.
  public enum Topology {
    /// The primary of a replica set, as Cosmos DB's connection strings expect it.
    REPLICA_SET,
    /// A router of a sharded cluster, of which there may be several equal ones.
    SHARDED
  }
}
