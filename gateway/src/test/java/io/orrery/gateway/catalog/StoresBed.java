// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import io.orrery.control.ControlPlane;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.service.Buckets;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Store;
import java.security.SecureRandom;
import java.util.List;

/// A control plane in memory with the databases 1 and 2, and a container of the same number in
/// each.
final class StoresBed implements AutoCloseable {
  private final Store store = new MemoryStore();
  private final Limits limits;
  private ControlPlane plane;

  StoresBed(Limits limits) {
    this.limits = limits;
    this.plane = open();
    for (int number : List.of(1, 2)) {
      plane.createDatabase("database " + number, null);
      plane.createContainer(
          "database " + number,
          "c",
          ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk")),
          Throughput.manual(400));
    }
  }

  private ControlPlane open() {
    return ControlPlane.open(
        StoredCatalog.open(store),
        new LocalHost(store, limits, new Buckets(SystemTime.TICKER, false)),
        new ControlPlane.Options(limits, SystemTime.CLOCK, SystemTime.TICKER));
  }

  void restart() {
    plane.close();
    plane = open();
  }

  ControlPlane plane() {
    return plane;
  }

  Limits limits() {
    return limits;
  }

  AccessStore access() {
    return new AccessStore(plane.catalog(), limits, new SecureRandom());
  }

  @Override
  public void close() {
    plane.close();
  }
}
