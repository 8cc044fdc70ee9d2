// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.orrery.wire.connection.Codec;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.time.Duration;

/// One port of this machine, on a network of its own.
public final class OpenPort implements AutoCloseable {
  private final Network network;
  private final Listener listener;

  private OpenPort(Network network, Listener listener) {
    this.network = network;
    this.listener = listener;
  }

  /// Opens one.
  ///
  /// @param name of its threads
  public static OpenPort of(
      String name,
      Encryption encryption,
      Codec codec,
      ConnectionLimits connections,
      TrafficBudget budget)
      throws IOException {
    Network network = new Network(name, 2, connections, budget);
    try {
      return new OpenPort(
          network, network.listen(new ListenerSettings("127.0.0.1", 0, encryption), codec));
    } catch (IOException e) {
      network.close();
      throw e;
    }
  }

  public static OpenPort plain(String name, Codec codec, TrafficBudget budget) throws IOException {
    return of(name, new Encryption.Never(), codec, ConnectionLimits.DEFAULT, budget);
  }

  public Network network() {
    return network;
  }

  public int port() {
    return listener.port();
  }

  public int connectionCount() {
    return listener.connectionCount();
  }

  public void stop(Duration grace) {
    listener.stop(grace);
    network.close();
  }

  @Override
  public void close() {
    stop(Duration.ZERO);
  }
}
