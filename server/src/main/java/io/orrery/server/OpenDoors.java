// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.api.admin.AdvertisedDoor;
import io.orrery.api.sql.account.AccountAddress;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.portal.PortalDoor;
import io.orrery.server.health.Metrics;
import io.orrery.server.health.Readiness;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Protocol;
import io.orrery.server.settings.Setting;
import io.orrery.server.settings.Settings;
import io.orrery.wire.Encryption;
import io.orrery.wire.Listener;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.Codec;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The doors that are open, on one network.
final class OpenDoors {
  private static final Logger LOG = LoggerFactory.getLogger(OpenDoors.class);

  /// Event loops only move bytes; fewer than two and one TLS handshake would hold up everybody.
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private record OpenDoor(Door door, Listener listener) {}

  private final Settings settings;
  private final Readiness readiness;
  private final Metrics metrics;
  private final TrafficBudget traffic = TrafficBudget.ofThisProcess(SystemTime.TICKER);
  private final Network network = new Network("doors", THREADS, ConnectionLimits.DEFAULT, traffic);
  private final List<OpenDoor> open = new CopyOnWriteArrayList<>(); // read by requests

  private final List<Listener> aliases = new ArrayList<>();
  private @Nullable Listener portal;

  OpenDoors(Settings settings, Readiness readiness, Metrics metrics) {
    this.settings = settings;
    this.readiness = readiness;
    this.metrics = metrics;
    metrics.gauge(
        "orrery_traffic_bytes",
        "Bodies and answers held for clients of all APIs",
        traffic,
        TrafficBudget::heldBytes);
    metrics.gauge(
        "orrery_traffic_given_up",
        "Bodies and answers given up, since their clients were slow and the room was needed",
        traffic,
        TrafficBudget::givenUp);
  }

  /// Opens a door, unless the settings say that it stays closed.
  void open(Door door, Encryption encryption) {
    Optional<Integer> port = port(door.port());
    if (port.isPresent()) {
      var wanted = new ListenerSettings(Exposure.host(settings), port.get(), encryption);
      Listener listener =
          Listening.start(network, wanted, door.codec(), door.port(), KnownSettings.HOST);
      open.add(new OpenDoor(door, listener));
      watch(door, listener);
      if (settings.value(KnownSettings.NATIVE_PORTS)) {
        openNative(door, encryption);
      }
    }
  }

  /// The SQL API's door once more, at the portal's own port: the portal asks where it came from. A
  /// port that nobody chose and somebody else has is no reason not to start.
  void openPortal(Encryption encryption) {
    Optional<Integer> port = port(KnownSettings.PORTAL_PORT);
    Optional<Codec> sql =
        open.stream()
            .map(OpenDoor::door)
            .filter(door -> door.port().equals(KnownSettings.SQL_PORT))
            .map(Door::codec)
            .findFirst();
    if (port.isEmpty() || sql.isEmpty()) {
      return;
    }
    var wanted = new ListenerSettings(Exposure.host(settings), port.get(), encryption);
    try {
      portal =
          Listening.start(
              network, wanted, sql.get(), KnownSettings.PORTAL_PORT, KnownSettings.HOST);
    } catch (OrreryException e) {
      if (!settings.isDefault(KnownSettings.PORTAL_PORT)) {
        throw e;
      }
      LOG.warn("The portal is at the port of the SQL API only. {}", e.getMessage());
    }
  }

  /// The same door at further ports.
  private void openNative(Door door, Encryption encryption) {
    for (int port : Doors.nativePorts(door)) {
      var wanted = new ListenerSettings(Exposure.host(settings), port, encryption);
      aliases.add(
          Listening.start(
              network, wanted, door.codec(), KnownSettings.NATIVE_PORTS, KnownSettings.HOST));
    }
  }

  /// Who takes any free port for the first door wants several servers side by side, and has them:
  /// doors of which nothing is said do the same.
  private Optional<Integer> port(Setting<Optional<Integer>> setting) {
    Optional<Integer> port = settings.value(setting);
    boolean anyFree = settings.value(KnownSettings.SQL_PORT).equals(Optional.of(0));
    return anyFree && port.isPresent() && settings.isDefault(setting) ? Optional.of(0) : port;
  }

  private void watch(Door door, Listener listener) {
    readiness.add(
        door.name(), () -> listener.isOpen() ? Optional.empty() : Optional.of("port closed"));
    metrics.gauge(
        "orrery_" + door.name() + "_connections",
        "Clients connected to the " + door.title(),
        listener,
        Listener::connectionCount);
  }

  /// Where clients on this machine reach each, by its name.
  Map<String, String> endpoints() {
    boolean secure = Exposure.protocol(settings) == Protocol.HTTPS;
    Map<String, String> endpoints = new LinkedHashMap<>();
    for (OpenDoor each : open) {
      Door.Schemes schemes = each.door().schemes();
      endpoints.put(
          each.door().name(),
          Listening.address(
              secure ? schemes.secure() : schemes.plain(),
              Exposure.host(settings),
              each.listener()));
    }
    if (portal != null) {
      String address =
          Listening.address(secure ? "https" : "http", Exposure.host(settings), portal);
      endpoints.put("portal", address + PortalDoor.ADDRESSES.substring(1));
    }
    return endpoints;
  }

  /// What clients are told who ask for connection strings.
  List<AdvertisedDoor> advertised(AccountAddress address) {
    return open.stream().map(each -> advertised(each, address)).toList();
  }

  private static AdvertisedDoor advertised(OpenDoor open, AccountAddress address) {
    Door door = open.door();
    return new AdvertisedDoor(
        door.name(),
        (request, key) -> {
          var place = new Door.Place(address.of(request), open.listener().port());
          return door.connectionString().of(place, key);
        });
  }

  /// Takes no new requests, answers those in flight: the last door first.
  void close(Duration grace) {
    if (portal != null) {
      portal.stop(grace);
    }
    for (Listener each : aliases) {
      each.stop(grace);
    }
    for (OpenDoor each : open.reversed()) {
      each.listener().stop(grace);
    }
    network.close();
  }
}
