// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.Accumulator;

/// The rows with the same group keys, aggregated.
public final class Group {
  private final GroupLayout grouping;
  private final Value[] keys;
  private final Accumulator[] accumulators;

  Group(GroupLayout grouping, Value[] keys) {
    this.grouping = grouping;
    this.keys = keys;
    this.accumulators = grouping.start();
  }

  /// What the GROUP BY expressions are in this group; undefined where they are. Not a copy.
  public Value[] keys() {
    return keys;
  }

  /// Adds the row the frame stands on. Gives by how many bytes the group has grown.
  public long add(Frame frame) {
    long growth = 0;
    for (int i = 0; i < accumulators.length; i++) {
      growth += accumulators[i].add(grouping.argument(i).evaluate(frame));
    }
    return growth;
  }

  /// Adds all rows of another group with the same keys. Gives by how many bytes this has grown.
  public long merge(Group other) {
    long growth = 0;
    for (int i = 0; i < accumulators.length; i++) {
      growth += accumulators[i].merge(other.accumulators[i]);
    }
    return growth;
  }

  /// Makes the group what the frame stands on, so that projection and order keys are those of the
  /// group.
  void enter(Frame frame) {
    for (int i = 0; i < keys.length; i++) {
      frame.set(grouping.keySlot(i), keys[i]);
    }
    for (int i = 0; i < accumulators.length; i++) {
      frame.set(grouping.aggregateSlot(i), accumulators[i].result());
    }
  }
}
