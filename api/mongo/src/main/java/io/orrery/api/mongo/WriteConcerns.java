// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CommandBody;
import io.orrery.api.mongo.command.MongoCommand;
import io.orrery.api.mongo.command.SessionCommand;
import io.orrery.model.value.Value;
import java.util.Set;

/// On how many members of a replica set a client wants a write to be. There is one, on whose disk
/// it is before it is acknowledged; more than that is not promised.
final class WriteConcerns {
  private static final int MEMBERS = 1;

  private static final int UNSATISFIABLE = 100;
  private static final int UNKNOWN_MODE = 79;
  private static final Set<String> MODES = Set.of("majority");

  private WriteConcerns() {}

  /// Says in the answer to a write that was done if it is not on as many members as wanted.
  static void tell(MongoCommand command, CommandBody body, BsonBuilder reply) {
    if (!(body.arguments().value("writeConcern") instanceof Value.Document concern)
        || !isWrite(command)) {
      return;
    }
    Value members = concern.property("w");
    if (members instanceof Value.Text(String mode) && !MODES.contains(mode)) {
      write(
          UNKNOWN_MODE,
          "UnknownReplWriteConcern",
          "No write concern mode named '%s' found in replica set configuration".formatted(mode),
          concern,
          reply);
    } else if (members.kind().isNumber() && BsonNumbers.findWhole(members).orElse(0L) > MEMBERS) {
      write(
          UNSATISFIABLE,
          "UnsatisfiableWriteConcern",
          "Not enough data-bearing nodes",
          concern,
          reply);
    }
  }

  private static boolean isWrite(MongoCommand command) {
    return command.right() == MongoCommand.Right.WRITE
        || command.right() == MongoCommand.Right.DEFINE
        || command instanceof SessionCommand.Commit;
  }

  private static void write(
      int code, String name, String message, Value.Document concern, BsonBuilder reply) {
    reply
        .beginDocument("writeConcernError")
        .put("code", code)
        .put("codeName", name)
        .put("errmsg", message)
        .beginDocument("errInfo")
        .put("writeConcern", concern)
        .end()
        .end();
  }
}
