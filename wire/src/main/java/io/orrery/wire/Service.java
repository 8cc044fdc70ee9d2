// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What all connections of a server share.
record Service(
    HttpHandler handler, HttpLimits limits, OpenConnections connections, BodyBudget bodies) {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /// The same for clients that should have used TLS.
  Service httpsOnly() {
    return new Service(new HttpsOnly(handler), limits, connections, bodies);
  }

  /// The refusal in the door's own form; even a door that fails to word it leaves an answer.
  HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    try {
      return handler.refuse(refusal, sent);
    } catch (RuntimeException e) {
      LOG.error("A refusal could not be worded", e);
      return refusal.asText();
    }
  }
}
