// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.OptionalInt;
import org.graalvm.polyglot.PolyglotException;

/// What goes wrong with scripts, in words for those who wrote them.
final class Failures {
  private static final int MESSAGE_LENGTH_MAX = 8192;
  private static final int NO_NUMBER = 0;

  private Failures() {}

  /// Begins as the service's messages do: people's programs look for what follows.
  static OrreryException thrown(String exception) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT,
        "Encountered exception while executing Javascript. Exception = " + shortened(exception));
  }

  static OrreryException compilation(PolyglotException e) {
    if (!e.isSyntaxError()) {
      throw e;
    }
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT,
        "Encountered exception while compiling Javascript. Exception = "
            + shortened(String.valueOf(e.getMessage())),
        e);
  }

  static OrreryException memory(Throwable cause) {
    return new OrreryException(
        ErrorCode.LIMIT_EXCEEDED,
        "The script took more memory than there is for scripts, and was stopped.",
        cause);
  }

  /// What the engine says, when nobody asked it to stop.
  static OrreryException of(PolyglotException e) {
    if (e.isResourceExhausted()) {
      return memory(e);
    }
    if (e.isGuestException()) {
      return thrown(String.valueOf(e.getMessage()));
    }
    return new OrreryException(
        ErrorCode.INTERNAL, "The JavaScript engine failed: " + e.getMessage(), e);
  }

  private static String shortened(String text) {
    return text.length() <= MESSAGE_LENGTH_MAX ? text : text.substring(0, MESSAGE_LENGTH_MAX) + "…";
  }

  /// The number of an error that scripts get to see; empty for one that ends the script, because it
  /// is not about what the script asked for.
  static OptionalInt number(ErrorCode code) {
    int number =
        switch (code) {
          case INVALID_ARGUMENT, MALFORMED, PARTITION_KEY_MISMATCH -> 400;
          case FORBIDDEN, PARTITION_KEY_FULL -> 403;
          case NOT_FOUND, OWNER_NOT_FOUND -> 404;
          case CONFLICT, UNIQUE_KEY_VIOLATION -> 409;
          case PRECONDITION_FAILED -> 412;
          case ITEM_TOO_LARGE, LIMIT_EXCEEDED -> 413;
          case UNAUTHENTICATED,
              CONTAINER_REPLACED,
              TOO_MANY_REQUESTS,
              RETRY_WITH,
              RANGE_GONE,
              HISTORY_GONE,
              SESSION_NOT_AVAILABLE,
              DEADLINE_EXCEEDED,
              CANCELLED,
              METHOD_NOT_ALLOWED,
              NOT_SUPPORTED,
              UNAVAILABLE,
              CORRUPTED,
              STORAGE_FAILED,
              INTERNAL ->
              NO_NUMBER;
        };
    return number == NO_NUMBER ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
