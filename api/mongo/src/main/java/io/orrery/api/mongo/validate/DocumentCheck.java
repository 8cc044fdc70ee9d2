// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.validate;

import io.orrery.api.mongo.index.IndexDemands;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.Optional;

/// What documents have to pass before they are written to a collection.
///
/// @param validator the rule of the collection; empty if there is none or the client wants it to be
///   left out
public record DocumentCheck(Optional<Validator> validator, IndexDemands demands) {

  /// Whether any document passes.
  boolean isEmpty() {
    return validator.isEmpty() && demands.isEmpty();
  }

  /// Fails if a new document does not pass, with DOCUMENT_VALIDATION_FAILURE or the code of what an
  /// index cannot take.
  public void require(byte[] stored) {
    Value.Document document = (Value.Document) StoredItems.decode(stored);
    validator.ifPresent(each -> each.require(document));
    demands.require(document);
  }

  /// As [#require], for a document that is changed.
  public void requireChanged(Value.Document before, byte[] stored) {
    Value.Document after = (Value.Document) StoredItems.decode(stored);
    validator.ifPresent(each -> each.requireChanged(before, after));
    demands.require(after);
  }
}
