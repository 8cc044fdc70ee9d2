// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.SameValue;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Budget;
import java.util.HashSet;
import java.util.Set;

/// Which values came already: numbers by value whatever their types, objects whatever the order of
/// their properties.
public final class Distinct {
  /// What a hash table takes for one entry.
  static final int ENTRY = 64;

  private final Set<SameValue> seen = new HashSet<>();
  private final Budget budget;
  private long bytes;

  public Distinct(Budget budget) {
    this.budget = budget;
  }

  /// Whether the value comes for the first time.
  ///
  /// @throws io.orrery.model.OrreryException LIMIT_EXCEEDED if there are too many to remember
  public boolean add(Value value) {
    SameValue key = new SameValue(value);
    if (seen.contains(key)) {
      return false;
    }
    long size = ENTRY + ValueSize.of(value);
    budget.take(size);
    bytes += size;
    return seen.add(key);
  }

  /// Forgets everything and gives the memory back.
  public void clear() {
    seen.clear();
    budget.give(bytes);
    bytes = 0;
  }
}
