// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.service;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the owner of an account has set for the whole service. Only the CORS rules change anything
/// here; logging and metrics are those of Azure's Storage Analytics, and kept for clients that set
/// them.
record ServiceProperties(
    Logging logging, Metrics hourMetrics, Metrics minuteMetrics, List<CorsRule> corsRules) {

  /// As a new account has them.
  static final ServiceProperties STANDARD =
      new ServiceProperties(
          new Logging(false, false, false, 0),
          new Metrics(false, null, 0),
          new Metrics(false, null, 0),
          List.of());

  ServiceProperties {
    corsRules = List.copyOf(corsRules);
  }

  /// Which requests are to be logged.
  ///
  /// @param daysKept 0 for without an end
  record Logging(boolean deletes, boolean reads, boolean writes, int daysKept) {}

  /// @param includeApis whether each operation is counted; null if that was not said
  /// @param daysKept 0 for without an end
  record Metrics(boolean enabled, @Nullable Boolean includeApis, int daysKept) {}
}
