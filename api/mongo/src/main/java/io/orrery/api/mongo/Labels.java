// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.CommandBody;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.NamedError;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which labels errors carry: drivers decide by them whether to send something again, and whether
/// that is a command or a whole transaction.
enum Labels {
  /// Of a command by itself.
  ALONE,
  /// Of a command inside a transaction: only the whole transaction can be tried again.
  INSIDE,
  /// Of a commit: unless the transaction is gone, the commit can be asked for again.
  COMMIT,
  /// Of a stream that is asked for more: a driver opens another one where this was.
  STREAM;

  /// To be sent again by any driver, after a while: nothing was done.
  private static final List<String> OVERLOADED = List.of("SystemOverloadedError", "RetryableError");

  private static final List<String> RETRYABLE = List.of("RetryableWriteError");
  private static final List<String> TRANSIENT = List.of("TransientTransactionError");
  private static final List<String> RESUMABLE = List.of("ResumableChangeStreamError");
  private static final List<String> UNKNOWN = List.of("UnknownTransactionCommitResult");

  private static final Map<NamedError, List<String>> COMMON =
      Map.of(MongoError.TOO_MANY_REQUESTS, OVERLOADED, MongoError.SHUTDOWN_IN_PROGRESS, RETRYABLE);

  /// After these a transaction is over, and may well take place if it is tried again.
  private static final Set<NamedError> OVER =
      Set.of(MongoError.WRITE_CONFLICT, MongoError.NO_SUCH_TRANSACTION);

  static Labels of(CommandBody body) {
    if (body.name().equals("commitTransaction")) {
      return COMMIT;
    }
    if (body.name().equals("getMore") && body.subject() instanceof Value.Int64(long id) && id < 0) {
      return STREAM;
    }
    return body.isInTransaction() && !body.name().equals("abortTransaction") ? INSIDE : ALONE;
  }

  List<String> of(NamedError error) {
    List<String> common = COMMON.getOrDefault(error, List.of());
    return switch (this) {
      case ALONE -> common;
      case STREAM -> error == MongoError.SHUTDOWN_IN_PROGRESS ? RESUMABLE : common;
      case INSIDE ->
          OVER.contains(error) || error == MongoError.SHUTDOWN_IN_PROGRESS ? TRANSIENT : common;
      case COMMIT ->
          OVER.contains(error)
              ? TRANSIENT
              : error == MongoError.MAX_TIME_EXPIRED ? UNKNOWN : common;
    };
  }
}
