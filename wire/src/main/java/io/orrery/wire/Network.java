// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.orrery.wire.connection.Codec;
import io.orrery.wire.connection.ConnectionBudget;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// What ports share: event loops, which move the bytes of all their connections, and one budget
/// each for connections and for bytes. So five doors take no more of the machine than one.
public final class Network implements AutoCloseable {
  /// For event loops to open or close something. One that met an Error on the way, having no memory
  /// for example, never says so: whoever waited for ever would be left behind half a server.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final SocketTransport transport;
  private final EventLoopGroup eventLoops;
  private final ConnectionBudget connections;
  private final TrafficBudget traffic;

  /// @param name of its threads, for people who read thread dumps
  /// @param traffic for what is held for clients of all ports
  public Network(String name, int threads, ConnectionLimits limits, TrafficBudget traffic) {
    this(name, threads, limits, traffic, SocketTransport.available());
  }

  Network(
      String name,
      int threads,
      ConnectionLimits limits,
      TrafficBudget traffic,
      SocketTransport transport) {
    this.transport = transport;
    this.eventLoops =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory(name), transport.handlers());
    this.connections = new ConnectionBudget(limits);
    this.traffic = traffic;
  }

  /// Opens a port; clients are served when this returns. It has to be stopped before this is
  /// closed.
  ///
  /// @throws IOException if the address cannot be bound, most often since the port is in use
  public Listener listen(ListenerSettings settings, Codec codec) throws IOException {
    return Listener.start(settings, codec, this);
  }

  SocketTransport transport() {
    return transport;
  }

  EventLoopGroup eventLoops() {
    return eventLoops;
  }

  ConnectionBudget connections() {
    return connections;
  }

  TrafficBudget traffic() {
    return traffic;
  }

  static void await(Future<?> done) {
    boolean _ = done.awaitUninterruptibly(PATIENCE.toMillis());
  }

  @Override
  public void close() {
    await(eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS));
  }
}
