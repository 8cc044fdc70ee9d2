// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// How a client and the server get to know each other.
public sealed interface ConnectionCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.NONE;
  }

  /// `hello`, and what it was called before.
  ///
  /// @param legacy asked by the old name, whose answer has an old name in it
  /// @param client what the client says of itself, which it may do once
  /// @param compressors in the client's order
  /// @param mechanismsOf the user whose mechanisms are asked for, with its database
  /// @param authentication the first step of an authentication, ahead of its time
  record Hello(
      boolean legacy,
      Optional<Value.Document> client,
      List<String> compressors,
      Optional<String> mechanismsOf,
      Optional<SaslStart> authentication)
      implements ConnectionCommand {
    public Hello {
      compressors = List.copyOf(compressors);
    }

    /// What a client that says of itself calls itself.
    public static Optional<String> application(Value.Document client) {
      return client.property("application") instanceof Value.Document described
              && described.property("name") instanceof Value.Text(String name)
          ? Optional.of(name)
          : Optional.empty();
    }
  }

  /// The first step of an authentication.
  ///
  /// @param database whose users are meant
  /// @param skipsEmptyExchange whether the client is done once the server has proved itself
  record SaslStart(
      String database, String mechanism, Value.Binary payload, boolean skipsEmptyExchange)
      implements ConnectionCommand {}

  record SaslContinue(int conversation, Value.Binary payload) implements ConnectionCommand {}

  record Logout() implements ConnectionCommand {}
}
