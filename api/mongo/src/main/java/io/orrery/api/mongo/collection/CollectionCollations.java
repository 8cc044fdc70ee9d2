// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.Container;
import io.orrery.model.container.Collation;
import java.util.concurrent.ConcurrentHashMap;

/// The collations that collections were made with, each read once: they are for ever.
final class CollectionCollations {
  private final ConcurrentHashMap<Integer, Collation> known = new ConcurrentHashMap<>();

  Collation of(ContainerHandle collection) {
    Collation found = known.get(collection.number());
    if (found == null) {
      Container container = collection.container();
      found =
          CollectionOptions.of(container.definition())
              .collation()
              .map(Collations::read)
              .orElse(Collation.SIMPLE);
      known.put(container.number(), found);
    }
    return found;
  }
}
