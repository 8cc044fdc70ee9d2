// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpResponse;
import java.util.UUID;

/// What goes wrong, as these calls tell it: a status of HTTP, and `{"code":…,"message":…,
/// "activityId":…}` with the code in Orrery's own words.
final class AdminErrors {

  private AdminErrors() {}

  static int status(ErrorCode code) {
    return switch (code) {
      case INVALID_ARGUMENT, MALFORMED, PARTITION_KEY_MISMATCH, CONTAINER_REPLACED -> 400;
      case UNAUTHENTICATED -> 401;
      case FORBIDDEN, PARTITION_KEY_FULL -> 403;
      case NOT_FOUND, OWNER_NOT_FOUND, SESSION_NOT_AVAILABLE -> 404;
      case METHOD_NOT_ALLOWED -> 405;
      case DEADLINE_EXCEEDED, CANCELLED -> 408;
      case CONFLICT, UNIQUE_KEY_VIOLATION, RETRY_WITH -> 409;
      case RANGE_GONE, HISTORY_GONE -> 410;
      case PRECONDITION_FAILED -> 412;
      case ITEM_TOO_LARGE, LIMIT_EXCEEDED -> 413;
      case TOO_MANY_REQUESTS -> 429;
      case CORRUPTED, STORAGE_FAILED, INTERNAL -> 500;
      case NOT_SUPPORTED -> 501;
      case UNAVAILABLE -> 503;
    };
  }

  static HttpResponse answer(OrreryException failure, UUID activityId) {
    return answer(failure.code(), String.valueOf(failure.getMessage()), activityId);
  }

  static HttpResponse answer(ErrorCode code, String message, UUID activityId) {
    return new HttpResponse(
        status(code),
        HttpHeaders.of("Content-Type", "application/json"),
        Json.bytes(
            Json.object()
                .put("code", code.label())
                .put("message", message)
                .put("activityId", activityId.toString())
                .build()));
  }
}
