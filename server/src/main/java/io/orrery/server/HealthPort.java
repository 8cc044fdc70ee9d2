// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.model.SystemTime;
import io.orrery.server.health.HealthHandler;
import io.orrery.server.health.Metrics;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import io.orrery.wire.Listener;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpLimits;
import java.time.Duration;

/// The pages about health, on a network of their own: they are needed most when there is no room,
/// no connection or no event loop left elsewhere.
final class HealthPort {
  private static final int THREADS = 1;
  private static final long BYTES = 8 << 20;
  private static final HttpLimits LIMITS =
      new HttpLimits(
          16 * 1024,
          0,
          new Patience(
              Duration.ofSeconds(20),
              Duration.ofMinutes(1),
              Duration.ofSeconds(10),
              Duration.ofSeconds(20)));

  private final Network network;
  private final String host;
  private final Listener listener;

  private HealthPort(Network network, String host, Listener listener) {
    this.network = network;
    this.host = host;
    this.listener = listener;
  }

  static HealthPort open(Settings settings, HealthHandler pages, Metrics metrics) {
    var network =
        new Network(
            "health",
            THREADS,
            new ConnectionLimits(256, 256),
            new TrafficBudget(BYTES, SystemTime.TICKER));
    try {
      String host = settings.value(KnownSettings.HEALTH_HOST);
      Listener listener =
          Listening.start(
              network,
              new ListenerSettings(host, settings.value(KnownSettings.HEALTH_PORT)),
              new HttpCodec(pages, LIMITS),
              KnownSettings.HEALTH_PORT,
              KnownSettings.HEALTH_HOST);
      metrics.gauge(
          "orrery_health_connections",
          "Clients connected to the health port",
          listener,
          Listener::connectionCount);
      return new HealthPort(network, host, listener);
    } catch (RuntimeException | Error e) {
      network.close();
      throw e;
    }
  }

  String address() {
    return Listening.address("http", host, listener);
  }

  void close(Duration grace) {
    listener.stop(grace);
    network.close();
  }
}
