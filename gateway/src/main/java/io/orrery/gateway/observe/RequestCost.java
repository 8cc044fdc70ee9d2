// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a request has taken by its end.
public interface RequestCost {

  /// No partition was asked.
  int NO_PARTITION = -1;

  /// More than one partition was asked.
  int SEVERAL_PARTITIONS = -2;

  /// Of a request unit.
  long thousandths();

  /// Drawn by lot for this request, to choose samples by.
  long lot();

  /// How long it took. To look costs something, so ask only if it is used.
  long elapsedNanos();

  /// How many partitions it has visited.
  int partitions();

  /// The ordinal of the only partition that was asked, also if it refused; [#NO_PARTITION] or
  /// [#SEVERAL_PARTITIONS] if there is no such.
  int partition();

  /// By which its client and the log know it.
  UUID activityId();

  /// What it asked for, with parameters in the place of literals; null if its kind says all.
  @Nullable String template();
}
