// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.Optional;
import java.util.Set;

/// What reads ask to be true of the state that they see. Every read sees what was acknowledged
/// before it, so the usual levels all hold; with `snapshot`, several commands see one state.
final class ReadConcerns {
  private static final String SNAPSHOT = "snapshot";

  private static final Set<String> LEVELS =
      Set.of("local", "available", "majority", "linearizable", SNAPSHOT);

  private static final Set<String> READS = Set.of("find", "aggregate", "distinct");

  /// Some drivers send the read concern of a cursor with it, which has its state already.
  private static final String MORE = "getMore";

  private ReadConcerns() {}

  /// Fails if a read concern is none, or if a command by itself asks for the state of a certain
  /// time.
  static void require(CommandBody body) {
    Optional<Value.Document> concern = body.arguments().findDocument("readConcern");
    if (concern.isPresent()
        && level(concern.get()).equals(SNAPSHOT)
        && !body.isInTransaction()
        && !READS.contains(body.name())
        && !body.name().equals(MORE)) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS,
          "Command %s does not support read concern { level: \"snapshot\" }"
              .formatted(body.name()));
    }
  }

  /// The state that a command by itself asks for.
  static SeenState state(CommandBody body) {
    return READS.contains(body.name())
            && body.arguments().value("readConcern") instanceof Value.Document concern
            && concern.property("level").equals(new Value.Text(SNAPSHOT))
        ? new SeenState.AtTime(
            concern.property("atClusterTime") instanceof Value.Timestamp time
                ? Optional.of(time)
                : Optional.empty())
        : new SeenState.Latest();
  }

  private static String level(Value.Document concern) {
    Arguments arguments = new Arguments("readConcern", concern);
    arguments.ignore("afterClusterTime", "atClusterTime", "provenance");
    String level = arguments.findText("level").orElse("local");
    arguments.requireNothingElse();
    if (!LEVELS.contains(level)) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "Enumeration value '%s' for field 'readConcern.level' is not a valid value."
              .formatted(level));
    }
    return level;
  }
}
