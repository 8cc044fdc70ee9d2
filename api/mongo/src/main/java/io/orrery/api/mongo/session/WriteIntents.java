// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.model.container.ItemKey;
import java.util.concurrent.ConcurrentHashMap;

/// Which open transaction wants to change which document: a second one learns at once that it would
/// not be able to commit. Only a hint, since documents are compared when it does.
final class WriteIntents {
  private record Place(int collection, ItemKey key) {}

  private final ConcurrentHashMap<Place, Object> owners = new ConcurrentHashMap<>();

  /// False if another one wants to change it.
  @SuppressWarnings("ReferenceEquality") // An owner is itself and nobody who looks like it.
  boolean claim(int collection, ItemKey key, Object owner) {
    Object before = owners.putIfAbsent(new Place(collection, key), owner);
    return before == null || before == owner;
  }

  void release(int collection, ItemKey key, Object owner) {
    boolean _ = owners.remove(new Place(collection, key), owner);
  }
}
