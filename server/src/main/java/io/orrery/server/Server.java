// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.gateway.access.Credentials;
import io.orrery.model.OrreryException;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.server.health.HealthHandler;
import io.orrery.server.health.Metrics;
import io.orrery.server.health.Readiness;
import io.orrery.server.health.ReadyFile;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Mode;
import io.orrery.server.settings.Settings;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that runs. Starts the health port first, so that a long recovery can be watched, and
/// the doors last; stops in the opposite order.
final class Server implements AutoCloseable {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);
  private final Settings settings;
  private final Transport transport;
  private final Readiness readiness = new Readiness();
  private final Metrics metrics = new Metrics();

  private final HealthHandler pages = new HealthHandler(readiness, metrics, this::status);

  /// In the order they were opened; read by probes while more are added.
  private final Map<String, String> endpoints = Collections.synchronizedMap(new LinkedHashMap<>());

  private final Optional<ReadyFile> readyFile;
  private @Nullable HealthPort health;
  private @Nullable OpenDoors doors;
  private @Nullable Credentials credentials;
  private volatile @Nullable Engine engine;

  private Server(Settings settings, Transport transport) {
    this.settings = settings;
    this.transport = transport;
    this.readyFile = settings.find(KnownSettings.READY_FILE).map(ReadyFile::new);
  }

  /// Returns when every part answers.
  ///
  /// @throws OrreryException with a sentence for the user: what failed and what to do
  static Server start(Settings settings, Transport transport) {
    var server = new Server(settings, transport);
    try {
      server.startHealth();
      server.openDoors(server.startEngine());
      server.readiness.started();
      return server;
    } catch (RuntimeException | Error e) {
      server.closeAfter(e);
      throw e;
    }
  }

  /// What goes wrong here is less than what went wrong before.
  private void closeAfter(Throwable failure) {
    try {
      close();
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
    }
  }

  private void startHealth() {
    HealthPort opened = HealthPort.open(settings, pages, metrics);
    health = opened;
    endpoints.put("health", opened.address());
  }

  private Engine startEngine() {
    Engine opened = Engine.open(settings, transport);
    engine = opened;
    opened.register(readiness, metrics);
    return opened;
  }

  private void openDoors(Engine opened) {
    Certificate certificate = Certificate.of(settings);
    credentials =
        new Credentials(
            opened.gateway().administration().access(),
            KeyFile.primaryKey(settings),
            SystemTime.CLOCK);
    OpenDoors opening = new OpenDoors(settings, readiness, metrics);
    doors = opening;
    for (Door door : Doors.over(opened, credentials, settings, certificate, opening)) {
      opening.open(door, certificate.encryption());
    }
    if (Doors.portal(settings).isPresent()) {
      opening.openPortal(certificate.encryption());
    }
    endpoints.putAll(opening.endpoints());
  }

  /// Tells the world: the lines that test modules of the vendor's emulator wait for, in their
  /// order, then the ready file. `Started` ends with CR LF since one of them insists on it.
  void announce(PrintStream out) {
    endpoints.forEach(
        (_, url) -> out.println("Now listening on: " + url.substring(0, url.length() - 1)));
    out.println("Emulator is accessible");
    out.print("Started\r\n");
    out.flush();
    readyFile.ifPresent(file -> file.write(readyContent()));
  }

  /// Endpoints, and the keys to open them with.
  private Map<String, String> readyContent() {
    Map<String, String> content = new LinkedHashMap<>(endpoints);
    if (credentials != null) {
      AccountKeys keys = credentials.keys();
      content.put("key", text(keys, AccountKeys.Name.PRIMARY));
      content.put("readOnlyKey", text(keys, AccountKeys.Name.PRIMARY_READ_ONLY));
    }
    return content;
  }

  private static String text(AccountKeys keys, AccountKeys.Name name) {
    return Base64.getEncoder().encodeToString(keys.key(name));
  }

  private Map<String, ?> status() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("version", Version.current());
    status.put("pid", ProcessHandle.current().pid());
    status.put("uptimeSeconds", ManagementFactory.getRuntimeMXBean().getUptime() / 1000);
    status.put("mode", KnownSettings.MODE.type().formatter().apply(mode()));
    status.put("endpoints", endpoints);
    status.put("parts", readiness.states());
    Engine running = engine;
    if (running != null) {
      status.put("store", running.status());
    }
    return status;
  }

  private Mode mode() {
    return settings.value(KnownSettings.MODE);
  }

  /// Takes no new requests, answers those in flight, closes the engine.
  @Override
  public void close() {
    readiness.stopping();
    readyFile.ifPresent(ReadyFile::close);
    if (doors != null) {
      doors.close(STOP_GRACE);
    }
    Engine closing = engine;
    engine = null;
    if (closing != null) {
      closing.close();
    }
    if (health != null) {
      health.close(STOP_GRACE);
    }
    pages.close();
    metrics.close();
  }
}
