// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;

/// An item as the model has it. Version and rid are the engine's to choose, so they are learned
/// from its answers; everything else is what was asked for.
///
/// @param stamp which write of its container it was, counted by the model
record ModelItem(
    ItemKey key,
    ItemVersion version,
    long rid,
    long timeMillis,
    int ttlSeconds,
    boolean indexed,
    byte[] body,
    Value.Document document,
    long stamp) {

  /// What is to be stored, and what it means.
  record Content(NewItem item, Value.Document document) {}

  boolean isExpired(int containerTtlSeconds, long nowMillis) {
    if (containerTtlSeconds == TimeToLive.OFF) {
      return false;
    }
    int seconds = ttlSeconds == Item.TTL_DEFAULT ? containerTtlSeconds : ttlSeconds;
    return seconds >= 0 && timeMillis + seconds * 1000L <= nowMillis;
  }
}
