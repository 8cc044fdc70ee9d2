// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import java.util.List;

/// What an address under `/_orrery/api/v1/` leads to.
sealed interface AdminAddress {

  /// A container by the names that every protocol knows it by.
  record NamedContainer(String database, String name) {}

  /// `keys`
  record KeyList() implements AdminAddress {}

  /// `keys/{kind}/regenerate`
  record KeyRegeneration(String kind) implements AdminAddress {}

  /// `connection-strings`
  record ConnectionStringList() implements AdminAddress {}

  /// `databases`
  record DatabaseList() implements AdminAddress {}

  /// `databases/{database}/containers`
  record ContainerList(String database) implements AdminAddress {}

  /// `databases/{database}/containers/{container}/partitions`
  record PartitionList(NamedContainer container) implements AdminAddress {}

  /// `databases/{database}/containers/{container}/partitions/{ordinal}/split`
  record PartitionSplit(NamedContainer container, String ordinal) implements AdminAddress {}

  /// `databases/{database}/containers/{container}/heatmap`
  record HeatMapOf(NamedContainer container) implements AdminAddress {}

  /// `databases/{database}/containers/{container}/top-keys`
  record TopKeysOf(NamedContainer container) implements AdminAddress {}

  /// `databases/{database}/containers/{container}/items`
  record ItemsOf(NamedContainer container) implements AdminAddress {}

  /// `databases/{database}/containers/{container}/workload`
  record WorkloadOf(NamedContainer container) implements AdminAddress {}

  /// `session`
  record PortalSession() implements AdminAddress {}

  /// `settings`
  record SettingList() implements AdminAddress {}

  /// `openapi.json`
  record ApiDescription() implements AdminAddress {}

  /// `metrics`
  record MetricsSummary() implements AdminAddress {}

  /// `status`
  record ServerStatus() implements AdminAddress {}

  /// `requests`
  record RequestStream() implements AdminAddress {}

  /// `jobs`
  record JobList() implements AdminAddress {}

  /// Something that is not there yet.
  record NotYet(String name) implements AdminAddress {}

  /// Anything else.
  record Nowhere() implements AdminAddress {}

  /// Reads an address.
  ///
  /// @param segments the address, decoded
  static AdminAddress of(List<String> segments) {
    if (segments.size() < 4 || !segments.subList(0, 3).equals(List.of("_orrery", "api", "v1"))) {
      return new Nowhere();
    }
    List<String> inside = segments.subList(4, segments.size());
    return switch (segments.get(3)) {
      case "keys" -> keys(inside);
      case "connection-strings" -> inside.isEmpty() ? new ConnectionStringList() : new Nowhere();
      case "databases" -> databases(inside);
      case "session" -> inside.isEmpty() ? new PortalSession() : new Nowhere();
      case "settings" -> inside.isEmpty() ? new SettingList() : new Nowhere();
      case "openapi.json" -> inside.isEmpty() ? new ApiDescription() : new Nowhere();
      case "metrics" -> inside.isEmpty() ? new MetricsSummary() : new Nowhere();
      case "status" -> inside.isEmpty() ? new ServerStatus() : new Nowhere();
      case "requests" -> inside.isEmpty() ? new RequestStream() : new Nowhere();
      case "jobs" -> inside.isEmpty() ? new JobList() : new Nowhere();
      case "advisor", "cluster", "faults" -> new NotYet(segments.get(3));
      default -> new Nowhere();
    };
  }

  private static AdminAddress keys(List<String> segments) {
    if (segments.isEmpty()) {
      return new KeyList();
    }
    return segments.size() == 2 && segments.get(1).equals("regenerate")
        ? new KeyRegeneration(segments.getFirst())
        : new Nowhere();
  }

  private static AdminAddress databases(List<String> segments) {
    if (segments.isEmpty()) {
      return new DatabaseList();
    }
    if (segments.size() < 2 || !segments.get(1).equals("containers")) {
      return new Nowhere();
    }
    return segments.size() == 2
        ? new ContainerList(segments.getFirst())
        : container(
            new NamedContainer(segments.getFirst(), segments.get(2)),
            segments.subList(3, segments.size()));
  }

  private static AdminAddress container(NamedContainer container, List<String> segments) {
    return switch (segments.size()) {
      case 1 -> view(container, segments.getFirst());
      case 3 ->
          segments.getFirst().equals("partitions") && segments.get(2).equals("split")
              ? new PartitionSplit(container, segments.get(1))
              : new Nowhere();
      default -> new Nowhere();
    };
  }

  private static AdminAddress view(NamedContainer container, String view) {
    return switch (view) {
      case "partitions" -> new PartitionList(container);
      case "heatmap" -> new HeatMapOf(container);
      case "top-keys" -> new TopKeysOf(container);
      case "items" -> new ItemsOf(container);
      case "workload" -> new WorkloadOf(container);
      default -> new Nowhere();
    };
  }
}
