// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.util.Optional;

/// A complete request. Path and query are as the client sent them, not percent-decoded, because
/// signatures are computed over these very characters.
///
/// @param path starts with `/`, or is `*`
/// @param query what follows the first `?`, without it; empty if there is none
public record HttpRequest(
    String method, String path, String query, HttpHeaders headers, byte[] body, Caller caller) {

  /// Whether it came over TLS, so that addresses in the answer keep the scheme.
  public boolean secure() {
    return caller.secure();
  }

  /// Host and port as the client sees them, which a mapped port makes differ from ours. Only
  /// HTTP/1.0 lets a client leave them out.
  public Optional<String> host() {
    return headers.find("host");
  }
}
