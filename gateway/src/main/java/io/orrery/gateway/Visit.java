// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
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
        return new Visit(route, route.partition().view(nowMillis));
      } catch (OrreryException e) {
        table = container.afterFailedRead(table, e, context);
      }
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
