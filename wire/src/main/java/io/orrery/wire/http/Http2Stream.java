// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.HttpConversionUtil;
import io.netty.util.ReferenceCountUtil;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.ConnectionTimer;
import io.orrery.wire.connection.LoopShare;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.connection.TrafficBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request of a client that speaks HTTP/2, and its answer. All fields belong to the event loop
/// of its connection.
final class Http2Stream extends ChannelInboundHandlerAdapter implements Exchange.Recipient {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Stream.class);

  private enum Phase {
    RECEIVING,
    /// The door is asked whether the body may come.
    ADMITTING,
    /// Waits for its turn on this connection, or is in the handler's hands.
    HANDLING,
    ANSWERING
  }

  private final Http2StreamChannel stream;
  private final Http2Connection connection;
  private final Service service;
  private final HttpLimits limits;
  private final ConnectionTimer deadline;

  /// What came while the door was asked; no more than a window of HTTP/2, as no more is read.
  private final Deque<Object> waiting = new ArrayDeque<>(0);

  private Phase phase = Phase.RECEIVING;
  private @Nullable RequestAssembly assembly;
  private @Nullable Exchange exchange;

  Http2Stream(Http2StreamChannel stream, Http2Connection connection) {
    this.stream = stream;
    this.connection = connection;
    this.service = connection.service();
    this.limits = service.limits();
    this.deadline = new ConnectionTimer(connection.channel().eventLoop(), this::expire);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    connection.streamOpened();
    deadline.set(limits.patience().request());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) throws Http2Exception {
    if (phase == Phase.ADMITTING) {
      waiting.add(frame);
      return;
    }
    try {
      if (phase == Phase.RECEIVING) {
        receive(frame);
      }
    } finally {
      ReferenceCountUtil.release(frame);
    }
  }

  private void receive(Object frame) throws Http2Exception {
    switch (frame) {
      case Http2HeadersFrame head when assembly == null -> receiveHead(head);
      case Http2HeadersFrame trailers -> receivedPart(trailers.isEndStream());
      case Http2DataFrame data -> receiveBody(data);
      default -> LOG.debug("A frame of no use here: {}", frame);
    }
  }

  private void receiveHead(Http2HeadersFrame frame) throws Http2Exception {
    if (frame.headers().method() == null || frame.headers().path() == null) {
      refuse(Refusal.malformed("The request has no method or no path."), HttpHeaders.NONE);
      return;
    }
    HttpRequest head = HttpConversionUtil.toHttpRequest(frame.stream().id(), frame.headers(), true);
    RequestTarget target = RequestTarget.parse(head.uri());
    Refusal refusal = HeadCheck.of(head, target, limits);
    if (refusal != null) {
      refuse(refusal, new ReceivedHeaders(head.headers()));
      return;
    }
    assembly =
        new RequestAssembly(
            head, target, service, connection.isRecognised(), () -> Closing.slow(stream));
    receivedPart(frame.isEndStream());
  }

  private void receiveBody(Http2DataFrame data) {
    RequestAssembly request = assembly;
    if (request == null) {
      refuse(Refusal.malformed("A body came before the head."), HttpHeaders.NONE);
      return;
    }
    switch (request.append(data.content())) {
      case WHOLLY -> receivedPart(data.isEndStream());
      case NOT_ADMITTED -> {
        waiting.addFirst(ReferenceCountUtil.retain(data));
        stream.config().setAutoRead(false);
        phase = Phase.ADMITTING;
        start(Exchange.Question.MAY_IT_COME, request);
      }
      case TOO_LARGE ->
          refuse(Refusal.tooLarge("The body", limits.maxBodyBytes()), request.headers());
      case NO_ROOM -> refuse(Refusal.full(), request.headers());
    }
  }

  private void receivedPart(boolean last) {
    if (last && assembly != null) {
      assembly.arrived();
      phase = Phase.HANDLING;
      deadline.set(limits.patience().request());
      connection.dispatch(this);
    }
  }

  /// It is this request's turn, unless it has been cancelled meanwhile. True if it is handled now.
  boolean handle() {
    RequestAssembly request = assembly;
    if (request == null || phase != Phase.HANDLING) {
      return false;
    }
    assembly = null;
    start(Exchange.Question.WHAT_IS_THE_ANSWER, request);
    return true;
  }

  private void start(Exchange.Question question, RequestAssembly request) {
    exchange =
        new Exchange(
            question,
            request,
            connection.newCaller(),
            service,
            connection.channel().eventLoop(),
            this);
    exchange.start();
  }

  @Override
  public LoopShare share() {
    return connection.share();
  }

  @Override
  public void admit(Exchange finished) {
    if (finished != exchange) {
      LOG.debug("The body of {} may come, but nobody sends it", finished.request().describe());
      return;
    }
    exchange = null;
    connection.recognise(finished.caller());
    finished.request().admit();
    phase = Phase.RECEIVING;
    deadline.set(limits.patience().request());
    try {
      receiveWaiting();
    } catch (Http2Exception e) {
      Closing.after(e, stream);
    }
    if (phase == Phase.RECEIVING) {
      stream.config().setAutoRead(true);
    }
  }

  private void receiveWaiting() throws Http2Exception {
    while (phase == Phase.RECEIVING && !waiting.isEmpty()) {
      Object frame = waiting.remove();
      try {
        receive(frame);
      } finally {
        ReferenceCountUtil.release(frame);
      }
    }
  }

  @Override
  public void answer(Exchange finished, HttpResponse response) {
    if (finished != exchange) {
      LOG.debug("The answer to {} came too late", finished.request().describe());
      return;
    }
    exchange = null;
    if (finished.isAboutHead()) {
      refuse(response);
      return;
    }
    connection.recognise(finished.caller());
    write(response, finished.request().wantsBody(), finished.takeHolding());
  }

  @Override
  public void done(Exchange finished) {
    if (!finished.isAboutHead()) {
      connection.handled();
    }
  }

  @Override
  public void fail(Throwable cause) {
    Closing.after(cause, stream);
  }

  private void refuse(Refusal refusal, HttpHeaders sent) {
    refuse(service.refuse(refusal, sent));
  }

  /// Answers before the request is complete, then tells the client to stop sending it.
  private void refuse(HttpResponse refusal) {
    discardAssembly();
    write(refusal, true, null);
    stream
        .writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR))
        .addListener(CLOSE_ON_FAILURE);
  }

  private void write(
      HttpResponse response, boolean withBody, TrafficBudget.@Nullable Holding holding) {
    phase = Phase.ANSWERING;
    deadline.set(limits.patience().answer());
    ChannelFuture written = write(response, withBody);
    int bytes = response.body().remaining();
    connection.keepUntilTaken(written, bytes);
    service.port().keepUntilTaken(written, holding, bytes, stream);
  }

  private ChannelFuture write(HttpResponse response, boolean withBody) {
    boolean sendBody = withBody && response.mayHaveBody() && response.body().hasRemaining();
    var head = new DefaultHttp2HeadersFrame(Http2Fields.of(response), !sendBody);
    if (!sendBody) {
      return stream.writeAndFlush(head).addListener(CLOSE_ON_FAILURE);
    }
    stream.write(head).addListener(CLOSE_ON_FAILURE);
    var body = Unpooled.wrappedBuffer(response.body());
    return stream
        .writeAndFlush(new DefaultHttp2DataFrame(body, true))
        .addListener(CLOSE_ON_FAILURE);
  }

  private void expire() {
    switch (phase) {
      case RECEIVING -> refuse(Refusal.lateRequest(), sentHeaders());
      case ADMITTING -> refuse(Refusal.overdue(), cancelExchange());
      case HANDLING -> {
        HttpResponse overdue = service.refuse(Refusal.overdue(), cancelExchange());
        discardAssembly();
        write(overdue, true, null);
      }
      case ANSWERING -> Closing.close(stream);
    }
  }

  /// Answered, cancelled by the client, or its connection is gone.
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    deadline.cancel();
    cancelExchange();
    phase = Phase.ANSWERING;
    discardAssembly();
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
    connection.streamClosed();
  }

  private void discardAssembly() {
    if (assembly != null) {
      assembly.discard();
      assembly = null;
    }
  }

  private HttpHeaders sentHeaders() {
    return assembly == null ? HttpHeaders.NONE : assembly.headers();
  }

  /// Gives the headers of the request that was cancelled.
  private HttpHeaders cancelExchange() {
    if (exchange == null) {
      return sentHeaders();
    }
    HttpHeaders sent = exchange.request().headers();
    exchange.cancel();
    exchange = null;
    return sent;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.after(cause, stream);
  }
}
