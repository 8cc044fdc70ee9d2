// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What views that follow the server hold on to while they are left open. Takes ten minutes, and as
/// many more as `orrery.portal.minutes` says, three at least; see CONTRIBUTING.md.
@EnabledIfSystemProperty(named = "orrery.portal.minutes", matches = "[3-9]|[1-9]\\d+")
class PortalHeapIT {
  private static final String PLACE = "?database=live&container=c";

  /// What lists and pictures keep of the past is full by then: five minutes of metrics, and the ten
  /// minutes of the heat map, which has six more columns with every minute until then.
  private static final int WARM_SECONDS = 620;

  private static final int STEP_SECONDS = 60;
  private static final int PACE_MILLIS = 40;

  /// From the second third of the time to the last.
  private static final double GROWTH_MAX = 1.01;

  private static final List<String> VIEWS =
      List.of(
          "metrics",
          "requests",
          "change-feed" + PLACE,
          "partitions" + PLACE,
          "partitions" + PLACE + "&view=requests");

  /// What a tab holds after its garbage was collected.
  private record Held(double heapBytes, double nodes) {}

  @Test
  void tabsThatFollowTheServerDoNotGrow(@TempDir Path directory) {
    int minutes = Integer.getInteger("orrery.portal.minutes");
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      PortalBrowser.requireBrowser(server);
      SqlHttp http = SqlHttp.owner(server);
      http.post("/dbs", "{\"id\":\"live\"}");
      http.post("/dbs/live/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
      AtomicInteger written = new AtomicInteger();
      try (ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();
          PortalBrowser browser = PortalBrowser.interpreting(server)) {
        Future<?> writing =
            load.scheduleAtFixedRate(
                () -> write(http, written.incrementAndGet()),
                0,
                PACE_MILLIS,
                TimeUnit.MILLISECONDS);
        Map<String, List<Held>> held = watch(browser, minutes);
        writing.cancel(false);
        assertThat(written.get()).isGreaterThan(minutes * 60);
        held.forEach(PortalHeapIT::print);
        held.forEach(PortalHeapIT::requireFlat);
        assertThat(browser.troubles()).isEmpty();
      }
    }
  }

  private static void write(SqlHttp http, int number) {
    String key = "key-" + number % 50;
    http.send(
        "POST",
        "/dbs/live/colls/c/docs",
        "{\"id\":\"%d\",\"pk\":\"%s\",\"text\":\"%s\"}".formatted(number, key, "x".repeat(200)),
        "x-ms-documentdb-partitionkey",
        "[\"%s\"]".formatted(key));
  }

  private static Map<String, List<Held>> watch(PortalBrowser browser, int minutes) {
    Map<String, Page> pages = new LinkedHashMap<>();
    for (String view : VIEWS) {
      Page page = browser.visitor();
      browser.open(page, view);
      pages.put(view, page);
    }
    Map<String, List<Held>> held = new LinkedHashMap<>();
    Page any = pages.values().iterator().next();
    any.waitForTimeout(WARM_SECONDS * 1000.0);
    for (int i = 0; i <= minutes; i++) {
      pages.forEach(
          (view, page) -> held.computeIfAbsent(view, _ -> new ArrayList<>()).add(measure(page)));
      any.waitForTimeout(i < minutes ? STEP_SECONDS * 1000.0 : 1);
    }
    return held;
  }

  private static Held measure(Page page) {
    CDPSession session = page.context().newCDPSession(page);
    session.send("HeapProfiler.enable");
    session.send("HeapProfiler.collectGarbage");
    session.send("Performance.enable");
    JsonObject metrics = session.send("Performance.getMetrics");
    double heap = 0;
    double nodes = 0;
    for (JsonElement each : metrics.getAsJsonArray("metrics")) {
      JsonObject metric = each.getAsJsonObject();
      switch (metric.get("name").getAsString()) {
        case "JSHeapUsedSize" -> heap = metric.get("value").getAsDouble();
        case "Nodes" -> nodes = metric.get("value").getAsDouble();
        default -> {
          // Something else.
        }
      }
    }
    session.detach();
    return new Held(heap, nodes);
  }

  private static void print(String view, List<Held> held) {
    System.out.printf(
        "%s: %s MB, %s nodes%n",
        view,
        held.stream().map(each -> "%.2f".formatted(each.heapBytes() / (1 << 20))).toList(),
        held.stream().map(each -> "%.0f".formatted(each.nodes())).toList());
  }

  private static void requireFlat(String view, List<Held> held) {
    requireFlat("bytes of the heap behind " + view, held, Held::heapBytes);
    requireFlat("nodes behind " + view, held, Held::nodes);
  }

  /// Looks may come in the middle of something that is over in a moment, so the lowest count. The
  /// first third is left out: tables get a line with the first request of each kind, which a busy
  /// machine may bring late.
  private static void requireFlat(String what, List<Held> held, ToDoubleFunction<Held> number) {
    int third = held.size() / 3;
    assertThat(lowest(held.subList(2 * third, held.size()), number))
        .as(what)
        .isLessThan(lowest(held.subList(third, 2 * third), number) * GROWTH_MAX);
  }

  private static double lowest(List<Held> held, ToDoubleFunction<Held> number) {
    return held.stream().mapToDouble(number).min().orElseThrow();
  }
}
