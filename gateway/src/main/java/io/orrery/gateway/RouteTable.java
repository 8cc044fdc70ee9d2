// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.control.Routes;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;

/// Routes, prepared so that finding the one of a key takes apart neither the key nor the ranges.
final class RouteTable {
  private static final byte[] EMPTY = new byte[0];

  private final Routes routes;
  private final List<ItemKey> starts;

  RouteTable(Routes routes) {
    this.routes = routes;
    this.starts = routes.all().stream().map(route -> start(route.range().min())).toList();
  }

  /// Sorts in front of every key at or behind the position, and behind every other.
  static ItemKey start(EffectivePartitionKey position) {
    return ItemKey.of(position, EMPTY, EMPTY);
  }

  Routes routes() {
    return routes;
  }

  Route at(ItemKey key) {
    int low = 0;
    int high = starts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts.get(middle).compareTo(key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return routes.all().get(low);
  }

  /// The routes that serve some part of the ranges, in ring order.
  List<Route> overlapping(List<HashRange> ranges) {
    List<Route> found = new ArrayList<>();
    for (Route route : routes.all()) {
      if (ranges.stream().anyMatch(route.range()::overlaps)) {
        found.add(route);
      }
    }
    return found;
  }
}
