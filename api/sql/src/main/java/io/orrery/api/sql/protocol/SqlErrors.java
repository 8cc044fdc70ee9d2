// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.wire.connection.Refusal;
import java.util.UUID;

/// What goes wrong in the engine, in the words of the SQL API.
public final class SqlErrors {

  /// A status, its sub-status (0 for none) and the name that stands in the body.
  public record Status(int code, int subStatus, String name) {}

  private static final int SERVER_ERRORS = 500;

  private SqlErrors() {}

  public static Status status(ErrorCode code) {
    return switch (code) {
      case INVALID_ARGUMENT, MALFORMED, HISTORY_GONE -> new Status(400, 0, "BadRequest");
      case PARTITION_KEY_MISMATCH -> new Status(400, 1001, "BadRequest");
      case CONTAINER_REPLACED -> new Status(400, 1024, "BadRequest");
      case UNAUTHENTICATED -> new Status(401, 0, "Unauthorized");
      case FORBIDDEN -> new Status(403, 0, "Forbidden");
      case PARTITION_KEY_FULL -> new Status(403, 1014, "Forbidden");
      case NOT_FOUND -> new Status(404, 0, "NotFound");
      case SESSION_NOT_AVAILABLE -> new Status(404, 1002, "NotFound");
      case OWNER_NOT_FOUND -> new Status(404, 1003, "NotFound");
      case METHOD_NOT_ALLOWED -> new Status(405, 0, "MethodNotAllowed");
      case DEADLINE_EXCEEDED, CANCELLED -> new Status(408, 0, "RequestTimeout");
      case CONFLICT, UNIQUE_KEY_VIOLATION -> new Status(409, 0, "Conflict");
      case RANGE_GONE -> new Status(410, 1002, "Gone");
      case PRECONDITION_FAILED -> new Status(412, 0, "PreconditionFailed");
      case ITEM_TOO_LARGE, LIMIT_EXCEEDED -> new Status(413, 0, "RequestEntityTooLarge");
      case TOO_MANY_REQUESTS -> new Status(429, 3200, "429");
      case RETRY_WITH -> new Status(449, 0, "RetryWith");
      case CORRUPTED, STORAGE_FAILED, INTERNAL -> new Status(500, 0, "InternalServerError");
      case NOT_SUPPORTED -> new Status(501, 0, "NotImplemented");
      case UNAVAILABLE -> new Status(503, 0, "ServiceUnavailable");
    };
  }

  /// Whether the server failed, not the request.
  public static boolean isServerError(OrreryException failure) {
    return status(failure.code()).code() >= SERVER_ERRORS;
  }

  public static Answer answer(OrreryException failure, UUID activityId) {
    Answer answer = answer(status(failure.code()), ServiceSentences.message(failure), activityId);
    if (failure.retryAfterMillis() > 0) {
      answer.header(Names.RETRY_AFTER, Long.toString(failure.retryAfterMillis()));
    }
    return answer;
  }

  /// What the server refused before, or in place of, the door.
  public static Answer answer(Refusal refusal, UUID activityId) {
    return switch (refusal.reason()) {
      case MALFORMED -> answer(new Status(400, 0, "BadRequest"), refusal.message(), activityId);
      case TIMED_OUT -> answer(new Status(408, 0, "RequestTimeout"), refusal.message(), activityId);
      case TOO_LARGE ->
          answer(
              new Status(413, 0, "RequestEntityTooLarge"), ServiceSentences.TOO_LARGE, activityId);
      case LINE_TOO_LONG ->
          answer(new Status(414, 0, "RequestUriTooLong"), refusal.message(), activityId);
      case HEADERS_TOO_LARGE ->
          answer(new Status(431, 0, "RequestHeaderFieldsTooLarge"), refusal.message(), activityId);
      case FAILED ->
          answer(new Status(500, 0, "InternalServerError"), refusal.message(), activityId);
      case UNAVAILABLE ->
          answer(new Status(503, 0, "ServiceUnavailable"), refusal.message(), activityId);
      case VERSION_NOT_SUPPORTED ->
          answer(new Status(505, 0, "HttpVersionNotSupported"), refusal.message(), activityId);
    };
  }

  /// The message ends as the service's do: people's log filters look for the activity id there.
  public static Answer answer(Status status, String message, UUID activityId) {
    Json body =
        Json.object()
            .put("code", status.name())
            .put("message", message + "\r\nActivityId: " + activityId);
    Answer answer = Answer.json(status.code(), body.build());
    if (status.subStatus() != 0) {
      answer.header(Names.SUB_STATUS, Integer.toString(status.subStatus()));
    }
    return answer;
  }
}
