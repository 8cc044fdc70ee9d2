// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.OpenConnections;
import io.orrery.wire.connection.Patience;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for the TLS handshake and gives way to the protocol that was agreed on in it.
final class TlsGreeting extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(TlsGreeting.class);

  private final SocketChannel channel;
  private final Listener listener;

  TlsGreeting(SocketChannel channel, Listener listener) {
    this.channel = channel;
    this.listener = listener;
  }

  /// What stands in front of this: ends a handshake that takes too long.
  static SslHandler encryption(SslContext context, SocketChannel channel, Patience patience) {
    SslHandler handler = context.newHandler(channel.alloc());
    handler.setHandshakeTimeout(patience.greeting().toMillis(), TimeUnit.MILLISECONDS);
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
    listener
        .codec()
        .beginSecure(
            new AcceptedConnection(channel, listener.shared(), true),
            Optional.ofNullable(encryption.applicationProtocol()));
    channel.pipeline().remove(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.after(cause, channel);
  }
}
