// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import io.orrery.wire.connection.LoopShare;
import io.orrery.wire.connection.LoopVisitors;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.connection.TrafficBudget;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request in the hands of its handler, on a virtual thread of its own: the whole of it, or
/// only its head, while the body waits to be admitted.
final class Exchange implements Runnable {
  /// Who gets the answer, on the event loop.
  interface Recipient {
    void answer(Exchange exchange, HttpResponse response);

    /// What its connection has taken of the event loop.
    LoopShare share();

    /// The head was found good: go on with the body.
    void admit(Exchange exchange);

    /// The answer could not be sent.
    void fail(Throwable cause);

    /// Nothing more comes of this exchange.
    default void done(Exchange exchange) {}
  }

  /// What is asked of the handler.
  enum Question {
    MAY_IT_COME,
    WHAT_IS_THE_ANSWER
  }

  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final ThreadFactory THREADS =
      Thread.ofVirtual().name("http-request").inheritInheritableThreadLocals(false).factory();

  /// One for each event loop.
  private static final FastThreadLocal<LoopVisitors> VISITORS =
      new FastThreadLocal<>() {
        @Override
        protected LoopVisitors initialValue() {
          return new LoopVisitors();
        }
      };

  private final Question question;
  private final RequestAssembly request;
  private final Caller caller;
  private final Service service;
  private final EventLoop eventLoop;
  private final Recipient recipient;
  private @Nullable Thread worker;

  /// What the answer takes of the budget, while it is on its way to the event loop.
  private TrafficBudget.@Nullable Holding holding;

  Exchange(
      Question question,
      RequestAssembly request,
      Caller caller,
      Service service,
      EventLoop eventLoop,
      Recipient recipient) {
    this.question = question;
    this.request = request;
    this.caller = caller;
    this.service = service;
    this.eventLoop = eventLoop;
    this.recipient = recipient;
  }

  /// Has the request handled, at once if that takes no waiting and the connection has not had
  /// enough of its event loop.
  void start() {
    if (question == Question.MAY_IT_COME || !answeredAtOnce()) {
      startElsewhere();
    }
  }

  private boolean answeredAtOnce() {
    if (!recipient.share().isLeft()) {
      return false;
    }
    caller.arrive(VISITORS.get().arrivesAlone(recipient, eventLoop.ticker().nanoTime()));
    HttpResponse answer =
        respond(() -> service.handler().answerAtOnce(request.complete(caller)).orElse(null));
    if (answer == null) {
      return false;
    }
    recipient.share().take();
    request.discard();
    deliver(answer);
    return true;
  }

  private void startElsewhere() {
    Optional<Executor> executor = service.handler().executorFor(request.path());
    if (executor.isPresent()) {
      startOn(executor.get());
      return;
    }
    Thread thread = THREADS.newThread(this);
    worker = thread;
    thread.start();
  }

  private void startOn(Executor executor) {
    try {
      executor.execute(this);
    } catch (RejectedExecutionException e) {
      LOG.debug("Nobody has time for {}", request.describe(), e);
      request.discard();
      recipient.answer(this, service.refuse(Refusal.overdue(), request.headers()));
    }
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

  Caller caller() {
    return caller;
  }

  boolean isAboutHead() {
    return question == Question.MAY_IT_COME;
  }

  /// Whoever sends the answer gives back what it holds.
  TrafficBudget.@Nullable Holding takeHolding() {
    TrafficBudget.Holding taken = holding;
    holding = null;
    return taken;
  }

  /// What runs on the virtual thread.
  @Override
  public void run() {
    try {
      switch (question) {
        case MAY_IT_COME -> {
          HttpResponse refusal =
              respond(
                  () -> service.handler().refuseByHead(request.withoutBody(caller)).orElse(null));
          handOver(() -> deliver(refusal));
        }
        case WHAT_IS_THE_ANSWER -> {
          HttpResponse answer =
              withinBudget(
                  Objects.requireNonNull(
                      respond(() -> service.handler().handle(request.complete(caller)))));
          request.discard();
          handOver(() -> deliver(answer));
        }
      }
    } catch (RuntimeException | Error e) {
      handOver(
          () -> {
            recipient.fail(e);
            recipient.done(this);
          });
    }
  }

  private void handOver(Runnable delivery) {
    try {
      eventLoop.execute(
          () -> {
            recipient.share().renew();
            delivery.run();
          });
    } catch (RejectedExecutionException e) {
      releaseHolding();
      LOG.debug("The server stopped before {} was answered", request.describe(), e);
    }
  }

  /// An answer that cannot be sent, for want of memory most likely, ends its connection: its client
  /// would wait in vain.
  private void deliver(@Nullable HttpResponse response) {
    try {
      if (response == null) {
        recipient.admit(this);
      } else {
        recipient.answer(this, response);
      }
    } catch (RuntimeException | Error e) {
      recipient.fail(e);
    } finally {
      releaseHolding();
      recipient.done(this);
    }
  }

  private void releaseHolding() {
    TrafficBudget.Holding left = takeHolding();
    if (left != null) {
      left.release();
    }
  }

  /// Whatever a handler throws, its client gets an answer. Null if the handler has none: it admits
  /// the request, or has to wait before it answers.
  private @Nullable HttpResponse respond(Supplier<@Nullable HttpResponse> handler) {
    try {
      return handler.get();
    } catch (RuntimeException | Error e) {
      if (caller.isGone()) {
        LOG.debug("The handler of {} gave up, as its client did", request.describe(), e);
      } else {
        LOG.error("The handler of {} failed", request.describe(), e);
      }
      return service.refuse(Refusal.internal(), request.headers());
    }
  }

  /// A large answer needs room before it is handed over: it may lie there until its client takes
  /// it. Without, it is dropped here, where nothing else has got hold of it.
  private HttpResponse withinBudget(HttpResponse response) {
    int bytes = response.body().remaining();
    if (bytes <= TrafficBudget.SMALL_BYTES || !request.wantsBody()) {
      return response;
    }
    TrafficBudget.Holding room = request.roomForAnswer(bytes);
    holding = room == null ? service.budget().hold(TrafficBudget.Kind.ANSWER, bytes) : room;
    return holding == null
        ? service.refuse(Refusal.noRoomForAnswer(), request.headers())
        : response;
  }
}
