// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.ConnectionTimer;
import io.orrery.wire.connection.LoopShare;
import io.orrery.wire.connection.OpenConnections;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/// One client that speaks HTTP/2. Its requests live in their [Http2Stream]s; here is what concerns
/// them all: it closes when none has been open for a while, or when the server stops and the last
/// one is answered.
///
/// Its requests are handled beside each other as far as it takes their answers: few at first, one
/// more for every answer taken, and none while more than a little is left untaken. Otherwise one
/// client that does not read could have a hundred large answers made that nobody has room for. All
/// fields belong to the channel's event loop.
final class Http2Connection extends ChannelInboundHandlerAdapter {
  /// Pings, settings and the like: an honest client sends a few.
  private static final int CONTROL_FRAMES_MAX = 1_000;

  private static final int UNTAKEN_BYTES_MAX = 1024 * 1024;
  private static final int HANDLED_AT_FIRST = 4;
  private static final Duration CONTROL_WINDOW = Duration.ofSeconds(10);

  private final SocketChannel channel;
  private final Service service;
  private final boolean secure;
  private final ConnectionTimer idle;
  private final LoopShare share = new LoopShare();

  private final Queue<Http2Stream> ready = new ArrayDeque<>();
  private int openStreams;
  private int handled;
  private boolean handling;
  private int handledMax = HANDLED_AT_FIRST;
  private long untakenBytes;
  private boolean recognised;
  private int controlFrames;
  private long controlWindowEndNanos;

  Http2Connection(SocketChannel channel, Service service, boolean secure) {
    this.channel = channel;
    this.service = service;
    this.secure = secure;
    this.idle = new ConnectionTimer(channel.eventLoop(), this::goAway);
  }

  SocketChannel channel() {
    return channel;
  }

  Service service() {
    return service;
  }

  LoopShare share() {
    return share;
  }

  Caller newCaller() {
    return new Caller(channel.remoteAddress(), secure);
  }

  boolean isRecognised() {
    return recognised;
  }

  void recognise(Caller caller) {
    if (!recognised && caller.isRecognised()) {
      recognised = true;
      service.connections().recognise(channel);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    idle.set(patience());
  }

  private Duration patience() {
    return service.limits().patience().betweenRequests(recognised);
  }

  /// Has a request handled that is complete, now or when its client has taken earlier answers.
  void dispatch(Http2Stream stream) {
    ready.add(stream);
    handleReady();
  }

  /// A loop and not a recursion: a request that is answered at once ends in here again.
  private void handleReady() {
    if (handling) {
      return;
    }
    handling = true;
    while (!ready.isEmpty() && handled < handledMax && untakenBytes <= UNTAKEN_BYTES_MAX) {
      handled++;
      if (!ready.remove().handle()) {
        handled--;
      }
    }
    handling = false;
  }

  /// A handler is done, whether anybody wants to know or not.
  void handled() {
    handled--;
    handleReady();
  }

  void keepUntilTaken(ChannelFuture written, int bytes) {
    untakenBytes += bytes;
    written.addListener(_ -> taken(written, bytes));
  }

  private void taken(ChannelFuture written, int bytes) {
    untakenBytes -= bytes;
    if (written.isSuccess() && handledMax < HttpLimits.STREAMS_PER_CONNECTION) {
      handledMax++;
    }
    handleReady();
  }

  void streamOpened() {
    openStreams++;
    idle.cancel();
  }

  void streamClosed() {
    openStreams--;
    if (openStreams > 0) {
      return;
    }
    if (service.connections().draining()) {
      goAway();
    } else {
      idle.set(patience());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    share.renew();
  }

  /// Frames that belong to no stream. The codec has answered them already.
  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    ReferenceCountUtil.release(frame);
    long now = channel.eventLoop().ticker().nanoTime();
    if (controlFrames == 0 || now - controlWindowEndNanos > 0) {
      controlFrames = 0;
      controlWindowEndNanos = now + CONTROL_WINDOW.toNanos();
    }
    controlFrames++;
    if (controlFrames > CONTROL_FRAMES_MAX) {
      leave(Http2Error.ENHANCE_YOUR_CALM);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof OpenConnections.Signal signal) {
      switch (signal) {
        case DRAIN -> drain();
        case ABORT -> Closing.close(channel);
      }
    }
  }

  private void drain() {
    if (openStreams == 0) {
      goAway();
    } else {
      channel
          .writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR))
          .addListener(CLOSE_ON_FAILURE);
    }
  }

  private void goAway() {
    leave(Http2Error.NO_ERROR);
  }

  private void leave(Http2Error reason) {
    channel
        .writeAndFlush(new DefaultHttp2GoAwayFrame(reason))
        .addListener(_ -> Closing.close(channel));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    idle.cancel();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.after(cause, channel);
  }
}
