// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.model.value.Value;
import java.util.Optional;
import java.util.Set;

/// Says that a command is part of a transaction of several.
///
/// @param transaction whose transaction, and which of the session's
/// @param starts whether it begins with this command
public record TransactionStep(Retry transaction, boolean starts) {
  private static final int SESSION_BYTES_MAX = 64;

  private static final Set<String> POSSIBLE =
      Set.of(
          "abortTransaction",
          "aggregate",
          "bulkWrite",
          "commitTransaction",
          "delete",
          "distinct",
          "find",
          "findAndModify",
          "findandmodify",
          "getMore",
          "insert",
          "killCursors",
          "update");

  private static final Set<String> ENDS = Set.of("abortTransaction", "commitTransaction");

  /// The step of one of several operations of a command: a transaction begins with the first.
  public TransactionStep at(int operation) {
    return new TransactionStep(transaction, starts && operation == 0);
  }

  /// Empty if the command stands for itself.
  static Optional<TransactionStep> read(CommandBody body) {
    Arguments arguments = body.arguments();
    Value automatic = arguments.value("autocommit");
    Value starts = arguments.value("startTransaction");
    if (automatic == Value.Undefined.UNDEFINED) {
      if (starts != Value.Undefined.UNDEFINED) {
        throw invalid("Specifying 'startTransaction' requires 'autocommit: false'");
      }
      return Optional.empty();
    }
    if (automatic != Value.Bool.FALSE) {
      throw invalid("The 'autocommit' field may only be false");
    }
    if (starts != Value.Undefined.UNDEFINED && starts != Value.Bool.TRUE) {
      throw invalid("The 'startTransaction' field may only be true");
    }
    long number =
        arguments
            .findWhole("txnNumber")
            .orElseThrow(
                () -> invalid("'autocommit' field requires a transaction number to be specified"));
    boolean first = starts == Value.Bool.TRUE;
    requirePossible(body, first);
    return Optional.of(new TransactionStep(new Retry(session(body), number), first));
  }

  private static void requirePossible(CommandBody body, boolean first) {
    if (!POSSIBLE.contains(body.name())) {
      throw new MongoFailure(
          MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "Cannot run '%s' in a multi-document transaction.".formatted(body.name()));
    }
    if (first && ENDS.contains(body.name())) {
      throw invalid("A transaction cannot be started and ended by one command");
    }
    if (!ENDS.contains(body.name())
        && body.arguments().value("writeConcern") != Value.Undefined.UNDEFINED) {
      throw invalid("writeConcern is not allowed within a multi-statement transaction");
    }
    if (!first && body.arguments().value("readConcern") != Value.Undefined.UNDEFINED) {
      throw invalid("Only the first command in a transaction may specify a readConcern");
    }
  }

  /// The bytes that name the session of a command.
  static byte[] session(CommandBody body) {
    return findSession(body.session())
        .orElseThrow(
            () -> invalid("Transaction number requires a session ID to also be specified"));
  }

  /// The bytes that name a session, if it is one.
  public static Optional<byte[]> findSession(Value session) {
    return session instanceof Value.Document document
            && document.property("id") instanceof Value.Binary(byte[] id, int _)
            && id.length <= SESSION_BYTES_MAX
        ? Optional.of(id)
        : Optional.empty();
  }

  private static MongoFailure invalid(String message) {
    return new MongoFailure(MongoError.INVALID_OPTIONS, message);
  }
}
