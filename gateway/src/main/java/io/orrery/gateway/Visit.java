// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.PartitionView;
import io.orrery.partition.layout.ItemKey;
import java.util.function.Consumer;

/// One partition, read from in one state.
record Visit(Route route, PartitionView view) implements AutoCloseable {

  /// Visits the partition that serves the key, through whatever splits.
  ///
  /// @param admission what to do before, as often as a partition turns out to be split
  static Visit at(
      ItemKey key,
      ContainerHandle container,
      long nowMillis,
      Consumer<Route> admission,
      RequestContext context) {
    RouteTable table = container.table();
    while (true) {
      Route route = table.at(key);
      admission.accept(route);
      try {
        return new Visit(route, view(route, nowMillis));
      } catch (OrreryException e) {
        table = container.afterFailedRead(table, e, context);
      }
    }
  }

  /// Fails with RANGE_GONE once the partition was split, even if its space is freed already.
  static PartitionView view(Route route, long nowMillis) {
    try {
      return route.partition().view(nowMillis);
    } catch (OrreryException e) {
      if (route.partition().state().retired()) {
        throw new OrreryException(ErrorCode.RANGE_GONE, "The partition was split.", e);
      }
      throw e;
    }
  }

  long lsn() {
    return view.state().lsn();
  }

  @Override
  public void close() {
    view.close();
  }
}
