// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.control.check.CatalogChecker;
import io.orrery.model.catalog.Container;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.check.PartitionChecker;
import io.orrery.storage.Store;
import io.orrery.testkit.LocalEngine;

/// What must be true of every store at every moment.
public final class Soundness {
  private static final int FINDINGS_MAX = 10;

  private Soundness() {}

  /// Examines a store that nobody serves as `orrery doctor` does; fails with what is wrong.
  public static void require(Store store) {
    assertThat(CatalogChecker.check(store, FINDINGS_MAX)).as("findings of the doctor").isEmpty();
  }

  /// Examines the partitions of an engine at work.
  public static void require(LocalEngine engine) {
    for (OpenContainer open : engine.plane().containers()) {
      requireTiling(open);
      for (Route route : open.routes().all()) {
        assertThat(PartitionChecker.check(engine.store(), route.service().id(), FINDINGS_MAX))
            .as("findings in partition %s", route.service().id())
            .isEmpty();
      }
    }
  }

  private static void requireTiling(OpenContainer open) {
    Container container = open.container();
    EffectivePartitionKey end = EffectivePartitionKey.MIN;
    for (Route route : open.routes().all()) {
      assertThat(route.range().min()).as("where %s goes on", container.name()).isEqualTo(end);
      end = route.range().max();
    }
    assertThat(end).as("where %s ends", container.name()).isEqualTo(EffectivePartitionKey.MAX);
  }
}
