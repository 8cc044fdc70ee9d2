// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.Set;

/// What reads ask to be true of the state that they see. Every read sees what was acknowledged
/// before it, so the usual levels all hold; one state for several commands is there in transactions
/// only.
final class ReadConcerns {
  private static final Set<String> READS = Set.of("find", "aggregate", "distinct");

  private ReadConcerns() {}

  /// Fails if a command by itself asks for the state of a certain time.
  static void require(CommandBody body) {
    boolean snapshot =
        body.arguments().value("readConcern") instanceof Value.Document concern
            && concern.property("level").equals(new Value.Text("snapshot"));
    if (!snapshot || body.isInTransaction()) {
      return;
    }
    if (READS.contains(body.name())) {
      throw MongoFailure.notSupported("The read concern snapshot outside of transactions");
    }
    throw new MongoFailure(
        MongoError.INVALID_OPTIONS,
        "Command %s does not support read concern { level: \"snapshot\" }".formatted(body.name()));
  }
}
