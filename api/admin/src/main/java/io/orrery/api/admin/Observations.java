// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.api.admin.AdminAddress.NamedContainer;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.LogicalPartitionSize;
import io.orrery.gateway.LogicalPartitionSpending;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.observe.ContainerUsage;
import io.orrery.gateway.observe.HeatMap;
import io.orrery.gateway.observe.KeyGrowth;
import io.orrery.gateway.observe.Observatory;
import io.orrery.gateway.observe.PartitionHistories;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// What is known about the requests there were: `…/heatmap`, `…/top-keys`, `…/workload` and
/// `metrics`.
final class Observations {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration STRETCH = Duration.ofHours(1);
  private static final int STEP_SECONDS = 60;
  private static final int STEP_SECONDS_MAX = 24 * 60 * 60;
  private static final int KEYS = 10;
  private static final int KEYS_MAX = 1000;

  private final Administration administration;
  private final Gateway gateway;
  private final Observatory observatory;
  private final InstantSource clock;

  Observations(
      Administration administration,
      Gateway gateway,
      Observatory observatory,
      InstantSource clock) {
    this.administration = administration;
    this.gateway = gateway;
    this.observatory = observatory;
    this.clock = clock;
  }

  /// The last hour in steps of a minute, unless asked otherwise.
  Value heatMap(AdminRequest request, NamedContainer name) {
    ContainerHandle container = require(name);
    Instant now = clock.instant();
    Instant to = request.time("to", now);
    Instant from = request.time("from", to.minus(STRETCH));
    if (!from.isBefore(to)) {
      throw AdminRequest.invalid("'from' must be before 'to'.");
    }
    Duration step = Duration.ofSeconds(request.number("step", STEP_SECONDS, STEP_SECONDS_MAX));
    PartitionHistories histories = observatory.histories();
    HeatMap map = histories.map(container.number(), from, to, step, now);
    return ObservationText.of(map);
  }

  /// By what their items take, which is counted, or by what requests cost, which is sampled.
  Value topKeys(AdminRequest request, NamedContainer name) {
    ContainerHandle container = require(name);
    int count = request.number("count", KEYS, KEYS_MAX);
    RequestContext context = gateway.request(TIMEOUT);
    String by = request.parameter("by").orElse("ru");
    List<Value.Document> keys =
        switch (by) {
          case "ru" ->
              gateway.hottestKeys(container, count, context).stream()
                  .map(Observations::document)
                  .toList();
          case "bytes" ->
              gateway.topKeys(container, count, context).stream()
                  .map(size -> document(container, size))
                  .toList();
          default ->
              throw AdminRequest.invalid(
                  "The parameter 'by' must be ru or bytes, not '%s'.".formatted(by));
        };
    return Json.object().put("by", by).put("keys", keys).build();
  }

  private static Value.Document document(LogicalPartitionSpending key) {
    return Json.object()
        .put("partitionKey", key.key().toString())
        .put("partition", key.ordinal())
        .put("requestUnits", ObservationText.units(key.thousandths()))
        .put("overestimateMax", ObservationText.units(key.errorThousandths()))
        .build();
  }

  /// How it grows is told only if that is known.
  private Value.Document document(ContainerHandle container, LogicalPartitionSize key) {
    Instant now = clock.instant();
    long bytes = key.counters().bytes();
    Json document =
        Json.object()
            .put("partitionKey", key.key().toString())
            .put("items", key.counters().items())
            .put("dataBytes", key.counters().dataBytes())
            .put("indexBytes", key.counters().indexBytes());
    Optional<KeyGrowth> growth =
        observatory.keySizes().growth(container.number(), key.key(), bytes, now.toEpochMilli());
    growth.ifPresent(
        known ->
            document
                .put("growthBytesPerDay", known.bytesPerDay())
                .put("growthObservedSeconds", known.observed().toSeconds()));
    growth
        .flatMap(
            known -> known.reaches(gateway.settings().limits().logicalPartitionBytes(), bytes, now))
        .ifPresent(day -> document.put("reachesCap", day.toString()));
    return document.build();
  }

  /// Up to this moment.
  Value workload(NamedContainer name) {
    ContainerHandle container = require(name);
    observatory.book(clock.millis());
    return ObservationText.workload(
        observatory.usage(container.number()).map(ContainerUsage::workload),
        observatory.settings());
  }

  Value summary() {
    return new MetricsSummaryText(administration, observatory).document();
  }

  private ContainerHandle require(NamedContainer name) {
    return gateway.container(name.database(), name.name());
  }
}
