// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for the TLS handshake and gives way to the protocol that was agreed on in it.
final class TlsGreeting extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(TlsGreeting.class);

  private final SocketChannel channel;
  private final Protocols protocols;

  TlsGreeting(SocketChannel channel, Protocols protocols) {
    this.channel = channel;
    this.protocols = protocols;
  }

  /// What stands in front of this: ends a handshake that takes too long.
  static SslHandler encryption(SslContext context, SocketChannel channel, HttpLimits limits) {
    SslHandler handler = context.newHandler(channel.alloc());
    handler.setHandshakeTimeout(limits.patience().greeting().toMillis(), TimeUnit.MILLISECONDS);
    handler.setCloseNotifyFlushTimeout(1, TimeUnit.SECONDS);
    return handler;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    switch (event) {
      case SslHandshakeCompletionEvent handshake when handshake.isSuccess() -> choose();
      case SslHandshakeCompletionEvent handshake -> {
        LOG.debug("A TLS handshake failed", handshake.cause());
        Closing.close(channel);
      }
      case OpenConnections.Signal _ -> Closing.close(channel);
      default -> context.fireUserEventTriggered(event);
    }
  }

  private void choose() {
    SslHandler encryption = channel.pipeline().get(SslHandler.class);
    if (ApplicationProtocolNames.HTTP_2.equals(encryption.applicationProtocol())) {
      protocols.speakHttp2(channel, true);
    } else {
      protocols.speakHttp1(channel, true);
    }
    channel.pipeline().remove(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.after(cause, channel);
  }
}
