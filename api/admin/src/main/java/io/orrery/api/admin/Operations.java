// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.catalog.Database;
import io.orrery.control.catalog.PartitionMap;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// `status`: what runs and how much there is; `jobs`: what it does by itself.
final class Operations {
  private static final int DONE_PERCENT = 100;

  private final ControlPlane plane;
  private final Gateway gateway;
  private final AdminSettings settings;
  private final Instant started;

  Operations(ControlPlane plane, Gateway gateway, AdminSettings settings) {
    this.plane = plane;
    this.gateway = gateway;
    this.settings = settings;
    this.started = settings.clock().instant();
  }

  Value status() {
    List<PartitionStatistics> partitions =
        plane.containers().stream()
            .flatMap(open -> gateway.partitions(gateway.container(open)).stream())
            .toList();
    List<String> apis = settings.doors().get().stream().map(AdvertisedDoor::api).toList();
    List<String> faults = new ArrayList<>(plane.partitionFaults());
    faults.addAll(plane.backgroundFaults());
    return Json.object()
        .put("version", settings.version())
        .put("started", started.toString())
        .put("uptimeSeconds", Duration.between(started, settings.clock().instant()).toSeconds())
        .put("apis", Json.texts(apis))
        .put("databases", plane.databases().size())
        .put("containers", plane.containers().size())
        .put("partitions", partitions.size())
        .put("items", partitions.stream().mapToLong(each -> each.counters().items()).sum())
        .put("dataBytes", partitions.stream().mapToLong(each -> each.counters().dataBytes()).sum())
        .put(
            "indexBytes", partitions.stream().mapToLong(each -> each.counters().indexBytes()).sum())
        .put("faults", Json.texts(faults))
        .build();
  }

  /// Splits that were begun, partitions whose children have not taken over everything, and indexes
  /// that do not follow the newest policy yet.
  Value jobs() {
    List<Value.Document> jobs = new ArrayList<>();
    for (Database database : plane.databases()) {
      for (OpenContainer open : plane.containers(database.name())) {
        addJobs(jobs, database, open);
      }
    }
    return Json.object().put("jobs", jobs).build();
  }

  private void addJobs(List<Value.Document> jobs, Database database, OpenContainer open) {
    PartitionMap map = open.container().partitions();
    if (map.intent() != null) {
      jobs.add(job("split", database, open, map.intent().ordinal()).build());
    }
    for (PartitionMap.Retired retired : map.retired()) {
      jobs.add(
          job("take-over", database, open, retired.ordinal())
              .put(
                  "children",
                  List.of(Json.number(retired.leftOrdinal()), Json.number(retired.rightOrdinal())))
              .build());
    }
    for (PartitionStatistics each : gateway.partitions(gateway.container(open))) {
      if (each.reindexPercent() < DONE_PERCENT) {
        jobs.add(
            job("reindex", database, open, each.ordinal())
                .put("percent", each.reindexPercent())
                .build());
      }
    }
  }

  private static Json job(String kind, Database database, OpenContainer open, int partition) {
    return Json.object()
        .put("kind", kind)
        .put("database", database.name())
        .put("container", open.container().name())
        .put("partition", partition);
  }
}
