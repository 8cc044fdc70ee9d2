// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.wire.connection.Refusal;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.util.Optional;

/// Two doors behind one port, told apart by how addresses begin. What is refused before there is an
/// address is refused in the form of the second, which is what the port is known for.
///
/// @param prefix how all addresses of the first begin
record SharedPort(String prefix, HttpHandler first, HttpHandler second) implements HttpHandler {

  private HttpHandler door(HttpRequest request) {
    return request.path().startsWith(prefix) ? first : second;
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    return door(request).handle(request);
  }

  @Override
  public Optional<HttpResponse> answerAtOnce(HttpRequest request) {
    return door(request).answerAtOnce(request);
  }

  @Override
  public Optional<HttpResponse> refuseByHead(HttpRequest head) {
    return door(head).refuseByHead(head);
  }

  @Override
  public HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    return second.refuse(refusal, sent);
  }
}
