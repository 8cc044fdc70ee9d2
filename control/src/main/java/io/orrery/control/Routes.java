// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which partition serves which part of a container's ring, at one moment. Immutable; a split
/// publishes a new one with a higher version.
public final class Routes {
  private final long version;
  private final List<Route> routes;

  /// Fails with CORRUPTED unless the routes tile the ring exactly.
  Routes(long version, List<Route> routes) {
    this.version = version;
    this.routes =
        routes.stream().sorted(Comparator.comparing(route -> route.range().min())).toList();
    EffectivePartitionKey end = EffectivePartitionKey.MIN;
    for (Route route : this.routes) {
      if (!route.range().min().equals(end)) {
        throw OrreryException.corrupted(
            "the ring has a gap or an overlap at " + end + ", next is " + route.range());
      }
      end = route.range().max();
    }
    if (!end.equals(EffectivePartitionKey.MAX)) {
      throw OrreryException.corrupted("the ring ends at " + end);
    }
  }

  public long version() {
    return version;
  }

  /// All routes in ring order.
  public List<Route> all() {
    return routes;
  }

  public Route at(EffectivePartitionKey position) {
    int low = 0;
    int high = routes.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (routes.get(middle).range().min().compareTo(position) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return routes.get(low);
  }

  /// The routes that serve some part of the scope, in ring order.
  public List<Route> overlapping(HashRange scope) {
    return routes.stream().filter(route -> route.range().overlaps(scope)).toList();
  }

  /// The route of the partition with this ordinal; empty if it was split or never was.
  public Optional<Route> ofOrdinal(int ordinal) {
    return routes.stream().filter(route -> route.ordinal() == ordinal).findFirst();
  }
}
