// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.PercentEncoding;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A request whose address was understood, with what follows the question mark in it.
record AdminRequest(HttpRequest http, Map<String, String> parameters) {

  /// Fails with INVALID_ARGUMENT if a parameter is not properly encoded, or given twice.
  static AdminRequest of(HttpRequest http) {
    Map<String, String> parameters = new HashMap<>();
    for (String each : http.query().split("&", -1)) {
      int sign = each.indexOf('=');
      String name = PercentEncoding.decode(sign < 0 ? each : each.substring(0, sign));
      String value = sign < 0 ? "" : PercentEncoding.decode(each.substring(sign + 1));
      if (!name.isEmpty() && parameters.put(name, value) != null) {
        throw invalid("The parameter '%s' is given twice.".formatted(name));
      }
    }
    return new AdminRequest(http, Map.copyOf(parameters));
  }

  String method() {
    return http.method();
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /// A parameter that is a time in ISO-8601. Fails with INVALID_ARGUMENT if it is something else.
  Instant time(String name, Instant otherwise) {
    return parsed(name, otherwise, Instant::parse, "a time such as 2026-11-16T10:00:00Z");
  }

  /// A parameter that is a number from 1 to `max`. Fails as [#time].
  int number(String name, int otherwise, int max) {
    return parsed(
        name,
        otherwise,
        text -> {
          int number = Integer.parseInt(text);
          if (number < 1 || number > max) {
            throw new NumberFormatException();
          }
          return number;
        },
        "a whole number from 1 to " + max);
  }

  private <T> T parsed(String name, T otherwise, Function<String, T> parser, String expected) {
    Optional<String> text = parameter(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      return parser.apply(text.get());
    } catch (DateTimeException | NumberFormatException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The parameter '%s' must be %s, not '%s'.".formatted(name, expected, text.get()),
          e);
    }
  }

  /// Fails with INVALID_ARGUMENT if there are others: one that is misspelt must not go unnoticed.
  void requireOnly(List<String> known) {
    for (String name : parameters.keySet()) {
      if (!known.contains(name)) {
        throw invalid(
            "There is no parameter '%s' here; known are: %s."
                .formatted(name, known.isEmpty() ? "none" : String.join(", ", known)));
      }
    }
  }

  /// The body as a JSON object; empty if there is no body. Fails with MALFORMED if it is none.
  Optional<Value.Document> json() {
    if (http.body().length == 0) {
      return Optional.empty();
    }
    if (Json.parse(http.body()) instanceof Value.Document document) {
      return Optional.of(document);
    }
    throw new OrreryException(ErrorCode.MALFORMED, "The body must be a JSON object.");
  }

  static OrreryException invalid(String message) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
