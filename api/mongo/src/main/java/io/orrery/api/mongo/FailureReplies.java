// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.FailureText;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.NamedError;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// FailureReplies as clients of MongoDB know them.
final class FailureReplies {
  /// To be sent again by any driver, after a while: nothing was done.
  private static final List<String> OVERLOADED = List.of("SystemOverloadedError", "RetryableError");

  private static final List<String> RETRYABLE = List.of("RetryableWriteError");
  private static final Map<NamedError, List<String>> LABELS =
      Map.of(MongoError.TOO_MANY_REQUESTS, OVERLOADED, MongoError.SHUTDOWN_IN_PROGRESS, RETRYABLE);

  private FailureReplies() {}

  /// The answer to a command of which nothing was done.
  static void write(OrreryException failure, BsonBuilder reply) {
    NamedError error = FailureText.error(failure);
    reply
        .put("ok", 0.0)
        .put("errmsg", FailureText.message(failure))
        .put("code", error.code())
        .put("codeName", error.codeName());
    labels(error, reply);
    if (error == MongoError.TOO_MANY_REQUESTS) {
      reply.put("baseBackoffMS", failure.retryAfterMillis());
    }
  }

  private static void labels(NamedError error, BsonBuilder reply) {
    List<String> labels = LABELS.getOrDefault(error, List.of());
    if (!labels.isEmpty()) {
      reply.beginArray("errorLabels");
      labels.forEach(label -> reply.add(new Value.Text(label)));
      reply.end();
    }
  }
}
