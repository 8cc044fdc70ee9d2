// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.observe.ContainerUsage;
import io.orrery.gateway.observe.Histogram;
import io.orrery.gateway.observe.Observatory;
import io.orrery.gateway.observe.PartitionReading;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Api;
import io.orrery.server.health.MetricText;
import io.orrery.server.health.MetricWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// The numbers of requests. Labels are names of protocols, operations, outcomes, databases,
/// containers and partitions, and there is a bound for each; key values never are labels.
final class RequestMetrics implements MetricText {
  private static final double NANOS = 1e9;

  private final ControlPlane plane;
  private final Gateway gateway;
  private final Observatory observatory;

  RequestMetrics(ControlPlane plane, Gateway gateway, Observatory observatory) {
    this.plane = plane;
    this.gateway = gateway;
    this.observatory = observatory;
  }

  private record UsageRow(
      Api api, String database, String container, String partition, ContainerUsage.Row row) {
    UsageRow(Api api, String database, String container, ContainerUsage.PartitionRow each) {
      this(
          api,
          database,
          container,
          each.partition().isPresent() ? Integer.toString(each.partition().getAsInt()) : "",
          each.row());
    }
  }

  private record PartitionRow(
      String database, String container, int number, PartitionReading reading) {}

  @Override
  public void write(MetricWriter out) {
    List<UsageRow> usage = usage();
    write(out, usage, "orrery_requests_total", "Requests", row -> row.usage().requests());
    write(
        out,
        usage,
        "orrery_request_charge_total",
        "Request units charged to requests",
        row -> row.usage().units());
    writeDurations(out);
    writeFanOut(out);
    writePartitions(out);
  }

  private List<UsageRow> usage() {
    Map<Integer, String> databases =
        plane.databases().stream().collect(Collectors.toMap(Database::number, Database::name));
    List<UsageRow> rows = new ArrayList<>();
    for (OpenContainer open : plane.containers()) {
      String database = databases.getOrDefault(open.container().database(), "");
      observatory
          .usage(open.container().number())
          .ifPresent(
              usage ->
                  usage
                      .rowsByPartition()
                      .forEach(
                          row ->
                              rows.add(
                                  new UsageRow(
                                      open.container().definition().api(),
                                      database,
                                      open.container().name(),
                                      row))));
    }
    for (Api api : Api.values()) {
      for (ContainerUsage.Row row : observatory.others(api).rows()) {
        rows.add(new UsageRow(api, "", "", "", row));
      }
    }
    return rows;
  }

  private static void write(
      MetricWriter out,
      List<UsageRow> rows,
      String name,
      String help,
      ToDoubleFunction<ContainerUsage.Row> value) {
    out.family(name, MetricWriter.Type.COUNTER, help);
    for (UsageRow each : rows) {
      out.row(
          name,
          value.applyAsDouble(each.row()),
          "api",
          label(each.api()),
          "operation",
          each.row().kind().label(),
          "status",
          each.row().status(),
          "database",
          each.database(),
          "container",
          each.container(),
          "partition",
          each.partition());
    }
  }

  private void writeDurations(MetricWriter out) {
    String name = "orrery_request_duration_seconds";
    out.family(name, MetricWriter.Type.HISTOGRAM, "How long requests take");
    for (Api api : Api.values()) {
      for (RequestKind kind : RequestKind.values()) {
        write(
            out,
            name,
            observatory.durations(api).of(kind),
            NANOS,
            "api",
            label(api),
            "operation",
            kind.label());
      }
    }
  }

  private void writeFanOut(MetricWriter out) {
    String name = "orrery_query_fanout_partitions";
    out.family(name, MetricWriter.Type.HISTOGRAM, "Partitions that a page of a query visits");
    for (Api api : Api.values()) {
      write(out, name, observatory.durations(api).fanOut(), 1, "api", label(api));
    }
  }

  /// Of what there was, so that five protocols do not fill a page with zeros.
  private static void write(
      MetricWriter out, String name, Histogram.Snapshot values, double unit, String... labels) {
    if (values.count() == 0) {
      return;
    }
    String[] bounded = Arrays.copyOf(labels, labels.length + 2);
    bounded[labels.length] = "le";
    long sum = 0;
    for (int i = 0; i < values.bounds().length; i++) {
      sum += values.counts()[i];
      bounded[labels.length + 1] = Double.toString(values.bounds()[i] / unit);
      out.row(name + "_bucket", (double) sum, bounded);
    }
    bounded[labels.length + 1] = "+Inf";
    out.row(name + "_bucket", (double) values.count(), bounded);
    out.row(name + "_sum", values.sum() / unit, labels);
    out.row(name + "_count", (double) values.count(), labels);
  }

  private void writePartitions(MetricWriter out) {
    List<PartitionRow> rows = partitions();
    write(
        out,
        rows,
        "orrery_partition_charge_total",
        MetricWriter.Type.COUNTER,
        "Request units spent by a partition since it was opened",
        row -> row.reading().spending().thousandths() / 1000.0);
    write(
        out,
        rows,
        "orrery_throttled_requests_total",
        MetricWriter.Type.COUNTER,
        "Requests that found no request units left in a partition since it was opened",
        row -> (double) row.reading().spending().throttled());
    write(
        out,
        rows,
        "orrery_normalized_ru_ratio",
        MetricWriter.Type.GAUGE,
        "Share of its request units that a partition spent in the last second",
        row ->
            (double)
                observatory.histories().ratio(row.number(), row.reading().ordinal()).orElse(0f));
  }

  private List<PartitionRow> partitions() {
    Map<Integer, String> databases =
        plane.databases().stream().collect(Collectors.toMap(Database::number, Database::name));
    Map<Integer, List<PartitionReading>> readings = gateway.readings();
    List<PartitionRow> rows = new ArrayList<>();
    for (OpenContainer open : plane.containers()) {
      int number = open.container().number();
      String database = databases.getOrDefault(open.container().database(), "");
      for (PartitionReading reading : readings.getOrDefault(number, List.of())) {
        rows.add(new PartitionRow(database, open.container().name(), number, reading));
      }
    }
    return rows;
  }

  private static void write(
      MetricWriter out,
      List<PartitionRow> rows,
      String name,
      MetricWriter.Type type,
      String help,
      Function<PartitionRow, Double> value) {
    out.family(name, type, help);
    for (PartitionRow each : rows) {
      out.row(
          name,
          value.apply(each),
          "database",
          each.database(),
          "container",
          each.container(),
          "partition",
          Integer.toString(each.reading().ordinal()));
    }
  }

  private static String label(Api api) {
    return api.name().toLowerCase(Locale.ROOT);
  }
}
