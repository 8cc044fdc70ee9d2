// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.wire.connection.Refusal;
import java.util.Optional;

/// Stands in for a handler where a port that speaks https is talked to without.
record HttpsOnly(HttpHandler handler) implements HttpHandler {

  @Override
  public HttpResponse handle(HttpRequest request) {
    return refuse(Refusal.malformed("This port speaks https only."), request.headers());
  }

  @Override
  public Optional<HttpResponse> refuseByHead(HttpRequest head) {
    return Optional.of(handle(head));
  }

  @Override
  public HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    return handler.refuse(refusal, sent);
  }
}
