// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;

/// One client that speaks HTTP/2. Its requests live in their [Http2Stream]s; here is what concerns
/// them all: it closes when none has been open for a while, or when the server stops and the last
/// one is answered. All fields belong to the channel's event loop.
final class Http2Connection extends ChannelInboundHandlerAdapter {
  /// Pings, settings and the like: an honest client sends a few.
  private static final int CONTROL_FRAMES_MAX = 1_000;

  private static final Duration CONTROL_WINDOW = Duration.ofSeconds(10);

  private final SocketChannel channel;
  private final Service service;
  private final boolean secure;
  private final Deadline idle;

  private int openStreams;
  private int controlFrames;
  private long controlWindowEndNanos;

  Http2Connection(SocketChannel channel, Service service, boolean secure) {
    this.channel = channel;
    this.service = service;
    this.secure = secure;
    this.idle = new Deadline(channel.eventLoop(), this::goAway);
  }

  SocketChannel channel() {
    return channel;
  }

  Service service() {
    return service;
  }

  Caller newCaller() {
    return new Caller(channel.remoteAddress(), secure);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    idle.set(service.limits().patience().greeting());
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
      idle.set(service.limits().patience().idle());
    }
  }

  /// Frames that belong to no stream. The codec has answered them already.
  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    ReferenceCountUtil.release(frame);
    long now = System.nanoTime();
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
