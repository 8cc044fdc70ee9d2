// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Counters;
import io.orrery.partition.service.PartitionAnswer.Description;
import io.orrery.server.health.MeteredRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// How much each partition holds and how much each container may spend. Key values never are
/// labels.
final class PartitionMetrics implements MeteredRows {

  /// A number of every partition.
  private record Gauge(String name, String description, ToLongFunction<Description> value) {

    static Gauge of(String name, String description, ToLongFunction<Counters> counter) {
      return new Gauge(name, description, partition -> counter.applyAsLong(partition.counters()));
    }
  }

  private static final List<Gauge> GAUGES =
      List.of(
          Gauge.of("orrery_partition_items", "Items", Counters::items),
          Gauge.of("orrery_partition_data_bytes", "Bytes of items", Counters::dataBytes),
          Gauge.of("orrery_partition_index_bytes", "Bytes of index entries", Counters::indexBytes),
          new Gauge(
              "orrery_partition_failures",
              "Commands that failed and should not have, since the start",
              Description::failures),
          new Gauge(
              "orrery_partition_faulty",
              "1 if the partition was stopped or has met damaged data",
              partition -> partition.fault() == null ? 0 : 1));

  private final ControlPlane plane;
  private final List<MultiGauge> gauges = new ArrayList<>();
  private @Nullable MultiGauge provisioned;

  PartitionMetrics(ControlPlane plane) {
    this.plane = plane;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (Gauge gauge : GAUGES) {
      gauges.add(
          MultiGauge.builder(gauge.name()).description(gauge.description()).register(registry));
    }
    provisioned =
        MultiGauge.builder("orrery_provisioned_ru")
            .description("Request units per second that a partition may spend")
            .register(registry);
  }

  @Override
  public void refresh() {
    List<List<Row<?>>> rows = GAUGES.stream().<List<Row<?>>>map(_ -> new ArrayList<>()).toList();
    List<Row<?>> units = new ArrayList<>();
    for (Database database : plane.databases()) {
      for (OpenContainer open : containers(database)) {
        for (Route route : open.allRoutes()) {
          Tags tags =
              Tags.of(
                  "database", database.name(),
                  "container", open.container().name(),
                  "partition", Integer.toString(route.ordinal()));
          Description partition = plane.describe(route);
          for (int i = 0; i < GAUGES.size(); i++) {
            rows.get(i).add(Row.of(tags, GAUGES.get(i).value().applyAsLong(partition)));
          }
          units.add(Row.of(tags, partition.unitsPerSecond()));
        }
      }
    }
    for (int i = 0; i < GAUGES.size(); i++) {
      gauges.get(i).register(rows.get(i), true);
    }
    Objects.requireNonNull(provisioned).register(units, true);
  }

  private List<OpenContainer> containers(Database database) {
    return plane.containers().stream()
        .filter(open -> open.container().database() == database.number())
        .toList();
  }
}
