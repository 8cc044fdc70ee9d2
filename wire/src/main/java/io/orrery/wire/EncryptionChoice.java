// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.ConnectionTimer;
import io.orrery.wire.connection.OpenConnections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at the first bytes of a connection and gives way to what they begin: a TLS handshake, or
/// the port's protocol without one. No protocol we speak begins with the byte that TLS does.
final class EncryptionChoice extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(EncryptionChoice.class);
  private static final byte TLS_HANDSHAKE = 0x16;

  /// A greeting is much smaller, and after it a client waits for ours.
  private static final int GREETING_BYTES_MAX = 64 * 1024;

  private final SocketChannel channel;
  private final Listener listener;
  private final ConnectionTimer deadline;
  private boolean awaitingContext;

  EncryptionChoice(SocketChannel channel, Listener listener) {
    this.channel = channel;
    this.listener = listener;
    this.deadline = new ConnectionTimer(channel.eventLoop(), () -> Closing.close(channel));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    deadline.set(listener.codec().patience().greeting());
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    deadline.cancel();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    TlsContext tls = listener.tls();
    if (awaitingContext) {
      if (in.readableBytes() > GREETING_BYTES_MAX) {
        Closing.close(channel);
      }
    } else if (tls != null && in.getByte(in.readerIndex()) == TLS_HANDSHAKE) {
      beginTls(tls.context());
    } else if (listener
        .codec()
        .beginPlain(new AcceptedConnection(channel, listener.shared(), false), in)) {
      channel.pipeline().remove(this);
    }
  }

  private void beginTls(Future<SslContext> context) {
    if (context.isDone()) {
      continueTls(context);
    } else {
      awaitingContext = true;
      context.addListener(_ -> channel.eventLoop().execute(() -> continueTls(context)));
    }
  }

  private void continueTls(Future<SslContext> context) {
    if (!channel.isActive()) {
      return;
    }
    if (!context.isSuccess()) {
      LOG.error("TLS cannot be spoken", context.cause());
      Closing.close(channel);
      return;
    }
    channel
        .pipeline()
        .addLast(TlsGreeting.encryption(context.getNow(), channel, listener.codec().patience()))
        .addLast(new TlsGreeting(channel, listener))
        .remove(this);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof OpenConnections.Signal) {
      Closing.close(channel);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Closing.after(cause, channel);
  }
}
