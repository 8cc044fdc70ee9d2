// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// FailureReplies as clients of MongoDB know them.
final class FailureReplies {
  /// To be sent again by any driver, after a while: nothing was done.
  private static final List<String> OVERLOADED = List.of("SystemOverloadedError", "RetryableError");

  private static final List<String> RETRYABLE = List.of("RetryableWriteError");
  private static final Map<MongoError, List<String>> LABELS =
      Map.of(MongoError.TOO_MANY_REQUESTS, OVERLOADED, MongoError.SHUTDOWN_IN_PROGRESS, RETRYABLE);

  private FailureReplies() {}

  /// Its number and name.
  static MongoError error(OrreryException failure) {
    return failure instanceof MongoFailure refusal
        ? refusal.error()
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

  /// Its sentence. That of a refused request says how long to wait in the words that programs for
  /// Cosmos DB look for.
  static String message(OrreryException failure) {
    String text = String.valueOf(failure.getMessage());
    return error(failure) == MongoError.TOO_MANY_REQUESTS
        ? "Error=16500, RetryAfterMs=%d, Details='Response status code does not indicate success: TooManyRequests (429); Substatus: 3200; %s'"
            .formatted(failure.retryAfterMillis(), text)
        : text;
  }

  /// The answer to a command of which nothing was done.
  static void write(OrreryException failure, BsonBuilder reply) {
    MongoError error = error(failure);
    reply
        .put("ok", 0.0)
        .put("errmsg", message(failure))
        .put("code", error.code())
        .put("codeName", error.codeName());
    labels(error, reply);
    if (error == MongoError.TOO_MANY_REQUESTS) {
      reply.put("baseBackoffMS", failure.retryAfterMillis());
    }
  }

  private static void labels(MongoError error, BsonBuilder reply) {
    List<String> labels = LABELS.getOrDefault(error, List.of());
    if (!labels.isEmpty()) {
      reply.beginArray("errorLabels");
      labels.forEach(label -> reply.add(new Value.Text(label)));
      reply.end();
    }
  }
}
