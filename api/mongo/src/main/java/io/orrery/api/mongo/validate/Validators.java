// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.validate;

import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.index.IndexDemands;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.Container;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What documents of collections have to pass, read once for each collection.
public final class Validators {
  /// @param bypassed what is left where the client wants documents not to be validated
  private record Known(
      Container container, Optional<DocumentCheck> whole, Optional<DocumentCheck> bypassed) {
    static Known of(Container container) {
      CollectionOptions options = CollectionOptions.of(container.definition());
      IndexDemands demands = IndexDemands.of(CollectionIndexes.of(container).specs());
      return new Known(
          container,
          some(new DocumentCheck(Validator.of(container.name(), options), demands)),
          some(new DocumentCheck(Optional.empty(), demands)));
    }

    private static Optional<DocumentCheck> some(DocumentCheck check) {
      return Optional.of(check).filter(each -> !each.isEmpty());
    }
  }

  /// Collections that were dropped are among them until all are forgotten.
  private static final int KNOWN_MAX = 10_000;

  private final ConcurrentHashMap<Integer, Known> known = new ConcurrentHashMap<>();

  /// What documents written to a collection have to pass; empty if any will do.
  ///
  /// @param bypass whether the client wants them not to be validated
  public Optional<DocumentCheck> of(ContainerHandle collection, boolean bypass) {
    Container container = collection.container();
    Known found = known.get(container.number());
    if (found == null || !isSame(found.container(), container)) {
      found = Known.of(container);
      if (known.size() >= KNOWN_MAX) {
        known.clear();
      }
      known.put(container.number(), found);
    }
    return bypass ? found.bypassed() : found.whole();
  }

  /// A container that was changed is another one; looking into it would cost more than reading.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Container one, Container other) {
    return one == other;
  }
}
