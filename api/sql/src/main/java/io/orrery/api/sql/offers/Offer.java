// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.offers;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.Optional;

/// The throughput of a container or database, as a resource of its own.
sealed interface Offer {
  Throughput throughput();

  record OfContainer(ContainerHandle handle, Throughput throughput) implements Offer {}

  record OfDatabase(Database database, Throughput throughput) implements Offer {}

  /// The offer of a container; none if it shares its database's throughput.
  static Optional<Offer> of(ContainerHandle handle) {
    return Optional.of(handle.container())
        .filter(container -> container.definition().api() == Api.SQL)
        .flatMap(container -> Optional.ofNullable(container.throughput()))
        .map(throughput -> new OfContainer(handle, throughput));
  }

  /// The offer of a database; none if it has no throughput to share.
  static Optional<Offer> of(Database database) {
    return Optional.ofNullable(database.throughput())
        .map(throughput -> new OfDatabase(database, throughput));
  }

  /// Odd numbers are containers', even ones databases'.
  static boolean isContainers(int number) {
    return (number & 1) == 1;
  }

  default int number() {
    return switch (this) {
      case OfContainer(var handle, _) -> handle.container().number() << 1 | 1;
      case OfDatabase(var database, _) -> database.number() << 1;
    };
  }

  default Rid rid() {
    return Rid.offer(number());
  }

  private Rid ownerRid() {
    return switch (this) {
      case OfContainer(var handle, _) -> Directory.rid(handle.container());
      case OfDatabase(var database, _) -> Rid.database(database.number());
    };
  }

  private String resource() {
    return switch (this) {
      case OfContainer(var handle, _) -> {
        Container container = handle.container();
        yield "dbs/" + Rid.database(container.database()) + "/colls/" + ownerRid() + "/";
      }
      case OfDatabase _ -> "dbs/" + ownerRid() + "/";
    };
  }

  private long timeMillis() {
    return switch (this) {
      case OfContainer(var handle, _) -> handle.container().timeMillis();
      case OfDatabase(var database, _) -> database.timeMillis();
    };
  }

  /// Two offers of one resource differ in nothing but the throughput.
  default EntityTag tag() {
    long kind = throughput().autoscale() ? 1 : 0;
    return EntityTag.of(number(), throughput().unitsPerSecond() << 1 | kind, timeMillis());
  }

  default Value.Document document() {
    Json content =
        Json.object()
            .put("offerThroughput", throughput().unitsPerSecond())
            .put("offerIsRUPerMinuteThroughputEnabled", false);
    if (throughput().autoscale()) {
      content.put(
          "offerAutopilotSettings",
          Json.object()
              .put("tier", 0)
              .put("maximumTierThroughput", throughput().unitsPerSecond())
              .put("autoUpgrade", false)
              .put("maxThroughput", throughput().unitsPerSecond()));
    }
    return Json.object()
        .put("id", rid().toString())
        .put("_rid", rid().toString())
        .put("_self", "offers/" + rid() + "/")
        .put("resource", resource())
        .put("offerType", "Invalid")
        .put("offerResourceId", ownerRid().toString())
        .put("offerVersion", "V2")
        .put("content", content)
        .put("_etag", tag().text())
        .put("_ts", timeMillis() / 1000)
        .build();
  }
}
