// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.catalog.Container;
import io.orrery.control.catalog.Database;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Locale;

/// `databases` and `databases/{database}/containers`: what there is, whatever protocol it was made
/// by.
final class ContainerLists {
  private final ControlPlane plane;
  private final Gateway gateway;

  ContainerLists(ControlPlane plane, Gateway gateway) {
    this.plane = plane;
    this.gateway = gateway;
  }

  Value databases() {
    List<Value.Document> databases = plane.databases().stream().map(this::document).toList();
    return Json.object().put("databases", databases).build();
  }

  private Value.Document document(Database database) {
    return Json.object()
        .put("name", database.name())
        .put("containers", plane.containers(database.name()).size())
        .build();
  }

  Value of(String database) {
    if (plane.findDatabase(database).isEmpty()) {
      throw new OrreryException(
          ErrorCode.NOT_FOUND, "There is no database %s.".formatted(database));
    }
    List<Value.Document> containers =
        plane.containers(database).stream().map(this::document).toList();
    return Json.object().put("containers", containers).build();
  }

  private Value.Document document(OpenContainer open) {
    Container container = open.container();
    List<PartitionStatistics> partitions = gateway.partitions(gateway.container(open));
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
