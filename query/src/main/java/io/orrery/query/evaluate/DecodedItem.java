// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;

/// An item that is a value already.
record DecodedItem(Value whole) implements QueriedItem {
  @Override
  public Value at(ItemPath path) {
    return path.in(whole);
  }
}
