// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import io.micrometer.core.instrument.MeterRegistry;

/// Numbers with labels whose rows come and go, like those of partitions.
public interface MeteredRows {

  /// Called once, before the first [#refresh].
  void bindTo(MeterRegistry registry);

  /// Collects the rows anew.
  void refresh();
}
