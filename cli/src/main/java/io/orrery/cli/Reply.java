// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;

/// What the server answered.
record Reply(int status, HttpHeaders headers, byte[] body) {
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int TOO_LARGE = 413;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int LOGICAL_PARTITION_FULL = 1014;

  static Reply of(HttpResponse<byte[]> response) {
    return new Reply(response.statusCode(), response.headers(), response.body());
  }

  boolean succeeded() {
    return status / 100 == 2;
  }

  boolean isNotFound() {
    return status == NOT_FOUND;
  }

  Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /// This reply, unless it is a refusal.
  Reply require() {
    if (succeeded()) {
      return this;
    }
    throw new CommandFailure(kind(), "%s (%d)".formatted(message(), status));
  }

  private CommandFailure.Kind kind() {
    boolean full =
        header("x-ms-substatus").equals(Optional.of(Integer.toString(LOGICAL_PARTITION_FULL)));
    return status == TOO_LARGE || status == TOO_MANY_REQUESTS || full
        ? CommandFailure.Kind.OVER_LIMIT
        : CommandFailure.Kind.FAILED;
  }

  /// The server's sentence; its last line is the activity id, which the log has too.
  private String message() {
    if (status == UNAUTHORIZED) {
      return "The server does not know this key; name one of its own with --key or ORRERY_KEY.";
    }
    try {
      return JsonArguments.text(document(), "message")
          .map(text -> text.replaceFirst("\r\nActivityId: (\\S+)$", " Activity id: $1."))
          .map(text -> text.replaceAll("\\s+", " ") + activityId())
          .orElse("The server refused without a reason.");
    } catch (CommandFailure notJson) {
      return "The server refused, and what answered is no Orrery.";
    }
  }

  /// The server's own calls tell it beside the sentence.
  private String activityId() {
    return JsonArguments.text(document(), "activityId")
        .map(" Activity id: %s."::formatted)
        .orElse("");
  }

  Value json() {
    try {
      return StoredItems.decode(StoredItems.fromJson(body));
    } catch (OrreryException e) {
      throw new CommandFailure(
          CommandFailure.Kind.FAILED, "The answer is not JSON: is this the right endpoint?", e);
    }
  }

  Value.Document document() {
    if (json() instanceof Value.Document document) {
      return document;
    }
    throw new CommandFailure(
        CommandFailure.Kind.FAILED, "The answer is no JSON object: is this the right endpoint?");
  }

  /// The elements of an array in the answer.
  List<Value> entries(String name) {
    return document().properties().get(name) instanceof Value.Array(var elements)
        ? elements
        : List.of();
  }
}
