// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;

/// An interval of the ring, as plans have them: always with its min, with its max only if that is
/// the min.
public record QueryRange(EffectivePartitionKey min, EffectivePartitionKey max) {

  /// Where clients send a query that has no rows, or the same rows wherever it runs: they need one
  /// place to send it to, and the beginning of the ring always exists.
  public static final QueryRange NOWHERE = point(EffectivePartitionKey.MIN);

  static QueryRange of(HashRange range) {
    return new QueryRange(range.min(), range.max());
  }

  static QueryRange point(EffectivePartitionKey position) {
    return new QueryRange(position, position);
  }

  public boolean isPoint() {
    return min.equals(max);
  }

  @Override
  public String toString() {
    return "[" + min + ", " + max + (isPoint() ? "]" : ")");
  }
}
