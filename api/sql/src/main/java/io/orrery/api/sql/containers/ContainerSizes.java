// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.gateway.catalog.ScriptStore;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.model.container.Counters;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;

/// How much a container holds, in the forms clients ask for. Sizes are in kilobytes.
final class ContainerSizes {
  private static final long KILOBYTE = 1024;

  /// What the service tells, also of containers that hold far more. There is no quota but those on
  /// scripts: storage grows by splitting.
  private static final long COLLECTION_KILOBYTES = 10 << 20;

  private final Gateway gateway;
  private final ScriptStore scripts;

  ContainerSizes(Gateway gateway, ScriptStore scripts) {
    this.gateway = gateway;
    this.scripts = scripts;
  }

  /// One entry for each partition.
  List<Value.Document> statistics(ContainerHandle handle) {
    return gateway.partitions(handle).stream().map(ContainerSizes::statistics).toList();
  }

  private static Value.Document statistics(PartitionStatistics partition) {
    return Json.object()
        .put("id", Integer.toString(partition.ordinal()))
        .put("sizeInKB", kilobytes(partition.counters().bytes()))
        .put("documentCount", partition.counters().items())
        .build();
  }

  void addHeaders(Answer answer, ContainerHandle handle) {
    Counters total =
        gateway.partitions(handle).stream()
            .map(PartitionStatistics::counters)
            .reduce(Counters.ZERO, Counters::plus);
    answer
        .header(
            Names.RESOURCE_QUOTA,
            "functions=50;storedProcedures=100;triggers=25;documentSize=%d;documentsSize=%d;documentsCount=-1;collectionSize=%d;"
                .formatted(COLLECTION_KILOBYTES, COLLECTION_KILOBYTES, COLLECTION_KILOBYTES))
        .header(
            Names.RESOURCE_USAGE,
            "functions=%d;storedProcedures=%d;triggers=%d;documentSize=0;documentsSize=%d;documentsCount=%d;collectionSize=%d;"
                .formatted(
                    count(handle, Kind.USER_DEFINED_FUNCTION),
                    count(handle, Kind.STORED_PROCEDURE),
                    count(handle, Kind.TRIGGER),
                    kilobytes(total.dataBytes()),
                    total.items(),
                    kilobytes(total.bytes())));
  }

  private int count(ContainerHandle handle, Kind kind) {
    return scripts.all(handle.container().number(), kind).size();
  }

  private static long kilobytes(long bytes) {
    return Math.ceilDiv(bytes, KILOBYTE);
  }
}
