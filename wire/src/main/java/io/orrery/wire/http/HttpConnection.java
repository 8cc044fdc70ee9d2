// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.ConnectionTimer;
import io.orrery.wire.connection.LastWords;
import io.orrery.wire.connection.LoopShare;
import io.orrery.wire.connection.OpenConnections;
import io.orrery.wire.connection.Refusal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One client that speaks HTTP/1. Walks through its [HttpPhase]s once per request; what arrives
/// between them waits ([WaitingInput]). All fields belong to the channel's event loop.
///
/// A refusal (malformed, oversized or unwelcome input) ends the connection, after [LastWords]:
/// where the next request would start cannot be known.
final class HttpConnection extends ChannelInboundHandlerAdapter
    implements Exchange.Recipient, WaitingInput.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  private final AcceptedConnection connection;
  private final SocketChannel channel;
  private final Service service;
  private final HttpLimits limits;
  private final ConnectionTimer deadline;
  private final WaitingInput input;
  private final LoopShare share = new LoopShare();

  private final ChannelFutureListener answered = this::answered;
  private final Runnable giveUp = this::giveUp;
  private HttpPhase phase = HttpPhase.AWAITING_HEAD;
  private @Nullable RequestAssembly assembly;
  private @Nullable Exchange exchange;
  private @Nullable LastWords lastWords;
  private boolean recognised;
  private boolean keepAlive;

  HttpConnection(AcceptedConnection connection, Service service) {
    this.connection = connection;
    this.channel = connection.channel();
    this.service = service;
    this.limits = service.limits();
    this.deadline = new ConnectionTimer(channel.eventLoop(), this::expire);
    this.input = new WaitingInput(channel, this);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    awaitHead();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    input.add(message);
  }

  @Override
  public LoopShare share() {
    return share;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    share.renew();
  }

  @Override
  public boolean takesInput() {
    return phase.takesInput();
  }

  @Override
  public void receive(Object message) {
    switch (phase) {
      case AWAITING_HEAD -> receiveHead((HttpRequest) message);
      case RECEIVING_BODY -> receiveBody((HttpContent) message);
      case DISCARDING -> discard(message);
      case ADMITTING, HANDLING, ANSWERING, CHANGED ->
          throw new IllegalStateException("Not a time for input");
    }
  }

  private void awaitHead() {
    if (service.connections().draining()) {
      close();
      return;
    }
    phase = HttpPhase.AWAITING_HEAD;
    deadline.set(limits.patience().betweenRequests(recognised));
    input.take();
  }

  private void receiveHead(HttpRequest head) {
    RequestTarget target = RequestTarget.parse(head.uri());
    Refusal refusal = HeadCheck.of(head, target, limits);
    if (refusal != null) {
      refuse(refusal, new ReceivedHeaders(head.headers()));
      return;
    }
    RequestAssembly request = new RequestAssembly(head, target, service, recognised, giveUp);
    assembly = request;
    deadline.set(limits.patience().request());
    if (request.asksFirst()) {
      askForAdmission(request);
    } else {
      phase = HttpPhase.RECEIVING_BODY;
    }
  }

  private void receiveBody(HttpContent part) {
    RequestAssembly request = requireAssembly();
    if (part.decoderResult().isFailure()) {
      refuse(Refusal.malformed("The body of the request is malformed."), request.headers());
      return;
    }
    switch (request.append(part.content())) {
      case WHOLLY -> {
        if (part instanceof LastHttpContent) {
          handle(request);
        }
      }
      case NOT_ADMITTED -> {
        input.putBack(part);
        askForAdmission(request);
      }
      case TOO_LARGE ->
          refuse(Refusal.tooLarge("The body", limits.maxBodyBytes()), request.headers());
      case NO_ROOM -> refuse(Refusal.full(), request.headers());
    }
  }

  private void askForAdmission(RequestAssembly request) {
    phase = HttpPhase.ADMITTING;
    start(Exchange.Question.MAY_IT_COME, request);
  }

  @Override
  public void admit(Exchange finished) {
    RequestAssembly request = finished.request();
    if (finished != exchange) {
      LOG.debug("The body of {} may come, but its client has gone", request.describe());
      return;
    }
    exchange = null;
    recognise(finished.caller());
    request.admit();
    if (request.asksFirst()) {
      channel.writeAndFlush(HeadWriter.proceed(channel.alloc())).addListener(CLOSE_ON_FAILURE);
    }
    phase = HttpPhase.RECEIVING_BODY;
    deadline.set(limits.patience().request());
    input.take();
  }

  private void handle(RequestAssembly request) {
    if (service.webSocket() != null && request.asksForWebSocket()) {
      change(service.webSocket(), request);
      return;
    }
    assembly = null;
    request.arrived();
    phase = HttpPhase.HANDLING;
    deadline.set(limits.patience().request());
    start(Exchange.Question.WHAT_IS_THE_ANSWER, request);
  }

  private void change(WebSocketUpgrade webSocket, RequestAssembly request) {
    Refusal objection = WebSocketUpgrade.objection(request.head(), input.isEmpty());
    if (objection != null) {
      refuse(objection, request.headers());
      return;
    }
    discardAssembly();
    deadline.cancel();
    phase = HttpPhase.CHANGED;
    webSocket.begin(request.head(), connection);
  }

  private void start(Exchange.Question question, RequestAssembly request) {
    var caller = new Caller(channel.remoteAddress(), connection.secure());
    exchange = new Exchange(question, request, caller, service, channel.eventLoop(), this);
    exchange.start();
  }

  @Override
  public void answer(Exchange finished, HttpResponse response) {
    RequestAssembly request = finished.request();
    if (finished != exchange) {
      LOG.debug("The answer to {} came too late", request.describe());
      return;
    }
    exchange = null;
    if (finished.isAboutHead()) {
      refuse(response);
      return;
    }
    recognise(finished.caller());
    phase = HttpPhase.ANSWERING;
    deadline.set(limits.patience().answer());
    keepAlive = request.keepAlive() && !service.connections().draining();
    var stays = HeadWriter.Connection.of(keepAlive, request.isHttp10());
    ByteBuf bytes = HeadWriter.encode(response, stays, request.wantsBody(), channel.alloc());
    int length = bytes.readableBytes();
    ChannelFuture written = channel.writeAndFlush(bytes);
    service.port().keepUntilTaken(written, finished.takeHolding(), length, channel);
    written.addListener(answered);
  }

  private void recognise(Caller caller) {
    if (!recognised && caller.isRecognised()) {
      recognised = true;
      service.connections().recognise(channel);
    }
  }

  private void answered(ChannelFuture written) {
    if (written.isSuccess() && keepAlive) {
      awaitHead();
    } else {
      close();
    }
  }

  private void giveUp() {
    Closing.slow(channel);
  }

  @Override
  public void fail(Throwable cause) {
    Closing.after(cause, channel);
  }

  private void refuse(Refusal refusal, HttpHeaders sent) {
    refuse(service.refuse(refusal, sent));
  }

  private void refuse(HttpResponse refusal) {
    discardAssembly();
    deadline.cancel();
    phase = HttpPhase.DISCARDING;
    lastWords = new LastWords(channel, limits.maxBodyBytes(), limits.patience());
    lastWords.say(HeadWriter.encode(refusal, HeadWriter.Connection.CLOSE, true, channel.alloc()));
    input.take();
  }

  private void discard(Object message) {
    if (lastWords != null && message instanceof HttpContent part) {
      lastWords.discard(part.content().readableBytes());
    }
  }

  private void expire() {
    switch (phase) {
      case RECEIVING_BODY -> refuse(Refusal.lateRequest(), requireAssembly().headers());
      case ADMITTING, HANDLING -> refuse(Refusal.overdue(), cancelExchange());
      case AWAITING_HEAD, ANSWERING, DISCARDING, CHANGED -> close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof OpenConnections.Signal signal) {
      switch (signal) {
        case DRAIN -> {
          if (phase == HttpPhase.AWAITING_HEAD || phase == HttpPhase.DISCARDING) {
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
    cancelExchange();
    phase = HttpPhase.DISCARDING;
    discardAssembly();
    input.discard();
  }

  private void discardAssembly() {
    if (assembly != null) {
      assembly.discard();
      assembly = null;
    }
  }

  /// Gives the headers of the request that was cancelled.
  private HttpHeaders cancelExchange() {
    if (exchange == null) {
      return HttpHeaders.NONE;
    }
    HttpHeaders sent = exchange.request().headers();
    exchange.cancel();
    exchange = null;
    return sent;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.after(cause, channel);
  }

  private void close() {
    Closing.close(channel);
  }

  private RequestAssembly requireAssembly() {
    if (assembly == null) {
      throw new IllegalStateException("A body without a head");
    }
    return assembly;
  }
}
