// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.access;

import io.orrery.model.value.Value;
import io.orrery.plan.access.Interval;

/// How a comparison that an index can answer relates its two sides.
enum Relation {
  EQUAL,
  LESS,
  LESS_OR_EQUAL,
  GREATER,
  GREATER_OR_EQUAL;

  /// What holds when the sides change places.
  Relation mirrored() {
    return switch (this) {
      case EQUAL -> EQUAL;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
    };
  }

  /// What of the values that are comparable to one relates to it this way.
  Interval interval(Interval comparable, Value value) {
    return switch (this) {
      case EQUAL -> Interval.point(value);
      case LESS -> comparable.upTo(value, false);
      case LESS_OR_EQUAL -> comparable.upTo(value, true);
      case GREATER -> comparable.startingAt(value, false);
      case GREATER_OR_EQUAL -> comparable.startingAt(value, true);
    };
  }
}
