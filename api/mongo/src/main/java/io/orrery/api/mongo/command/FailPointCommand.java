// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

/// `configureFailPoint`: lets commands fail as the tests of drivers want it. Refused unless the
/// server is started for tests.
public record FailPointCommand(Point point, Mode mode) implements MongoCommand {

  @Override
  public Right right() {
    return Right.DEFINE;
  }

  /// Where something fails.
  public sealed interface Point {

    /// The name that it is switched off by.
    String name();

    /// Before or after a command is carried out.
    record Commands(String name, CommandFault fault) implements Point {}

    /// When a write that may be retried is made durable: the connection ends.
    ///
    /// @param before whether it ends before the write, of which nothing is left then
    record RetriedWrites(String name, boolean before) implements Point {}
  }

  /// How often something fails.
  public sealed interface Mode {
    record Off() implements Mode {}

    record AlwaysOn() implements Mode {}

    /// The next times, and then no more.
    record Times(long count) implements Mode {}

    /// Always but for the next times.
    record Skip(long count) implements Mode {}
  }
}
