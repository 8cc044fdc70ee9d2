// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.Codec;
import io.orrery.wire.connection.OpenConnections;
import io.orrery.wire.connection.Port;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A port that is open. Accepts connections within the limits of its [Network], finds out whether
/// they are plain or TLS ([EncryptionChoice]), and hands them to its codec.
public final class Listener implements AutoCloseable {
  private static final int ACCEPT_QUEUE = 1024;

  private final Codec codec;
  private final Port port;
  private final @Nullable TlsContext tls;
  private @Nullable Channel listening;

  private Listener(Encryption encryption, Codec codec, Network network) {
    this.codec = codec;
    this.port =
        new Port(
            new OpenConnections(network.connections()),
            network.traffic(),
            !(encryption instanceof Encryption.Always));
    this.tls =
        switch (encryption) {
          case Encryption.Never _ -> null;
          case Encryption.Optional(var identity) ->
              new TlsContext(identity, codec.applicationProtocols());
          case Encryption.Always(var identity) ->
              new TlsContext(identity, codec.applicationProtocols());
        };
  }

  static Listener start(ListenerSettings settings, Codec codec, Network network)
      throws IOException {
    var listener = new Listener(settings.encryption(), codec, network);
    ChannelFuture bound = listener.bind(settings, network);
    Network.await(bound);
    if (!bound.isSuccess()) {
      throw new IOException(
          "Cannot listen on " + settings.host() + ":" + settings.port(),
          bound.isDone() ? bound.cause() : new IOException("its event loop does not answer"));
    }
    listener.listening = bound.channel();
    return listener;
  }

  private ChannelFuture bind(ListenerSettings settings, Network network) {
    var initializer =
        new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            prepare(channel);
          }
        };
    return new ServerBootstrap()
        .group(network.eventLoops())
        .channel(network.transport().listeners())
        .option(ChannelOption.SO_BACKLOG, ACCEPT_QUEUE)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(initializer)
        .bind(new InetSocketAddress(settings.host(), settings.port()));
  }

  private void prepare(SocketChannel channel) {
    if (port.connections().admit(channel)) {
      channel.pipeline().addLast(new EncryptionChoice(channel, this));
    } else {
      refuse(channel);
    }
  }

  private void refuse(SocketChannel channel) {
    Optional<ByteBuf> answer = codec.overload();
    if (answer.isPresent()) {
      channel.writeAndFlush(answer.get()).addListener(ChannelFutureListener.CLOSE);
    } else {
      Closing.close(channel);
    }
  }

  Codec codec() {
    return codec;
  }

  Port shared() {
    return port;
  }

  /// Null where only plain connections are taken.
  @Nullable TlsContext tls() {
    return tls;
  }

  /// The port it really listens on.
  public int port() {
    return ((InetSocketAddress) requireListening().localAddress()).getPort();
  }

  public boolean isOpen() {
    return requireListening().isActive();
  }

  /// How many clients are connected.
  public int connectionCount() {
    return port.connections().count();
  }

  /// Accepts nobody any more, lets requests in flight be answered for at most the given time, then
  /// closes what is left.
  public void stop(Duration grace) {
    Network.await(requireListening().close());
    port.connections().drain(grace);
  }

  @Override
  public void close() {
    stop(Duration.ZERO);
  }

  private Channel requireListening() {
    if (listening == null) {
      throw new IllegalStateException("The port is not open");
    }
    return listening;
  }
}
