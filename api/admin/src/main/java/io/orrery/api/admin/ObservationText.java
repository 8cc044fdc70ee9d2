// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.observe.HeatCell;
import io.orrery.gateway.observe.HeatMap;
import io.orrery.gateway.observe.Usage;
import io.orrery.gateway.observe.Workload;
import io.orrery.gateway.observe.WorkloadSettings;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What was observed, as JSON.
final class ObservationText {
  private static final double THOUSAND = 1000;

  private ObservationText() {}

  /// A column for each step; null where nothing is known.
  static Value of(HeatMap map) {
    return Json.object()
        .put("from", map.from().toString())
        .put("stepSeconds", map.step().toSeconds())
        .put("partitions", map.rows().stream().map(ObservationText::row).toList())
        .build();
  }

  private static Value.Document row(HeatMap.Row row) {
    return Json.object()
        .put("ordinal", row.ordinal())
        .put("requestUnits", column(row, cell -> units(cell.thousandths())))
        .put("requests", column(row, cell -> Json.number(cell.requests())))
        .put("throttledRequests", column(row, cell -> Json.number(cell.throttled())))
        .put("normalizedPeak", column(row, cell -> new Value.Float64(cell.peakRatio())))
        .put("dataBytes", column(row, cell -> Json.number(cell.dataBytes())))
        .put("indexBytes", column(row, cell -> Json.number(cell.indexBytes())))
        .build();
  }

  private static List<Value> column(HeatMap.Row row, Function<HeatCell, Value> number) {
    return row.cells().stream()
        .map(cell -> cell == null ? Value.Null.NULL : number.apply(cell))
        .toList();
  }

  /// @param workload empty if the container is not recorded by itself
  static Value workload(Optional<Workload> workload, WorkloadSettings settings) {
    List<Value.Document> operations =
        workload.stream()
            .flatMap(each -> each.entries().stream())
            .map(ObservationText::operation)
            .toList();
    return Json.object()
        .put("recording", settings.record() && workload.isPresent())
        .put("sampleRate", new Value.Float64(settings.sampleRate()))
        .put("keepHours", settings.keepHours())
        .put("operations", operations)
        .build();
  }

  private static Value.Document operation(Workload.Entry entry) {
    Json document = Json.object().put("kind", entry.kind().label());
    String template = entry.template();
    if (template != null && template.isEmpty()) {
      document.put("others", true);
    } else if (template != null) {
      document.put("template", template);
    }
    return document
        .put("requests", entry.usage().requests())
        .put("requestUnits", units(entry.usage().thousandths()))
        .put("partitionVisits", entry.usage().visits())
        .put("peakHour", usage(entry.peak()))
        .build();
  }

  static Json usage(Usage usage) {
    return Json.object()
        .put("requests", usage.requests())
        .put("requestUnits", units(usage.thousandths()));
  }

  static Value units(long thousandths) {
    return new Value.Float64(thousandths / THOUSAND);
  }
}
