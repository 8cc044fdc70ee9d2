// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.observe.ContainerUsage;
import io.orrery.gateway.observe.Histogram;
import io.orrery.gateway.observe.Observatory;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Api;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the requests since the start came to: by container, and how long they took by protocol.
record MetricsSummaryText(Administration administration, Observatory observatory) {
  private static final double NANOS = 1e9;
  private static final double MEDIAN = 0.5;
  private static final double NEARLY_ALL = 0.99;

  Value document() {
    List<Value.Document> containers = new ArrayList<>();
    for (Database database : administration.databases()) {
      for (ContainerHandle handle : administration.containers(database.name())) {
        observatory
            .usage(handle.container().number())
            .ifPresent(usage -> containers.add(container(database, handle, usage)));
      }
    }
    return Json.object().put("containers", containers).put("durations", durations()).build();
  }

  private static Value.Document container(
      Database database, ContainerHandle handle, ContainerUsage usage) {
    return Json.object()
        .put("database", database.name())
        .put("container", handle.container().name())
        .put("api", label(handle.container().definition().api()))
        .put("operations", usage.rows().stream().map(MetricsSummaryText::operation).toList())
        .build();
  }

  private static Value.Document operation(ContainerUsage.Row row) {
    return Json.object()
        .put("operation", row.kind().label())
        .put("status", row.status())
        .put("requests", row.usage().requests())
        .put("requestUnits", ObservationText.units(row.usage().thousandths()))
        .build();
  }

  private List<Value.Document> durations() {
    List<Value.Document> durations = new ArrayList<>();
    for (Api api : Api.values()) {
      for (RequestKind kind : RequestKind.values()) {
        Histogram.Snapshot took = observatory.durations(api).of(kind);
        if (took.count() > 0) {
          durations.add(
              Json.object()
                  .put("api", label(api))
                  .put("operation", kind.label())
                  .put("requests", took.count())
                  .put("meanSeconds", seconds((double) took.sum() / took.count()))
                  .put("medianSecondsMax", seconds((double) took.quantile(MEDIAN)))
                  .put("p99SecondsMax", seconds((double) took.quantile(NEARLY_ALL)))
                  .build());
        }
      }
    }
    return durations;
  }

  private static Value seconds(double nanos) {
    return new Value.Float64(nanos / NANOS);
  }

  private static String label(Api api) {
    return api.name().toLowerCase(Locale.ROOT);
  }
}
