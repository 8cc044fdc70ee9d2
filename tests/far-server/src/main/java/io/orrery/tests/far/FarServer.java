// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.far;

import io.orrery.control.catalog.Catalog;
import io.orrery.partition.host.PartitionHost;
import io.orrery.server.Main;
import io.orrery.server.Transport;
import io.orrery.testkit.transport.ImaginaryNetwork;

/// The server, with a network of rough weather between its gateway and all it asks.
public final class FarServer {
  private FarServer() {}

  public static void main(String[] arguments) {
    ImaginaryNetwork network = ImaginaryNetwork.ofThisRun().orElseThrow();
    Main.main(
        arguments,
        new Transport() {
          @Override
          public Catalog catalog(Catalog near) {
            return network.catalog(near);
          }

          @Override
          public PartitionHost host(PartitionHost near) {
            return network.host(near);
          }
        });
  }
}
