// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

/// Answers requests. Called on a virtual thread per request, so it may block; it is interrupted
/// when the request takes longer than [HttpLimits#requestTimeout].
@FunctionalInterface
public interface HttpHandler {

  HttpResponse handle(HttpRequest request);
}
