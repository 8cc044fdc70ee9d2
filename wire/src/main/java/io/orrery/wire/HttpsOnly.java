// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.util.Optional;

/// Stands in for a handler where a port that speaks https is talked to without.
record HttpsOnly(HttpHandler handler) implements HttpHandler {

  @Override
  public HttpResponse handle(HttpRequest request) {
    return refuse(Refusal.plainNotSpoken(), request.headers());
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
