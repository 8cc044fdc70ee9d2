// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.CommandBody;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Set;

/// Which labels errors carry: drivers decide by them whether to send something again, and whether
/// that is a command or a whole transaction.
enum Labels {
  /// Of a command by itself.
  ALONE,
  /// Of a write that may be sent again.
  RETRIED,
  /// Of a command inside a transaction: only the whole transaction can be tried again.
  INSIDE,
  /// Of a commit: unless the transaction is gone, the commit can be asked for again.
  COMMIT,
  /// Of an abort, which can be asked for again.
  ABORT,
  /// Of a stream that is asked for more: a driver opens another one where this was.
  STREAM;

  /// To be sent again by any driver, after a while: nothing was done.
  private static final List<String> OVERLOADED = List.of("SystemOverloadedError", "RetryableError");

  private static final List<String> RETRYABLE = List.of("RetryableWriteError");
  private static final List<String> TRANSIENT = List.of("TransientTransactionError");
  private static final List<String> RESUMABLE = List.of("ResumableChangeStreamError");
  private static final List<String> NOT_RESUMABLE = List.of("NonResumableChangeStreamError");
  private static final List<String> UNKNOWN = List.of("UnknownTransactionCommitResult");

  /// Nothing is wrong with what was asked for; the server went away, or is not the one to ask: the
  /// retryable errors of the drivers' specification.
  private static final Set<Integer> ELSEWHERE =
      Set.of(6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436);

  /// A stream is resumed after these as well: stale routes, and reads of servers of no use.
  private static final Set<Integer> STALE = Set.of(63, 133, 150, 234, 13388);

  /// After these a transaction is over, and may well take place if it is tried again: a lock that
  /// was not got, a conflict, a transaction that is gone.
  private static final Set<Integer> OVER =
      Set.of(24, MongoError.WRITE_CONFLICT.code(), 246, MongoError.NO_SUCH_TRANSACTION.code(), 267);

  static Labels of(CommandBody body) {
    if (body.isInTransaction()) {
      return switch (body.name()) {
        case "commitTransaction" -> COMMIT;
        case "abortTransaction" -> ABORT;
        default -> INSIDE;
      };
    }
    if (body.name().equals("getMore") && body.subject() instanceof Value.Int64(long id) && id < 0) {
      return STREAM;
    }
    return body.isRetryableWrite() ? RETRIED : ALONE;
  }

  /// @param code of an error
  List<String> of(int code) {
    if (code == MongoError.TOO_MANY_REQUESTS.code()) {
      return OVERLOADED;
    }
    if (code == MongoError.CHANGE_STREAM_FATAL_ERROR.code()) {
      return NOT_RESUMABLE;
    }
    return switch (this) {
      case ALONE -> List.of();
      case RETRIED, ABORT -> ELSEWHERE.contains(code) ? RETRYABLE : List.of();
      case STREAM -> ELSEWHERE.contains(code) || STALE.contains(code) ? RESUMABLE : List.of();
      case INSIDE -> ELSEWHERE.contains(code) || OVER.contains(code) ? TRANSIENT : List.of();
      case COMMIT -> commit(code);
    };
  }

  /// @param code of a write concern that was not met, by a command that was carried out
  List<String> ofWriteConcern(int code) {
    return switch (this) {
      case ALONE, INSIDE, STREAM -> List.of();
      case RETRIED, COMMIT, ABORT -> ELSEWHERE.contains(code) ? RETRYABLE : List.of();
    };
  }

  private static List<String> commit(int code) {
    if (OVER.contains(code)) {
      return TRANSIENT;
    }
    if (code == MongoError.MAX_TIME_EXPIRED.code()) {
      return UNKNOWN;
    }
    return ELSEWHERE.contains(code) ? RETRYABLE : List.of();
  }
}
