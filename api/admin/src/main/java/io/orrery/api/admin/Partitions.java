// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.api.admin.AdminAddress.NamedContainer;
import io.orrery.gateway.Administration;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.SplitPreview;
import io.orrery.model.container.Counters;
import io.orrery.model.json.Json;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `…/partitions`: what serves a container, and `…/{ordinal}/split`: what that would do, or to
/// divide one of them now, at `{"at":"<hex>"}` or where that halves its data.
final class Partitions {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Administration administration;
  private final Gateway gateway;

  Partitions(Administration administration, Gateway gateway) {
    this.administration = administration;
    this.gateway = gateway;
  }

  Value list(NamedContainer name) {
    return document(administration.requireContainer(name.database(), name.name()));
  }

  Value split(AdminRequest request, NamedContainer name, String ordinal) {
    ContainerHandle handle = administration.requireContainer(name.database(), name.name());
    EffectivePartitionKey at = request.json().map(Partitions::position).orElse(null);
    administration.split(handle, number(ordinal), at, TIMEOUT);
    return document(handle);
  }

  private static int number(String ordinal) {
    if (!ordinal.matches("\\d{1,9}")) {
      throw AdminRequest.invalid("The ordinal '%s' is not a number.".formatted(ordinal));
    }
    return Integer.parseInt(ordinal);
  }

  /// What a split would do.
  Value preview(NamedContainer name, String ordinal) {
    ContainerHandle handle = administration.requireContainer(name.database(), name.name());
    SplitPreview preview = administration.previewSplit(handle, number(ordinal));
    return Json.object()
        .put("at", preview.at().toString())
        .put("left", held(preview.left()))
        .put("right", held(preview.right()))
        .build();
  }

  private static Json held(Counters counters) {
    return Json.object()
        .put("items", counters.items())
        .put("dataBytes", counters.dataBytes())
        .put("indexBytes", counters.indexBytes());
  }

  private static @Nullable EffectivePartitionKey position(Value.Document body) {
    return switch (body.property("at")) {
      case Value.Undefined _, Value.Null _ -> null;
      case Value.Text(String hex) -> position(hex);
      case Value.Scalar _, Value.Composite _ ->
          throw AdminRequest.invalid("The property 'at' must be a string.");
    };
  }

  private static EffectivePartitionKey position(String hex) {
    try {
      return EffectivePartitionKey.parse(hex);
    } catch (IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The property 'at' must be hexadecimal.", e);
    }
  }

  private Value.Document document(ContainerHandle handle) {
    List<Value.Document> partitions =
        gateway.partitions(handle).stream().map(Partitions::document).toList();
    Limits limits = gateway.settings().limits();
    return Json.object()
        .put("partitions", partitions)
        .put("physicalPartitionBytesMax", limits.physicalPartitionBytes())
        .put("logicalPartitionBytesMax", limits.logicalPartitionBytes())
        .put("physicalPartitionUnitsMax", limits.physicalPartitionRu())
        .build();
  }

  private static Value.Document document(PartitionStatistics partition) {
    return Json.object()
        .put("ordinal", partition.ordinal())
        .put("minInclusive", partition.range().min().toString())
        .put("maxExclusive", partition.range().max().toString())
        .put("parents", partition.parents().stream().map(parent -> Json.number(parent)).toList())
        .put("lsn", partition.lsn())
        .put("items", partition.counters().items())
        .put("dataBytes", partition.counters().dataBytes())
        .put("indexBytes", partition.counters().indexBytes())
        .put("unitsPerSecond", partition.unitsPerSecond())
        .put("reindexPercent", partition.reindexPercent())
        .build();
  }
}
