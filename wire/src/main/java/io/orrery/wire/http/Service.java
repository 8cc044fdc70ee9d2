// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.wire.connection.OpenConnections;
import io.orrery.wire.connection.Port;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.connection.TrafficBudget;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who answers on a connection, and within which limits.
///
/// @param webSocket what a connection of HTTP/1.1 may change to; null if that is not offered
record Service(
    HttpHandler handler, HttpLimits limits, Port port, @Nullable WebSocketUpgrade webSocket) {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  OpenConnections connections() {
    return port.connections();
  }

  TrafficBudget budget() {
    return port.budget();
  }

  HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    return refuse(handler, refusal, sent);
  }

  /// The refusal in the door's own form; even a door that fails to word it leaves an answer.
  static HttpResponse refuse(HttpHandler handler, Refusal refusal, HttpHeaders sent) {
    try {
      return handler.refuse(refusal, sent);
    } catch (RuntimeException e) {
      LOG.error("A refusal could not be worded", e);
      return HttpStatuses.text(refusal);
    }
  }
}
