// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.time.Duration;
import java.util.Optional;

/// The cookie by which a browser is known once its user signed in. It counts only beside the header
/// [#MARK], which a page of another origin cannot send without being allowed to: neither a form nor
/// a link of a foreign page can act for somebody who is signed in.
public final class SessionCookie {
  /// Has to be there, with any value.
  public static final String MARK = "x-orrery-portal";

  private static final String NAME = "orrery-session";

  private SessionCookie() {}

  /// The token that came with a request.
  public static Optional<String> token(HttpHeaders headers) {
    if (headers.find(MARK).isEmpty()) {
      return Optional.empty();
    }
    String start = name(headers) + "=";
    for (HttpHeaders.Field field : headers.fields()) {
      if (field.name().equalsIgnoreCase("cookie")) {
        for (String pair : field.value().split(";", -1)) {
          String trimmed = pair.strip();
          if (trimmed.startsWith(start)) {
            return Optional.of(trimmed.substring(start.length()));
          }
        }
      }
    }
    return Optional.empty();
  }

  /// What `Set-Cookie` says to keep a token for so long; for no time at all to forget it.
  public static String setting(HttpRequest request, String token, Duration life) {
    return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
        .formatted(
            name(request.headers()), token, life.toSeconds(), request.secure() ? "; Secure" : "");
  }

  /// Browsers keep cookies by host, whatever the port: two servers on one machine need two names.
  private static String name(HttpHeaders headers) {
    String host = headers.find("host").orElse("");
    int colon = host.lastIndexOf(':');
    String port = colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "";
    return port.matches("\\d{1,5}") ? NAME + "-" + port : NAME;
  }
}
