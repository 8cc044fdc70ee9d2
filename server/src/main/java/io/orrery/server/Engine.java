// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.server.health.Metrics;
import io.orrery.server.health.Readiness;
import io.orrery.server.settings.Settings;
import java.util.Map;
import java.util.Optional;

final class Engine implements AutoCloseable {
  static Engine open(Settings settings) {
    return new Engine();
  }

  void register(Readiness readiness, Metrics metrics) {
    readiness.add("store", Optional::empty);
  }

  Map<String, ?> status() {
    return Map.of();
  }

  @Override
  public void close() {}
}
