// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.option.CappedSize;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.Container;
import io.orrery.model.container.Collation;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What collections were made as and stay for ever, each read once.
final class PermanentTraits {

  /// @param collation how texts compare where a command does not say
  /// @param isView whether it holds no documents, but is what a pipeline makes of others
  /// @param capped how much it holds at most; empty for as much as there is
  record Traits(Collation collation, boolean isView, Optional<CappedSize> capped) {}

  private final ConcurrentHashMap<Integer, Traits> known = new ConcurrentHashMap<>();

  Traits of(ContainerHandle collection) {
    Traits found = known.get(collection.number());
    if (found == null) {
      Container container = collection.container();
      CollectionOptions options = CollectionOptions.of(container.definition());
      found =
          new Traits(
              options.collation().map(Collations::read).orElse(Collation.SIMPLE),
              options.viewOn().isPresent(),
              options.capped());
      known.put(container.number(), found);
    }
    return found;
  }
}
