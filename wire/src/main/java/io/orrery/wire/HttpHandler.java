// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

/// Answers requests. Called on a virtual thread per request, so it may block; it is interrupted
/// when the request takes longer than [HttpLimits.Patience#request].
@FunctionalInterface
public interface HttpHandler {

  HttpResponse handle(HttpRequest request);

  /// What a refusal by the server itself looks like, so that clients meet one form of error only.
  /// Called on an event loop as well: it must be quick and must not block.
  ///
  /// @param sent the headers of the request; none if they could not be read
  default HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    return refusal.asText();
  }
}
