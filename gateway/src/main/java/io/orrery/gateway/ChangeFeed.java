// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.ChangePage.Position;
import java.util.List;

/// The changes in a scope. Those of one logical partition come in the order in which they were
/// made; between logical partitions no order is promised.
///
/// @param start where to begin; does not count once there is a continuation
public record ChangeFeed(Scope scope, Versions versions, Start start) {

  /// Which changes there are.
  public enum Versions {
    /// The latest version of each item, once; deleted ones not at all.
    LATEST,
    /// Every version and every delete, as far back as the container keeps history.
    ALL
  }

  /// Where to begin.
  public sealed interface Start {
    /// With the first change there is.
    record Beginning() implements Start {}

    /// With the changes made from now on.
    record Now() implements Start {}

    /// With the changes made at this time or later, in milliseconds since the epoch.
    record At(long timeMillis) implements Start {}

    /// With the changes that follow these positions, which cover the scope.
    record Behind(List<Position> positions) implements Start {
      public Behind {
        positions = List.copyOf(positions);
      }
    }

    /// With the changes that follow an LSN, in each partition of the scope.
    record After(long lsn) implements Start {}
  }

  public static ChangeFeed latest(Scope scope, Start start) {
    return new ChangeFeed(scope, Versions.LATEST, start);
  }

  public static ChangeFeed all(Scope scope, Start start) {
    return new ChangeFeed(scope, Versions.ALL, start);
  }
}
