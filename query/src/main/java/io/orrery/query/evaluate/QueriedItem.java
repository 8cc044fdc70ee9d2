// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;

/// One item of the container a query runs over.
public interface QueriedItem {
  /// The item with everything in it.
  Value whole();

  /// The value at a path; [Value.Undefined] if there is none.
  Value at(ItemPath path);

  /// An item that is a value already.
  static QueriedItem of(Value value) {
    return new DecodedItem(value);
  }
}
