// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.catalog.CatalogCommand.CreateContainer;
import io.orrery.control.catalog.CatalogCommand.CreateDatabase;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Store;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

/// A catalog in memory with the databases 1 and 2, and a container of the same number in each.
final class CatalogBed {
  static final ContainerDefinition BY_PK =
      ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk"));

  final Store store = new MemoryStore();
  CatalogClient client;

  CatalogBed() {
    this.client = open();
    client.initialize(new SecureRandom());
    for (int number : List.of(1, 2)) {
      stored(new CreateDatabase(0, "database " + number, null));
      stored(
          new CreateContainer(
              0, number, "c", BY_PK, Throughput.manual(400), List.of(HashRange.FULL)));
    }
  }

  private CatalogClient open() {
    return new CatalogClient(StoredCatalog.open(store), InstantSource.system());
  }

  void restart() {
    client = open();
  }

  CatalogRecord stored(CatalogCommand command) {
    CatalogOutcome outcome = client.propose(command);
    assertThat(outcome).isInstanceOf(CatalogOutcome.Stored.class);
    return ((CatalogOutcome.Stored) outcome).record();
  }

  void removed(CatalogCommand command) {
    assertThat(client.propose(command)).isEqualTo(new CatalogOutcome.Removed());
  }
}
