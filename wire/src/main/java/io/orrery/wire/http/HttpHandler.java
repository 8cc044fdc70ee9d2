// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.wire.connection.Refusal;
import java.util.Optional;
import java.util.concurrent.Executor;

/// Answers requests. [#handle] is called on a virtual thread per request, so it may block; it is
/// interrupted when the client leaves or the request takes longer than
/// [io.orrery.wire.connection.Patience#request], and what [Caller#whenGone] was told is done.
@FunctionalInterface
public interface HttpHandler {

  HttpResponse handle(HttpRequest request);

  /// The answer, if it can be had without waiting for anything: no disk, no lock that is held for
  /// long, no other machine. Asked on an event loop, before [#handle], which gets the request if
  /// this is empty, as if nobody had asked before.
  default Optional<HttpResponse> answerAtOnce(HttpRequest request) {
    return Optional.empty();
  }

  /// What a request is refused with by its head alone; empty to admit it. Asked before more than a
  /// little of a body is taken, so that memory is for those who may use it: a handler that knows
  /// its callers looks for who sends this. An admitted request comes to [#handle] as every other
  /// one, which has to look again.
  ///
  /// @param head the request, with an empty body
  default Optional<HttpResponse> refuseByHead(HttpRequest head) {
    return Optional.empty();
  }

  /// What a refusal by the server itself looks like, so that clients meet one form of error only.
  /// Called on an event loop as well: it must be quick and must not block.
  ///
  /// @param sent the headers of the request; none if they could not be read
  default HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
    return HttpStatuses.text(refusal);
  }

  /// Where requests to this path are handled, if not each on a virtual thread of its own. Nothing
  /// of that kind is interrupted. What runs on the calling thread runs on an event loop, and must
  /// not wait for anything.
  default Optional<Executor> executorFor(String path) {
    return Optional.empty();
  }
}
