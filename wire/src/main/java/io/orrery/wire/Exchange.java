// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request in the hands of its handler, on a virtual thread of its own.
final class Exchange implements Runnable {
  /// Who gets the answer, on the event loop.
  interface Recipient {
    void answer(Exchange exchange, HttpResponse response);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final ThreadFactory THREADS =
      Thread.ofVirtual().name("http-request").inheritInheritableThreadLocals(false).factory();

  private final RequestAssembly request;
  private final Caller caller;
  private final Service service;
  private final EventLoop eventLoop;
  private final Recipient recipient;
  private @Nullable Thread worker;

  Exchange(
      RequestAssembly request,
      Caller caller,
      Service service,
      EventLoop eventLoop,
      Recipient recipient) {
    this.request = request;
    this.caller = caller;
    this.service = service;
    this.eventLoop = eventLoop;
    this.recipient = recipient;
  }

  void start() {
    Thread thread = THREADS.newThread(this);
    worker = thread;
    thread.start();
  }

  /// Nobody wants the answer any more.
  void cancel() {
    caller.leave();
    if (worker != null) {
      worker.interrupt();
    }
  }

  RequestAssembly request() {
    return request;
  }

  /// The only method that runs on the virtual thread.
  @Override
  public void run() {
    HttpResponse response = respond();
    request.discard();
    try {
      eventLoop.execute(() -> recipient.answer(this, response));
    } catch (RejectedExecutionException e) {
      LOG.debug("The server stopped before {} was answered", request.describe(), e);
    }
  }

  /// Whatever a handler throws, its client gets an answer.
  private HttpResponse respond() {
    try {
      return service.handler().handle(request.complete(caller));
    } catch (RuntimeException | Error e) {
      if (caller.isGone()) {
        LOG.debug("The handler of {} gave up, as its client did", request.describe(), e);
      } else {
        LOG.error("The handler of {} failed", request.describe(), e);
      }
      return service.refuse(Refusal.internal(), request.headers());
    }
  }
}
