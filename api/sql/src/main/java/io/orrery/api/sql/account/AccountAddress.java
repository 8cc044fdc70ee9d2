// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.account;

import io.orrery.wire.http.HttpRequest;
import java.util.Optional;

/// Where clients reach the account: where their request came in, unless told otherwise.
///
/// @param fixed what to say instead, whatever the request
/// @param behindProxy whether to believe what a proxy says about the request it passed on; without
///   one, anybody could say it
public record AccountAddress(Optional<String> fixed, boolean behindProxy) {

  /// Where whoever sent this request reaches the account.
  public String of(HttpRequest request) {
    return fixed.orElseGet(() -> scheme(request) + "://" + host(request) + "/");
  }

  private String scheme(HttpRequest request) {
    String own = request.secure() ? "https" : "http";
    return forwarded(request, "x-forwarded-proto")
        .filter(scheme -> scheme.equals("http") || scheme.equals("https"))
        .orElse(own);
  }

  private String host(HttpRequest request) {
    String own = request.host().orElse("localhost");
    Optional<String> host = forwarded(request, "x-forwarded-host");
    Optional<String> port = forwarded(request, "x-forwarded-port");
    return port.map(number -> withoutPort(host.orElse(own)) + ":" + number)
        .or(() -> host)
        .orElse(own);
  }

  /// What the proxy nearest to the client says, if several are in the way: the first of its values.
  private Optional<String> forwarded(HttpRequest request, String name) {
    return behindProxy
        ? request
            .headers()
            .find(name)
            .map(values -> values.split(",", 2)[0].strip())
            .filter(value -> !value.isEmpty())
        : Optional.empty();
  }

  /// An IPv6 address has colons too, but in brackets.
  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
