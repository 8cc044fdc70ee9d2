// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import io.orrery.api.sql.protocol.Names;
import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.SignedRequests;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.PercentEncoding;
import io.orrery.wire.http.SessionCookie;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Finds out who sent a request, from its headers: a signature or token, or a session of the
/// portal.
public final class Authentication {
  private final SignedRequests signatures;

  public Authentication(Credentials credentials, InstantSource clock) {
    this.signatures = new SignedRequests(credentials, clock);
  }

  /// Fails with UNAUTHENTICATED, and with what the server expected to be signed, or with FORBIDDEN
  /// if a token has expired. Needs the head of a request only: signatures do not cover the body.
  ///
  /// @param path the address as it was sent
  /// @param segments the address, decoded
  public Principal authenticate(
      String method, String path, List<String> segments, HttpHeaders headers) {
    String authorization = value(headers, Names.AUTHORIZATION);
    if (authorization.isEmpty()) {
      Optional<String> token = SessionCookie.token(headers);
      if (token.isPresent()) {
        return signatures.session(token.get());
      }
    }
    return signatures.authenticate(
        PercentEncoding.decode(authorization),
        value(headers, Names.X_DATE),
        value(headers, Names.DATE),
        SignedAddress.of(method, segments, path));
  }

  private static String value(HttpHeaders headers, String name) {
    return headers.find(name).map(String::strip).orElse("");
  }
}
