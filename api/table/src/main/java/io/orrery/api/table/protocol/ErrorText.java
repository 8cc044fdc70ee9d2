// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/// Errors as this protocol writes them: JSON about tables and entities, XML about the service.
public final class ErrorText {
  private static final String RETRY_AFTER_MILLIS = "x-ms-retry-after-ms";
  private static final int MILLIS_PER_SECOND = 1000;

  private ErrorText() {}

  public static TableError error(OrreryException failure) {
    return failure instanceof TableRefusal refusal
        ? refusal.error()
        : TableError.of(failure.code());
  }

  public static TableAnswer json(OrreryException failure, UUID requestId, Instant time) {
    TableAnswer answer = json(error(failure), sentence(failure), requestId, time);
    long millis = failure.retryAfterMillis();
    if (millis > 0) {
      answer
          .header(RETRY_AFTER_MILLIS, Long.toString(millis))
          .header("Retry-After", Long.toString(Math.ceilDiv(millis, MILLIS_PER_SECOND)));
    }
    return answer;
  }

  public static TableAnswer json(TableError error, String message, UUID requestId, Instant time) {
    Json text = Json.object().put("lang", "en-US").put("value", message(message, requestId, time));
    Json body =
        Json.object()
            .put("odata.error", Json.object().put("code", error.code()).put("message", text));
    return TableAnswer.of(
            error.status(), MetadataLevel.MINIMAL.contentType(), Json.text(body.build()))
        .header("x-ms-error-code", error.code());
  }

  public static TableAnswer xml(OrreryException failure, UUID requestId, Instant time) {
    TableError error = error(failure);
    String body =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
            .formatted(error.code(), XmlText.escape(message(sentence(failure), requestId, time)));
    return TableAnswer.of(error.status(), "application/xml", body)
        .header("x-ms-error-code", error.code());
  }

  private static String sentence(OrreryException failure) {
    return Objects.requireNonNullElse(failure.getMessage(), "");
  }

  /// The message ends as the service's do.
  private static String message(String message, UUID requestId, Instant time) {
    return "%s\nRequestId:%s\nTime:%s"
        .formatted(message, requestId, time.truncatedTo(ChronoUnit.MILLIS));
  }
}
