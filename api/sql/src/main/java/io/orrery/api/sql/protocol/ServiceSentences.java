// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.OrreryException;
import io.orrery.query.syntax.QueryException;

/// What the service says, word by word, where programs look for it.
final class ServiceSentences {
  /// Of a body that is too large, in the form that the JavaScript SDK's own tests look for.
  static final String TOO_LARGE = "Message: {\"Errors\":[\"Request size is too large\"]}";

  static final String LINE_END = "\r\n";

  /// The service says it in two ways, depending on which of its parts looked.
  private static final String NOT_FOUND =
      "Entity with the specified id does not exist in the system. Resource Not Found. Learn more:"
          + " https://aka.ms/cosmosdb-tsg-not-found";

  private ServiceSentences() {}

  /// Begins with the service's own sentence where programs look for that; what exactly went wrong
  /// follows.
  static String message(OrreryException failure) {
    String own =
        failure instanceof QueryException wrong
            ? wrong.json()
            : String.valueOf(failure.getMessage());
    return switch (failure.code()) {
      case NOT_FOUND -> NOT_FOUND + " " + own;
      case OWNER_NOT_FOUND -> NOT_FOUND + " Owner resource does not exist. " + own;
      case CONFLICT ->
          "Entity with the specified id already exists in the system. Resource with specified id or"
              + " name already exists. "
              + own;
      case UNIQUE_KEY_VIOLATION -> "Unique index constraint violation. " + own;
      case PRECONDITION_FAILED -> "One of the specified pre-condition is not met. " + own;
      case HISTORY_GONE -> "You must read the change feed from within the retention period. " + own;
      case ITEM_TOO_LARGE -> TOO_LARGE + LINE_END + own;
      case INVALID_ARGUMENT,
          MALFORMED,
          UNAUTHENTICATED,
          FORBIDDEN,
          CONTAINER_REPLACED,
          PARTITION_KEY_MISMATCH,
          LIMIT_EXCEEDED,
          PARTITION_KEY_FULL,
          TOO_MANY_REQUESTS,
          RETRY_WITH,
          RANGE_GONE,
          SESSION_NOT_AVAILABLE,
          DEADLINE_EXCEEDED,
          CANCELLED,
          METHOD_NOT_ALLOWED,
          NOT_SUPPORTED,
          UNAVAILABLE,
          CORRUPTED,
          STORAGE_FAILED,
          INTERNAL ->
          own;
    };
  }
}
