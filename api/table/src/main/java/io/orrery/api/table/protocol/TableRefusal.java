// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// A failure that this protocol has a code of its own for.
public final class TableRefusal extends OrreryException {
  private static final long serialVersionUID = 1L;

  private final TableError error;

  public TableRefusal(TableError error, String message) {
    this(neutral(error), error, message);
  }

  private TableRefusal(ErrorCode code, TableError error, String message) {
    super(code, message);
    this.error = error;
  }

  public TableError error() {
    return error;
  }

  public static TableRefusal invalid(String message) {
    return new TableRefusal(TableError.INVALID_INPUT, message);
  }

  /// Something of the protocol that is not there.
  ///
  /// @param feature its name, as the subject of a sentence
  public static TableRefusal notImplemented(String feature) {
    return new TableRefusal(
        TableError.NOT_IMPLEMENTED,
        "The requested operation is not implemented on the specified resource: %s."
            .formatted(feature));
  }

  public static TableRefusal noTable() {
    return new TableRefusal(TableError.TABLE_NOT_FOUND, "The table specified does not exist.");
  }

  public static TableRefusal noEntity() {
    return new TableRefusal(
        TableError.RESOURCE_NOT_FOUND, "The specified resource does not exist.");
  }

  /// What it is in the words that metrics use.
  private static ErrorCode neutral(TableError error) {
    return switch (error.status()) {
      case 403 ->
          error == TableError.AUTHENTICATION_FAILED
              ? ErrorCode.UNAUTHENTICATED
              : ErrorCode.FORBIDDEN;
      case 404 -> ErrorCode.NOT_FOUND;
      case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
      case 409 -> ErrorCode.CONFLICT;
      case 412 -> ErrorCode.PRECONDITION_FAILED;
      case 413 -> ErrorCode.LIMIT_EXCEEDED;
      case 429 -> ErrorCode.TOO_MANY_REQUESTS;
      case 500 -> ErrorCode.INTERNAL;
      case 501 -> ErrorCode.NOT_SUPPORTED;
      case 503 -> ErrorCode.UNAVAILABLE;
      default -> ErrorCode.INVALID_ARGUMENT;
    };
  }
}
