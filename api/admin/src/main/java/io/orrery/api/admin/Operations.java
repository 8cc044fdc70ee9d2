// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// `status`: what runs and how much there is; `jobs`: what it does by itself.
final class Operations {
  private static final int DONE_PERCENT = 100;

  private final Administration administration;
  private final Gateway gateway;
  private final AdminSettings settings;
  private final Instant started;

  Operations(Administration administration, Gateway gateway, AdminSettings settings) {
    this.administration = administration;
    this.gateway = gateway;
    this.settings = settings;
    this.started = settings.clock().instant();
  }

  Value status() {
    List<PartitionStatistics> partitions =
        administration.containers().stream()
            .flatMap(handle -> gateway.partitions(handle).stream())
            .toList();
    List<String> apis = settings.doors().get().stream().map(AdvertisedDoor::api).toList();
    List<String> faults = new ArrayList<>(administration.partitionFaults());
    faults.addAll(administration.backgroundFaults());
    return Json.object()
        .put("version", settings.version())
        .put("started", started.toString())
        .put("uptimeSeconds", Duration.between(started, settings.clock().instant()).toSeconds())
        .put("apis", Json.texts(apis))
        .put("databases", administration.databases().size())
        .put("containers", administration.containers().size())
        .put("partitions", partitions.size())
        .put("items", partitions.stream().mapToLong(each -> each.counters().items()).sum())
        .put("dataBytes", partitions.stream().mapToLong(each -> each.counters().dataBytes()).sum())
        .put(
            "indexBytes", partitions.stream().mapToLong(each -> each.counters().indexBytes()).sum())
        .put("process", vitals())
        .put("faults", Json.texts(faults))
        .build();
  }

  /// Every setting and where it came from.
  Value settings() {
    List<Value.Document> lines =
        settings.configuration().stream()
            .map(
                each ->
                    Json.object()
                        .put("name", each.name())
                        .put("value", each.value())
                        .put("source", each.source())
                        .put("origin", each.origin())
                        .put("description", each.description())
                        .build())
            .toList();
    return Json.object().put("settings", lines).build();
  }

  private Value.Document vitals() {
    Json numbers = Json.object();
    settings.vitals().get().forEach(numbers::put);
    return numbers.build();
  }

  /// Splits that were begun, partitions whose children have not taken over everything, and indexes
  /// that do not follow the newest policy yet.
  Value jobs() {
    List<Value.Document> jobs = new ArrayList<>();
    for (Database database : administration.databases()) {
      for (ContainerHandle handle : administration.containers(database.name())) {
        addJobs(jobs, database, handle);
      }
    }
    return Json.object().put("jobs", jobs).build();
  }

  private void addJobs(List<Value.Document> jobs, Database database, ContainerHandle handle) {
    PartitionMap map = handle.container().partitions();
    if (map.intent() != null) {
      jobs.add(job("split", database, handle, map.intent().ordinal()).build());
    }
    for (PartitionMap.Retired retired : map.retired()) {
      jobs.add(
          job("take-over", database, handle, retired.ordinal())
              .put(
                  "children",
                  List.of(Json.number(retired.leftOrdinal()), Json.number(retired.rightOrdinal())))
              .build());
    }
    for (PartitionStatistics each : gateway.partitions(handle)) {
      if (each.reindexPercent() < DONE_PERCENT) {
        jobs.add(
            job("reindex", database, handle, each.ordinal())
                .put("percent", each.reindexPercent())
                .build());
      }
    }
  }

  private static Json job(String kind, Database database, ContainerHandle handle, int partition) {
    return Json.object()
        .put("kind", kind)
        .put("database", database.name())
        .put("container", handle.container().name())
        .put("partition", partition);
  }
}
