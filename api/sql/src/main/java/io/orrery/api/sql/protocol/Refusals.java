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

  public static OrreryException invalid(String message) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
