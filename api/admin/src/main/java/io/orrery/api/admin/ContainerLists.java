// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Locale;

/// `databases` and `databases/{database}/containers`: what there is, whatever protocol it was made
/// by.
final class ContainerLists {
  private final Administration administration;
  private final Gateway gateway;

  ContainerLists(Administration administration, Gateway gateway) {
    this.administration = administration;
    this.gateway = gateway;
  }

  Value databases() {
    List<Value.Document> databases =
        administration.databases().stream().map(this::document).toList();
    return Json.object().put("databases", databases).build();
  }

  private Value.Document document(Database database) {
    return Json.object()
        .put("name", database.name())
        .put("containers", administration.containers(database.name()).size())
        .build();
  }

  Value of(String database) {
    if (administration.findDatabase(database).isEmpty()) {
      throw new OrreryException(
          ErrorCode.NOT_FOUND, "There is no database %s.".formatted(database));
    }
    List<Value.Document> containers =
        administration.containers(database).stream().map(this::document).toList();
    return Json.object().put("containers", containers).build();
  }

  private Value.Document document(ContainerHandle handle) {
    Container container = handle.container();
    List<PartitionStatistics> partitions = gateway.partitions(handle);
    return Json.object()
        .put("name", container.name())
        .put("api", container.definition().api().name().toLowerCase(Locale.ROOT))
        .put("partitionKeyPaths", Json.texts(paths(container)))
        .put("partitions", partitions.size())
        .put("items", partitions.stream().mapToLong(each -> each.counters().items()).sum())
        .put("dataBytes", partitions.stream().mapToLong(each -> each.counters().dataBytes()).sum())
        .put(
            "indexBytes", partitions.stream().mapToLong(each -> each.counters().indexBytes()).sum())
        .build();
  }

  private static List<String> paths(Container container) {
    return container.definition().key().paths().stream().map(Object::toString).toList();
  }
}
