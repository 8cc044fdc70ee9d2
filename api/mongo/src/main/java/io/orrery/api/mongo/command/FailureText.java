// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.OrreryException;
import java.util.Set;

/// Failures of the engine as clients of MongoDB know them.
public final class FailureText {
  private static final Set<NamedError> ENDS_TRANSACTION =
      Set.of(
          MongoError.WRITE_CONFLICT,
          MongoError.NO_SUCH_TRANSACTION,
          MongoError.TRANSACTION_TOO_LARGE,
          MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION);

  private FailureText() {}

  /// Its number and name. Of a refusal that a partition has told, the number is what has come.
  public static NamedError error(OrreryException failure) {
    if (failure instanceof MongoFailure refusal) {
      return refusal.error();
    }
    return failure.protocolNumber() != 0
        ? NamedError.of(failure.protocolNumber())
        : switch (failure.code()) {
          case INVALID_ARGUMENT, LIMIT_EXCEEDED -> MongoError.BAD_VALUE;
          case MALFORMED -> MongoError.INVALID_BSON;
          case UNAUTHENTICATED -> MongoError.AUTHENTICATION_FAILED;
          case FORBIDDEN, METHOD_NOT_ALLOWED -> MongoError.UNAUTHORIZED;
          case NOT_FOUND, OWNER_NOT_FOUND, CONTAINER_REPLACED -> MongoError.NAMESPACE_NOT_FOUND;
          case CONFLICT, UNIQUE_KEY_VIOLATION -> MongoError.DUPLICATE_KEY;
          case PRECONDITION_FAILED, RETRY_WITH -> MongoError.WRITE_CONFLICT;
          case PARTITION_KEY_MISMATCH -> MongoError.SHARD_KEY_NOT_FOUND;
          case ITEM_TOO_LARGE -> MongoError.OBJECT_TOO_LARGE;
          case PARTITION_KEY_FULL -> MongoError.ILLEGAL_OPERATION;
          case TOO_MANY_REQUESTS -> MongoError.TOO_MANY_REQUESTS;
          case RANGE_GONE, SESSION_NOT_AVAILABLE, UNAVAILABLE -> MongoError.SHUTDOWN_IN_PROGRESS;
          case DEADLINE_EXCEEDED -> MongoError.MAX_TIME_EXPIRED;
          case CANCELLED -> MongoError.INTERRUPTED;
          case NOT_SUPPORTED -> MongoError.NOT_IMPLEMENTED;
          case HISTORY_GONE, CORRUPTED, STORAGE_FAILED, INTERNAL -> MongoError.INTERNAL_ERROR;
        };
  }

  /// Whether it says that a transaction is over, and so is not about one statement.
  public static boolean endsTransaction(OrreryException failure) {
    return failure instanceof MongoFailure refusal && ENDS_TRANSACTION.contains(refusal.error());
  }

  /// Its sentence. That of a refused request says how long to wait in the words that programs for
  /// Cosmos DB look for.
  public static String message(OrreryException failure) {
    String text = String.valueOf(failure.getMessage());
    return error(failure) == MongoError.TOO_MANY_REQUESTS
        ? ("Error=16500, RetryAfterMs=%d, Details='Response status code does not indicate success:"
                + " TooManyRequests (429); Substatus: 3200; %s'")
            .formatted(failure.retryAfterMillis(), text)
        : text;
  }
}
