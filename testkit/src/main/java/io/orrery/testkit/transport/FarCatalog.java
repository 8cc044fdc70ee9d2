// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.transport;

import io.orrery.control.catalog.Catalog;
import io.orrery.control.catalog.CatalogCommand;
import io.orrery.control.catalog.CatalogCommandCodec;
import io.orrery.control.catalog.CatalogOutcome;
import io.orrery.control.catalog.CatalogOutcomeCodec;
import io.orrery.control.catalog.CatalogView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A catalog whose leader is on the other side of the network. What it decides is seen in the copy
/// on this side.
final class FarCatalog implements Catalog {
  private final Catalog catalog;
  private final ImaginaryNetwork network;

  FarCatalog(Catalog catalog, ImaginaryNetwork network) {
    this.catalog = catalog;
    this.network = network;
  }

  @Override
  public CatalogOutcome propose(CatalogCommand command, Duration patience) {
    switch (network.fate()) {
      case DELIVERED -> {}
      case MOVED, NOT_LEADER -> {
        return new CatalogOutcome.NotLeader();
      }
    }
    List<RuntimeException> failure = new ArrayList<>();
    byte[] reply =
        network.exchange(
            CatalogCommandCodec.encode(command),
            bytes -> propose(bytes, patience, failure),
            () -> {});
    if (!failure.isEmpty()) {
      throw failure.getFirst();
    }
    return CatalogOutcomeCodec.decode(reply);
  }

  private byte[] propose(byte[] bytes, Duration patience, List<RuntimeException> failure) {
    try {
      CatalogCommand command = CatalogCommandCodec.decode(bytes);
      return CatalogOutcomeCodec.encode(catalog.propose(command, patience));
    } catch (RuntimeException e) {
      failure.add(e);
      return new byte[0];
    }
  }

  @Override
  public CatalogView view() {
    return catalog.view();
  }
}
