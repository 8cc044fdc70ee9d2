// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.control.catalog.Catalog;
import io.orrery.partition.host.PartitionHost;

/// What stands between the gateway and whatever it asks. Nothing, in one process; tests put a
/// network of theirs here.
public interface Transport {

  /// The catalog as others get to see it.
  Catalog catalog(Catalog near);

  /// The host of partitions as others get to see it.
  PartitionHost host(PartitionHost near);

  /// Everything is called directly.
  static Transport direct() {
    return new Transport() {
      @Override
      public Catalog catalog(Catalog near) {
        return near;
      }

      @Override
      public PartitionHost host(PartitionHost near) {
        return near;
      }
    };
  }
}
