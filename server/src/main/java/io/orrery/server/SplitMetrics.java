// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
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
    for (Database database : plane.databases()) {
      for (OpenContainer open : plane.containers()) {
        if (open.container().database() == database.number()) {
          out.row(
              NAME,
              (double) open.container().partitions().splits(),
              "database",
              database.name(),
              "container",
              open.container().name());
        }
      }
    }
  }
}
