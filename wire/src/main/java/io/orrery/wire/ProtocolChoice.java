// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at the first bytes of a connection and gives way to the protocol they begin: a TLS
/// handshake, HTTP/2 without one, or else HTTP/1.
final class ProtocolChoice extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolChoice.class);
  private static final byte TLS_HANDSHAKE = 0x16;

  /// A greeting is much smaller, and after it a client waits for ours.
  private static final int GREETING_BYTES_MAX = 64 * 1024;

  /// How the preface of HTTP/2 starts. Four bytes tell it from every method of HTTP/1.
  private static final byte[] HTTP_2 = "PRI ".getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel channel;
  private final Protocols protocols;
  private final Deadline deadline;
  private boolean awaitingContext;

  ProtocolChoice(SocketChannel channel, Protocols protocols) {
    this.channel = channel;
    this.protocols = protocols;
    this.deadline = new Deadline(channel.eventLoop(), () -> Closing.close(channel));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    deadline.set(protocols.limits().patience().greeting());
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    deadline.cancel();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    TlsContext tls = protocols.tls();
    if (awaitingContext) {
      if (in.readableBytes() > GREETING_BYTES_MAX) {
        Closing.close(channel);
      }
    } else if (tls != null && in.getByte(in.readerIndex()) == TLS_HANDSHAKE) {
      beginTls(tls.context());
    } else {
      choosePlain(in);
    }
  }

  private void choosePlain(ByteBuf in) {
    int known = Math.min(in.readableBytes(), HTTP_2.length);
    for (int i = 0; i < known; i++) {
      if (in.getByte(in.readerIndex() + i) != HTTP_2[i]) {
        protocols.speakHttp1(channel, false);
        channel.pipeline().remove(this);
        return;
      }
    }
    if (known == HTTP_2.length) {
      protocols.speakHttp2(channel, false);
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
        .addLast(TlsGreeting.encryption(context.getNow(), channel, protocols.limits()))
        .addLast(new TlsGreeting(channel, protocols))
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
