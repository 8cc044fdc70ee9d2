// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One client. Walks through its [Phase]s once per request and reads from the socket only in those
/// that expect bytes. All fields belong to the channel's event loop.
///
/// A refusal (malformed or oversized input) ends the connection: where the next request would start
/// cannot be known. What the client still sends is discarded for a moment before closing, since a
/// close with unread input resets the connection and could destroy the refusal on its way.
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
  private static final Duration LINGER = Duration.ofSeconds(1);

  private enum Phase {
    AWAITING_HEAD(true),
    RECEIVING_BODY(true),
    HANDLING(false),
    ANSWERING(false),
    DISCARDING(true);

    private final boolean takesInput;

    Phase(boolean takesInput) {
      this.takesInput = takesInput;
    }
  }

  private final SocketChannel channel;
  private final HttpHandler handler;
  private final HttpLimits limits;
  private final OpenConnections connections;
  private final Deadline deadline;

  private Phase phase = Phase.AWAITING_HEAD;
  private @Nullable RequestAssembly assembly;
  private @Nullable Thread worker;
  private final Queue<Object> input = new ArrayDeque<>();
  private boolean takingInput;

  HttpConnection(
      SocketChannel channel, HttpHandler handler, HttpLimits limits, OpenConnections connections) {
    this.channel = channel;
    this.handler = handler;
    this.limits = limits;
    this.connections = connections;
    this.deadline = new Deadline(channel.eventLoop(), this::expire);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    awaitHead();
  }

  /// One read from the socket may hold many messages; they wait here until their turn comes.
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    input.add(message);
    takeInput();
  }

  /// A loop and not a recursion over the messages: a client decides how many there are.
  private void takeInput() {
    if (takingInput) {
      return;
    }
    takingInput = true;
    while (phase.takesInput) {
      Object message = input.poll();
      if (message == null) {
        channel.read();
        break;
      }
      try {
        receive(message);
      } finally {
        ReferenceCountUtil.release(message);
      }
    }
    takingInput = false;
  }

  private void receive(Object message) {
    switch (phase) {
      case AWAITING_HEAD -> receiveHead((HttpRequest) message);
      case RECEIVING_BODY -> receiveBody((HttpContent) message);
      case DISCARDING -> {}
      case HANDLING, ANSWERING -> throw new IllegalStateException("Not a time for input");
    }
  }

  private void awaitHead() {
    if (connections.draining()) {
      close();
      return;
    }
    phase = Phase.AWAITING_HEAD;
    deadline.set(limits.idleTimeout());
    takeInput();
  }

  private void receiveHead(HttpRequest head) {
    FullHttpResponse refusal = Refusal.ofHead(head, limits);
    if (refusal != null) {
      refuse(refusal);
      return;
    }
    if (HttpUtil.is100ContinueExpected(head)) {
      channel.writeAndFlush(Refusal.proceed()).addListener(CLOSE_ON_FAILURE);
    }
    assembly = new RequestAssembly(head, limits.maxBodyBytes());
    phase = Phase.RECEIVING_BODY;
    deadline.set(limits.requestTimeout());
  }

  private void receiveBody(HttpContent part) {
    RequestAssembly request = requireAssembly();
    if (part.decoderResult().isFailure()) {
      refuse(Refusal.malformed("The body of the request is malformed."));
    } else if (!request.append(part.content())) {
      refuse(Refusal.bodyTooLarge(limits));
    } else if (part instanceof LastHttpContent) {
      handle(request);
    }
  }

  private void handle(RequestAssembly request) {
    phase = Phase.HANDLING;
    deadline.set(limits.requestTimeout());
    worker = Thread.ofVirtual().name("http-request").start(() -> runHandler(request));
  }

  /// The only method that runs on the request's virtual thread.
  private void runHandler(RequestAssembly request) {
    FullHttpResponse answer;
    try {
      answer = NettyMessages.toNetty(handler.handle(request.complete()));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      LOG.error("The handler of {} failed", request.describe(), e);
      answer = Refusal.internal();
    }
    FullHttpResponse outcome = answer;
    try {
      channel.eventLoop().execute(() -> answer(request, outcome));
    } catch (RejectedExecutionException e) {
      LOG.debug("The server stopped before {} was answered", request.describe(), e);
    }
  }

  private void answer(RequestAssembly request, FullHttpResponse answer) {
    if (phase != Phase.HANDLING || request != assembly) {
      LOG.debug("The answer to {} came too late", request.describe());
      return;
    }
    worker = null;
    assembly = null;
    phase = Phase.ANSWERING;
    deadline.set(limits.idleTimeout());
    boolean keepAlive = request.keepAlive() && !connections.draining();
    NettyMessages.finish(answer, keepAlive, request.isHttp10());
    channel
        .writeAndFlush(answer)
        .addListener(
            written -> {
              if (written.isSuccess() && keepAlive) {
                awaitHead();
              } else {
                close();
              }
            });
  }

  private void refuse(FullHttpResponse refusal) {
    assembly = null;
    phase = Phase.DISCARDING;
    deadline.set(LINGER);
    NettyMessages.finish(refusal, false, false);
    channel
        .writeAndFlush(refusal)
        .addListener(
            written -> {
              if (written.isSuccess()) {
                channel.shutdownOutput().addListener(CLOSE_ON_FAILURE);
                takeInput();
              } else {
                close();
              }
            });
  }

  private void expire() {
    switch (phase) {
      case RECEIVING_BODY -> refuse(Refusal.timedOut("The request did not arrive in time."));
      case HANDLING -> {
        interruptWorker();
        refuse(Refusal.overdue());
      }
      case AWAITING_HEAD, ANSWERING, DISCARDING -> close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof OpenConnections.Signal signal) {
      switch (signal) {
        case DRAIN -> {
          if (phase == Phase.AWAITING_HEAD || phase == Phase.DISCARDING) {
            close();
          }
        }
        case ABORT -> close();
      }
    }
  }

  /// Nobody waits for an answer any more.
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    deadline.cancel();
    interruptWorker();
    phase = Phase.DISCARDING;
    assembly = null;
    input.forEach(ReferenceCountUtil::release);
    input.clear();
  }

  private void interruptWorker() {
    if (worker != null) {
      worker.interrupt();
      worker = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("A client went away", cause);
    } else {
      LOG.error("A connection broke", cause);
    }
    close();
  }

  private void close() {
    channel
        .close()
        .addListener(
            closed -> {
              if (!closed.isSuccess()) {
                LOG.debug("A connection did not close cleanly", closed.cause());
              }
            });
  }

  private RequestAssembly requireAssembly() {
    if (assembly == null) {
      throw new IllegalStateException("A body without a head");
    }
    return assembly;
  }
}
