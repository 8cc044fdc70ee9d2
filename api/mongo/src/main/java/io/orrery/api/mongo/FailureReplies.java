// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.FailureText;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.NamedError;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.List;

/// FailureReplies as clients of MongoDB know them.
final class FailureReplies {
  private FailureReplies() {}

  /// The answer to a command of which nothing was done.
  static void write(OrreryException failure, Labels labels, BsonBuilder reply) {
    NamedError error = FailureText.error(failure);
    reply
        .put("ok", 0.0)
        .put("errmsg", FailureText.message(failure))
        .put("code", error.code())
        .put("codeName", error.codeName());
    if (failure instanceof MongoFailure refusal) {
      refusal.details().properties().forEach(reply::put);
    }
    put(labels.of(error.code()), reply);
    if (error == MongoError.TOO_MANY_REQUESTS) {
      reply.put("baseBackoffMS", failure.retryAfterMillis());
    }
  }

  /// The answer that a test wants.
  static void write(int code, List<String> labels, BsonBuilder reply) {
    MongoFailure failure = MongoFailure.at(code, "Failing command via 'failCommand' failpoint");
    reply
        .put("ok", 0.0)
        .put("errmsg", FailureText.message(failure))
        .put("code", code)
        .put("codeName", failure.error().codeName());
    put(labels, reply);
  }

  static void put(List<String> labels, BsonBuilder reply) {
    if (!labels.isEmpty()) {
      reply.beginArray("errorLabels");
      labels.forEach(label -> reply.add(new Value.Text(label)));
      reply.end();
    }
  }
}
