// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;

/// Takes the results of a query, one by one.
@FunctionalInterface
interface ValueSink {
  /// One more result.
  ///
  /// @return false if no more are wanted
  boolean value(Value value);
}
