// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;

import io.netty.buffer.Unpooled;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request of a client that speaks HTTP/2, and its answer. All fields belong to the event loop
/// of its connection.
final class Http2Stream extends ChannelInboundHandlerAdapter implements Exchange.Recipient {
  private static final Logger LOG = LoggerFactory.getLogger(Http2Stream.class);

  private enum Phase {
    RECEIVING,
    HANDLING,
    ANSWERING
  }

  private final Http2StreamChannel stream;
  private final Http2Connection connection;
  private final Service service;
  private final HttpLimits limits;
  private final Deadline deadline;

  private Phase phase = Phase.RECEIVING;
  private @Nullable RequestAssembly assembly;
  private @Nullable Exchange exchange;

  Http2Stream(Http2StreamChannel stream, Http2Connection connection) {
    this.stream = stream;
    this.connection = connection;
    this.service = connection.service();
    this.limits = service.limits();
    this.deadline = new Deadline(connection.channel().eventLoop(), this::expire);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    connection.streamOpened();
    deadline.set(limits.patience().request());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) throws Http2Exception {
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
    HttpRequest head = HttpConversionUtil.toHttpRequest(frame.stream().id(), frame.headers(), true);
    RequestTarget target = RequestTarget.parse(head.uri());
    Refusal refusal = HeadCheck.of(head, target, limits);
    if (refusal != null) {
      refuse(refusal, new ReceivedHeaders(head.headers()));
      return;
    }
    assembly = new RequestAssembly(head, target, service);
    receivedPart(frame.isEndStream());
  }

  private void receiveBody(Http2DataFrame data) {
    Refusal refusal =
        assembly == null
            ? Refusal.malformed("A body came before the head.")
            : assembly.append(data.content());
    if (refusal != null) {
      refuse(refusal, sentHeaders());
    } else {
      receivedPart(data.isEndStream());
    }
  }

  private void receivedPart(boolean last) {
    RequestAssembly request = assembly;
    if (!last || request == null) {
      return;
    }
    assembly = null;
    phase = Phase.HANDLING;
    deadline.set(limits.patience().request());
    exchange =
        new Exchange(
            request, connection.newCaller(), service, connection.channel().eventLoop(), this);
    exchange.start();
  }

  @Override
  public void answer(Exchange finished, HttpResponse response) {
    if (finished != exchange) {
      LOG.debug("The answer to {} came too late", finished.request().describe());
      return;
    }
    exchange = null;
    write(response, finished.request().wantsBody());
  }

  /// Answers before the request is complete, then tells the client to stop sending it.
  private void refuse(Refusal refusal, HttpHeaders sent) {
    discardAssembly();
    write(service.refuse(refusal, sent), true);
    stream
        .writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR))
        .addListener(CLOSE_ON_FAILURE);
  }

  private void write(HttpResponse response, boolean withBody) {
    phase = Phase.ANSWERING;
    deadline.set(limits.patience().answer());
    boolean sendBody = withBody && response.mayHaveBody() && response.body().hasRemaining();
    var head = new DefaultHttp2HeadersFrame(Http2Fields.of(response), !sendBody);
    if (sendBody) {
      stream.write(head).addListener(CLOSE_ON_FAILURE);
      var body = Unpooled.wrappedBuffer(response.body());
      stream.writeAndFlush(new DefaultHttp2DataFrame(body, true)).addListener(CLOSE_ON_FAILURE);
    } else {
      stream.writeAndFlush(head).addListener(CLOSE_ON_FAILURE);
    }
  }

  private void expire() {
    switch (phase) {
      case RECEIVING -> refuse(Refusal.lateRequest(), sentHeaders());
      case HANDLING -> write(service.refuse(Refusal.overdue(), cancelExchange()), true);
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
      return HttpHeaders.NONE;
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
