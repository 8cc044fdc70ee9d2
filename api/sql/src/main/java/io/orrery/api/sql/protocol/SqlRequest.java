// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.HttpRequest;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/// A request whose address was understood.
///
/// @param clock the time for everything that the request asks
public record SqlRequest(
    HttpRequest http, ResourcePath path, UUID activityId, InstantSource clock) {
  private static final int SERVER_DECIDES = -1;

  public String method() {
    return http.method();
  }

  public byte[] body() {
    return http.body();
  }

  /// The value of a header. SDKs send some with an empty value, which means the same as not at all.
  public Optional<String> header(String name) {
    return http.headers().find(name).map(String::strip).filter(value -> !value.isEmpty());
  }

  /// Whether a header says `true`, in any case.
  public boolean flag(String name) {
    return header(name).map(value -> value.equalsIgnoreCase("true")).orElse(false);
  }

  /// A header that must be a whole number. Fails with INVALID_ARGUMENT if it is something else.
  public Optional<Long> number(String name) {
    return header(name).map(text -> parseNumber(name, text));
  }

  private static long parseNumber(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The header %s must be a whole number, not '%s'.".formatted(name, text),
          e);
    }
  }

  /// How many entries a page of a feed should have at most. SDKs that want none, as for TOP 0, say
  /// 0, which leaves it to the server.
  public int pageSize(int serverMax) {
    long wanted = number(Names.MAX_ITEM_COUNT).orElse((long) SERVER_DECIDES);
    if (wanted == SERVER_DECIDES || wanted == 0) {
      return serverMax;
    }
    if (wanted < 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The header %s must be -1 or at least 0, not %d."
              .formatted(Names.MAX_ITEM_COUNT, wanted));
    }
    return (int) Math.min(wanted, serverMax);
  }

  /// Whether the client says that the body is a query, or asks for the plan of one. This counts
  /// only where the address is a list that can be queried: no header makes a read of anything else.
  public boolean isQuery() {
    return method().equals("POST")
        && (flag(Names.IS_QUERY)
            || flag(Names.IS_QUERY_PLAN)
            || header("Content-Type")
                .map(type -> type.startsWith("application/query+json"))
                .orElse(false));
  }

  /// The body as a JSON object. Fails with MALFORMED if it is none.
  public Value.Document json() {
    if (Json.parse(body()) instanceof Value.Document document) {
      return document;
    }
    throw new OrreryException(ErrorCode.MALFORMED, "The body must be a JSON object.");
  }
}
