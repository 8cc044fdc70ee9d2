// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import io.orrery.wire.HttpHandler;
import io.orrery.wire.HttpHeaders;
import io.orrery.wire.HttpRequest;
import io.orrery.wire.HttpResponse;
import java.util.Map;
import java.util.function.Supplier;

/// The health port: `/alive` for "restart me if this fails", `/ready` for "send me requests",
/// `/status` for people, `/metrics` for Prometheus.
public final class HealthHandler implements HttpHandler {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final Readiness readiness;
  private final Metrics metrics;
  private final Supplier<Map<String, ?>> status;

  public HealthHandler(Readiness readiness, Metrics metrics, Supplier<Map<String, ?>> status) {
    this.readiness = readiness;
    this.metrics = metrics;
    this.status = status;
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return new HttpResponse(405, HttpHeaders.of("Allow", "GET, HEAD"), new byte[0]);
    }
    return switch (request.path()) {
      case "/alive" -> HttpResponse.text(200, "alive\n");
      case "/ready" -> ready();
      case "/status" -> HttpResponse.json(200, JsonText.of(status.get()));
      case "/metrics" -> HttpResponse.of(200, PROMETHEUS, metrics.scrape());
      default ->
          HttpResponse.text(404, "Here are /alive, /ready, /status and /metrics, nothing else.\n");
    };
  }

  private HttpResponse ready() {
    Map<String, String> states = readiness.states();
    return HttpResponse.json(Readiness.isReady(states) ? 200 : 503, JsonText.of(states));
  }
}
