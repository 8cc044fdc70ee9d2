// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.validate;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.Container;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The validators of collections, each read once.
public final class Validators {
  private record Known(Container container, Optional<Validator> validator) {}

  /// Collections that were dropped are among them until all are forgotten.
  private static final int KNOWN_MAX = 10_000;

  private final ConcurrentHashMap<Integer, Known> known = new ConcurrentHashMap<>();

  /// What documents written to a collection have to pass.
  ///
  /// @param bypass whether the client wants them not to be checked
  public Optional<Validator> of(ContainerHandle collection, boolean bypass) {
    if (bypass) {
      return Optional.empty();
    }
    Container container = collection.container();
    Known found = known.get(container.number());
    if (found == null || !isSame(found.container(), container)) {
      CollectionOptions options = CollectionOptions.of(container.definition());
      found = new Known(container, Validator.of(container.name(), options));
      if (known.size() >= KNOWN_MAX) {
        known.clear();
      }
      known.put(container.number(), found);
    }
    return found.validator();
  }

  /// A container that was changed is another one; looking into it would cost more than reading.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Container one, Container other) {
    return one == other;
  }
}
