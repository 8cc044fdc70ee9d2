// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.server.health.MetricText;
import io.orrery.server.health.MetricWriter;

/// How often containers were split.
final class SplitMetrics implements MetricText {
  private static final String NAME = "orrery_splits_total";

  private final ControlPlane plane;

  SplitMetrics(ControlPlane plane) {
    this.plane = plane;
  }

  @Override
  public void write(MetricWriter out) {
    out.family(NAME, MetricWriter.Type.COUNTER, "Splits since the container was created");
    for (OpenContainer open : plane.containers()) {
      plane
          .findDatabase(open.container().database())
          .ifPresent(database -> write(database, open.container(), out));
    }
  }

  private static void write(Database database, Container container, MetricWriter out) {
    out.row(
        NAME,
        (double) container.partitions().splits(),
        "database",
        database.name(),
        "container",
        container.name());
  }
}
