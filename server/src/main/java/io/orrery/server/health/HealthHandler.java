// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The health port: `/alive` for "restart me if this fails", `/ready` for "send me requests",
/// `/status` for people, `/metrics` for Prometheus.
///
/// They are needed most when requests for data have to wait, so none of them runs on a virtual
/// thread: whoever waits for a slow disk keeps one of the few threads that carry these. `/alive` is
/// answered where it is read, `/ready` has a thread of its own, the others share two.
public final class HealthHandler implements HttpHandler, AutoCloseable {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int WAITING_MAX = 64;
  private static final Optional<Executor> WHERE_IT_IS_READ = Optional.of(Runnable::run);

  private final Readiness readiness;
  private final Metrics metrics;
  private final Supplier<Map<String, ?>> status;
  private final ThreadPoolExecutor probes = threads("health-ready", 1);
  private final ThreadPoolExecutor pages = threads("health-pages", 2);
  private final Optional<Executor> forProbes = Optional.of(probes);
  private final Optional<Executor> forPages = Optional.of(pages);

  public HealthHandler(Readiness readiness, Metrics metrics, Supplier<Map<String, ?>> status) {
    this.readiness = readiness;
    this.metrics = metrics;
    this.status = status;
  }

  private static ThreadPoolExecutor threads(String name, int count) {
    var threads =
        new ThreadPoolExecutor(
            count,
            count,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_MAX),
            Thread.ofPlatform().name(name).daemon().factory());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  @Override
  public Optional<Executor> executorFor(String path) {
    return switch (path) {
      case "/ready" -> forProbes;
      case "/status", "/metrics" -> forPages;
      default -> WHERE_IT_IS_READ;
    };
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return new HttpResponse(405, HttpHeaders.of("Allow", "GET, HEAD"), new byte[0]);
    }
    return switch (request.path()) {
      case "/alive" -> HttpResponse.text(200, "alive\n");
      case "/ready" -> ready();
      case "/status" -> HttpResponse.json(200, HealthJson.of(status.get()));
      case "/metrics" -> HttpResponse.of(200, PROMETHEUS, metrics.scrape());
      default ->
          HttpResponse.text(404, "Here are /alive, /ready, /status and /metrics, nothing else.\n");
    };
  }

  private HttpResponse ready() {
    Map<String, String> states = readiness.states();
    return HttpResponse.json(Readiness.isReady(states) ? 200 : 503, HealthJson.of(states));
  }

  @Override
  public void close() {
    probes.shutdownNow();
    pages.shutdownNow();
  }
}
