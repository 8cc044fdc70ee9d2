// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// An HTTP server: HTTP/1.1 and HTTP/2, plain and over TLS, all on one port, and limits on
/// everything.
///
/// The first bytes of a connection decide what it speaks ([ProtocolChoice]). Over HTTP/1.1 requests
/// are answered one after the other ([HttpConnection]), over HTTP/2 beside each other
/// ([Http2Connection]); a client that sends faster than it is served fills its own socket buffer
/// and nothing of ours.
public final class HttpServer implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int ACCEPT_QUEUE = 1024;

  /// For event loops to open or close something. One that met an Error on the way, having no memory
  /// for example, never says so: whoever waited for ever would be left behind half a server.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpSettings settings;
  private final EventLoopGroup eventLoops;
  private final OpenConnections connections;
  private final Service service;
  private final Protocols protocols;
  private @Nullable Channel listener;

  private HttpServer(HttpSettings settings, HttpHandler handler, TrafficBudget budget) {
    this.settings = settings;
    this.eventLoops =
        new MultiThreadIoEventLoopGroup(
            THREADS, new DefaultThreadFactory(settings.name()), NioIoHandler.newFactory());
    this.connections = new OpenConnections(settings.limits().connections());
    this.service = new Service(handler, settings.limits(), connections, budget);
    this.protocols = Protocols.of(settings.encryption(), service);
  }

  /// Listens; requests are answered when this returns.
  ///
  /// @param budget for what is held for clients, the same for all ports that serve data
  /// @throws IOException if the address cannot be bound, most often since the port is in use
  public static HttpServer start(HttpSettings settings, HttpHandler handler, TrafficBudget budget)
      throws IOException {
    var server = new HttpServer(settings, handler, budget);
    ChannelFuture bound = server.bind();
    await(bound);
    if (!bound.isSuccess()) {
      server.stopEventLoops();
      throw new IOException(
          "Cannot listen on " + settings.host() + ":" + settings.port(),
          bound.isDone() ? bound.cause() : new IOException("its event loop does not answer"));
    }
    server.listener = bound.channel();
    return server;
  }

  private static void await(Future<?> done) {
    boolean _ = done.awaitUninterruptibly(PATIENCE.toMillis());
  }

  private ChannelFuture bind() {
    var initializer =
        new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            prepare(channel);
          }
        };
    return new ServerBootstrap()
        .group(eventLoops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, ACCEPT_QUEUE)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(initializer)
        .bind(new InetSocketAddress(settings.host(), settings.port()));
  }

  private void prepare(SocketChannel channel) {
    if (!connections.admit(channel)) {
      writeOverload(channel);
      return;
    }
    channel.pipeline().addLast(new ProtocolChoice(channel, protocols));
  }

  private void writeOverload(SocketChannel channel) {
    HttpResponse answer = service.refuse(Refusal.tooManyConnections(), HttpHeaders.NONE);
    channel
        .writeAndFlush(
            HeadWriter.encode(answer, HeadWriter.Connection.CLOSE, true, channel.alloc()))
        .addListener(ChannelFutureListener.CLOSE);
  }

  /// The port it really listens on.
  public int port() {
    return ((InetSocketAddress) requireListener().localAddress()).getPort();
  }

  /// How many clients are connected.
  public int connectionCount() {
    return connections.count();
  }

  /// Accepts nobody any more, lets requests in flight be answered for at most the given time, then
  /// closes what is left.
  public void stop(Duration grace) {
    await(requireListener().close());
    connections.drain(grace);
    stopEventLoops();
  }

  private void stopEventLoops() {
    await(eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS));
  }

  @Override
  public void close() {
    stop(Duration.ZERO);
  }

  private Channel requireListener() {
    if (listener == null) {
      throw new IllegalStateException("The server is not listening");
    }
    return listener;
  }
}
