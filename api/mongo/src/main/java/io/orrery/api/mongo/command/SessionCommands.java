// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// Reads what is about sessions.
final class SessionCommands {
  private SessionCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("startSession", _ -> new SessionCommand.Start());
    table.put("endSessions", body -> new SessionCommand.End(sessions(body)));
    table.put("refreshSessions", _ -> new SessionCommand.Refresh());
    table.put("killSessions", SessionCommands::kill);
    table.put(
        "killAllSessions",
        body -> {
          List<Value> users = sessions(body);
          if (!users.isEmpty()) {
            throw MongoFailure.notSupported("killAllSessions of some users");
          }
          return new SessionCommand.Kill(List.of(), true);
        });
    table.put("commitTransaction", body -> new SessionCommand.Commit(transaction(body)));
    table.put("abortTransaction", body -> new SessionCommand.Abort(transaction(body)));
  }

  private static MongoCommand kill(CommandBody body) {
    List<Value> sessions = sessions(body);
    return new SessionCommand.Kill(sessions, sessions.isEmpty());
  }

  private static List<Value> sessions(CommandBody body) {
    if (body.subject() instanceof Value.Array(List<Value> sessions)) {
      return sessions;
    }
    throw new MongoFailure(
        MongoError.TYPE_MISMATCH, "Field '%s' must be an array".formatted(body.name()));
  }

  private static Retry transaction(CommandBody body) {
    // Routers hand it out so that any of them can find the transaction; here all of them can.
    body.arguments().ignore("recoveryToken");
    if (!body.database().equals("admin")) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED,
          "%s may only be run against the admin database.".formatted(body.name()));
    }
    return body.transaction()
        .map(TransactionStep::transaction)
        .orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.INVALID_OPTIONS,
                    "%s must be run within a transaction".formatted(body.name())));
  }
}
