// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.protocol.Members;
import io.orrery.gateway.Continuation;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;

/// Continuations of queries as they stand in headers: in JSON, as the service's do, because clients
/// look inside to tell them from those they have made themselves.
final class QueryToken {
  private static final String TOKEN = "token";

  private QueryToken() {}

  static String write(String continuation) {
    return Json.text(Json.object().put(TOKEN, continuation).build());
  }

  /// Fails with INVALID_ARGUMENT if it is none.
  static String read(String header) {
    try {
      if (Json.parse(header) instanceof Value.Document document) {
        return Members.of(document).requireText(TOKEN);
      }
    } catch (OrreryException e) {
      throw Continuation.invalid("it is not what was handed out", e);
    }
    throw Continuation.invalid("it is not what was handed out", null);
  }
}
