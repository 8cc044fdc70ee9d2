// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.value.Value.Kind;

/// One end of a range of values: at a value, or at the edge of a kind, where no value stands.
public sealed interface Bound {

  /// At a value, which belongs to the range or does not.
  record At(Value value, boolean inclusive) implements Bound {}

  /// In front of all values of a kind and of those kinds that share its place in the order.
  record Before(Kind kind) implements Bound {}

  /// Behind all values of a kind and of those kinds that share its place in the order.
  record Behind(Kind kind) implements Bound {}
}
