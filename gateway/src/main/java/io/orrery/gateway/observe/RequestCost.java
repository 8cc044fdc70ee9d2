// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import org.jspecify.annotations.Nullable;

/// What a request has taken by its end.
public interface RequestCost {

  /// Of a request unit.
  long thousandths();

  /// Drawn by lot for this request, to choose samples by.
  long lot();

  /// How long it took. To look costs something, so ask only if it is used.
  long elapsedNanos();

  /// How many partitions it has visited.
  int partitions();

  /// What it asked for, with parameters in the place of literals; null if its kind says all.
  @Nullable String template();
}
