// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.wire.connection.Refusal;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.util.List;
import java.util.Optional;

/// Several doors behind one port, told apart by how addresses begin. What is refused before there
/// is an address is refused in the form of the main door, which is what the port is known for.
///
/// @param others asked in their order, for addresses that begin as theirs do
record SharedPort(HttpHandler main, List<Part> others) implements HttpHandler {
  /// No address of the main door's resources begins so.
  private static final String OWN = "/_";

  /// @param prefix how all addresses of the door begin, starting with `/_`
  record Part(String prefix, HttpHandler door) {
    Part {
      if (!prefix.startsWith(OWN)) {
        throw new IllegalArgumentException("Addresses like " + prefix + " are the main door's");
      }
    }
  }

  SharedPort {
    others = List.copyOf(others);
  }

  private HttpHandler door(HttpRequest request) {
    String path = request.path();
    if (path.startsWith(OWN)) {
      for (Part part : others) {
        if (path.startsWith(part.prefix())) {
          return part.door();
        }
      }
    }
    return main;
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
    return main.refuse(refusal, sent);
  }
}
