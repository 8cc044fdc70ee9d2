// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.model.value.Value;
import org.jspecify.annotations.Nullable;

/// One row of a query's result.
public sealed interface Result {

  /// An item as it is.
  record Whole(Row row) implements Result {}

  /// Something made of items.
  record Computed(Value value) implements Result {}

  /// The row with this value; null if it is undefined, which makes it none.
  static @Nullable Result of(Value value) {
    return value == Value.Undefined.UNDEFINED ? null : new Computed(value);
  }
}
