// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// Refusals that several resources share.
public final class Refusals {
  private Refusals() {}

  public static OrreryException method(SqlRequest request) {
    return new OrreryException(
        ErrorCode.METHOD_NOT_ALLOWED,
        "The method %s does not apply to %s.".formatted(request.method(), request.http().path()));
  }

  /// Fails with METHOD_NOT_ALLOWED.
  public static void requireMethod(String method, SqlRequest request) {
    if (!request.method().equals(method)) {
      throw method(request);
    }
  }

  public static OrreryException precondition(String what, String name) {
    return new OrreryException(
        ErrorCode.PRECONDITION_FAILED,
        "The %s %s was changed: its etag is not the one in If-Match.".formatted(what, name));
  }

  public static OrreryException notSupported(String feature) {
    return new OrreryException(
        ErrorCode.NOT_SUPPORTED, "Not supported by this server (yet): %s.".formatted(feature));
  }

  public static OrreryException tooLarge(String message) {
    return new OrreryException(
        ErrorCode.LIMIT_EXCEEDED, ServiceSentences.TOO_LARGE + ServiceSentences.LINE_END + message);
  }

  /// A key that cannot be one of the container, as the service says it.
  public static OrreryException keyMismatch(String message) {
    return new OrreryException(
        ErrorCode.PARTITION_KEY_MISMATCH,
        "Partition key provided either doesn't correspond to definition in the collection or"
            + " doesn't match partition key field values specified in the document. "
            + message);
  }

  public static OrreryException continuation(String message) {
    return invalid("Invalid Continuation Token: " + message);
  }

  public static OrreryException invalid(String message) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
