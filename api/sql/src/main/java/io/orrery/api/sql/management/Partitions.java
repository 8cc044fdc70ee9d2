// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.management;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.control.OpenContainer;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// `containers/{rid}/partitions`: what serves a container, and `…/{ordinal}/split` to divide one of
/// them now, at `{"at":"<hex>"}` or where that halves its data.
public final class Partitions {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Directory directory;
  private final Gateway gateway;

  public Partitions(Directory directory, Gateway gateway) {
    this.directory = directory;
    this.gateway = gateway;
  }

  public Answer list(String container) {
    return answer(require(container));
  }

  public Answer split(SqlRequest request, String container, String ordinal) {
    OpenContainer open = require(container);
    if (!ordinal.matches("\\d{1,9}")) {
      throw Refusals.invalid("The ordinal '%s' is not a number.".formatted(ordinal));
    }
    Optional<EffectivePartitionKey> at =
        request.body().length == 0
            ? Optional.empty()
            : Members.of(request.json()).text("at").map(Partitions::position);
    directory.plane().splitWhenWhole(open, Integer.parseInt(ordinal), at.orElse(null), TIMEOUT);
    return answer(open);
  }

  private static EffectivePartitionKey position(String hex) {
    try {
      return EffectivePartitionKey.parse(hex);
    } catch (IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The property 'at' must be hexadecimal.", e);
    }
  }

  private OpenContainer require(String rid) {
    return Rid.parse(rid)
        .filter(each -> each.length() == 8 && each.isInContainer())
        .flatMap(directory::findContainer)
        .orElseThrow(
            () ->
                new OrreryException(
                    ErrorCode.NOT_FOUND, "There is no container with the rid %s.".formatted(rid)));
  }

  private Answer answer(OpenContainer open) {
    List<Value.Document> partitions =
        gateway.partitions(gateway.container(open)).stream().map(Partitions::document).toList();
    return Answer.json(200, Json.object().put("partitions", partitions).build());
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
