// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.Optional;
import java.util.Set;

/// What reads ask to be true of the state that they see. Every read sees what was acknowledged
/// before it, so the usual levels all hold; one state for several commands is there in transactions
/// only.
final class ReadConcerns {
  private static final Set<String> LEVELS =
      Set.of("local", "available", "majority", "linearizable", "snapshot");

  private static final Set<String> READS = Set.of("find", "aggregate", "distinct");

  private ReadConcerns() {}

  /// Fails if a read concern is none, or if a command by itself asks for the state of a certain
  /// time.
  static void require(CommandBody body) {
    Optional<Value.Document> concern = body.arguments().findDocument("readConcern");
    if (concern.isPresent() && level(concern.get()).equals("snapshot") && !body.isInTransaction()) {
      refuseSnapshot(body);
    }
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

  private static void refuseSnapshot(CommandBody body) {
    if (READS.contains(body.name())) {
      throw MongoFailure.notSupported("The read concern snapshot outside of transactions");
    }
    throw new MongoFailure(
        MongoError.INVALID_OPTIONS,
        "Command %s does not support read concern { level: \"snapshot\" }".formatted(body.name()));
  }
}
