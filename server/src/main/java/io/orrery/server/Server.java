// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.server.health.HealthHandler;
import io.orrery.server.health.Metrics;
import io.orrery.server.health.Readiness;
import io.orrery.server.health.ReadyFile;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Mode;
import io.orrery.server.settings.Protocol;
import io.orrery.server.settings.Setting;
import io.orrery.server.settings.Settings;
import io.orrery.wire.HttpHandler;
import io.orrery.wire.HttpLimits;
import io.orrery.wire.HttpServer;
import io.orrery.wire.HttpSettings;
import io.orrery.wire.TrafficBudget;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that runs. Starts the health port first, so that a long recovery can be watched, and
/// the doors last; stops in the opposite order.
final class Server implements AutoCloseable {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);
  private static final HttpLimits HEALTH_LIMITS =
      new HttpLimits(
          new HttpLimits.Connections(256, 256),
          16 * 1024,
          0,
          new HttpLimits.Patience(
              Duration.ofSeconds(20),
              Duration.ofMinutes(1),
              Duration.ofSeconds(10),
              Duration.ofSeconds(20)));

  /// A budget of its own: the pages about health are needed most when there is no room elsewhere.
  private static final long HEALTH_BYTES = 8 << 20;

  private final Settings settings;
  private final Readiness readiness = new Readiness();
  private final Metrics metrics = new Metrics();

  private final HealthHandler pages = new HealthHandler(readiness, metrics, this::status);

  /// For all doors together.
  private final TrafficBudget traffic = TrafficBudget.ofThisProcess();

  /// In the order they were opened; read by probes while more are added.
  private final Map<String, String> endpoints = Collections.synchronizedMap(new LinkedHashMap<>());

  private final Optional<ReadyFile> readyFile;
  private @Nullable HttpServer health;
  private @Nullable SqlApi sql;
  private volatile @Nullable Engine engine;

  private Server(Settings settings) {
    this.settings = settings;
    this.readyFile = settings.find(KnownSettings.READY_FILE).map(ReadyFile::new);
  }

  /// Returns when every part answers.
  ///
  /// @throws OrreryException with a sentence for the user: what failed and what to do
  static Server start(Settings settings) {
    var server = new Server(settings);
    try {
      server.startHealth();
      server.startSql(server.startEngine());
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
    HttpServer started =
        listen(
            KnownSettings.HEALTH_PORT,
            new HttpSettings(
                "health", healthHost(), settings.value(KnownSettings.HEALTH_PORT), HEALTH_LIMITS),
            pages,
            new TrafficBudget(HEALTH_BYTES));
    health = started;
    metrics.gauge(
        "orrery_health_connections",
        "Clients connected to the health port",
        started,
        HttpServer::connectionCount);
    endpoints.put("health", "http://" + reachable(healthHost()) + ":" + started.port() + "/");
  }

  private Engine startEngine() {
    Engine opened = Engine.open(settings);
    engine = opened;
    opened.register(readiness, metrics);
    return opened;
  }

  private void meterTraffic() {
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

  private void startSql(Engine opened) {
    Certificate certificate = Certificate.of(settings);
    SqlApi door = SqlApi.over(opened, settings, certificate);
    door.attach(
        listen(
            KnownSettings.SQL_PORT,
            new HttpSettings(
                "sql",
                Exposure.host(settings),
                settings.value(KnownSettings.SQL_PORT),
                HttpLimits.DEFAULT,
                certificate.encryption()),
            door.handler(),
            traffic));
    sql = door;
    metrics.gauge(
        "orrery_sql_connections",
        "Clients connected to the SQL API",
        door,
        SqlApi::connectionCount);
    meterTraffic();
    String scheme = Exposure.protocol(settings) == Protocol.HTTPS ? "https" : "http";
    endpoints.put(
        "sql", scheme + "://" + reachable(Exposure.host(settings)) + ":" + door.port() + "/");
  }

  private HttpServer listen(
      Setting<Integer> port, HttpSettings wanted, HttpHandler handler, TrafficBudget budget) {
    Setting<String> host =
        port.equals(KnownSettings.HEALTH_PORT) ? KnownSettings.HEALTH_HOST : KnownSettings.HOST;
    try {
      return HttpServer.start(wanted, handler, budget);
    } catch (IOException e) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE,
          "Cannot listen on %s:%d (%s); choose another %s (0 takes any free port) or %s."
              .formatted(wanted.host(), wanted.port(), reason(e), port.flag(), host.flag()),
          e);
    }
  }

  private static String reason(IOException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return String.valueOf(cause.getMessage());
  }

  private String healthHost() {
    return settings.value(KnownSettings.HEALTH_HOST);
  }

  /// A host that clients on this machine can use.
  private static String reachable(String host) {
    return switch (host) {
      case "0.0.0.0", "::" -> "127.0.0.1";
      default -> host.contains(":") ? "[" + host + "]" : host;
    };
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
    if (sql != null) {
      content.putAll(sql.keys());
    }
    return content;
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
    if (sql != null) {
      sql.stop(STOP_GRACE);
    }
    Engine closing = engine;
    engine = null;
    if (closing != null) {
      closing.close();
    }
    if (health != null) {
      health.stop(STOP_GRACE);
    }
    pages.close();
    metrics.close();
  }
}
