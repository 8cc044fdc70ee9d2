// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.plan.aggregate.SameValue;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Budget;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The groups of a query that aggregates, by their keys, in the order in which they came first.
/// Without GROUP BY all rows are one group, which is there even if no row comes.
public final class Groups {
  private final GroupLayout grouping;
  private final Budget budget;
  private final Map<SameValue, Group> groups = new LinkedHashMap<>();
  private long bytes;

  Groups(GroupLayout grouping, Budget budget) {
    this.grouping = grouping;
    this.budget = budget;
    if (!grouping.hasKeys()) {
      require(new Value[0]);
    }
  }

  /// Adds the row the frame stands on.
  ///
  /// @throws io.orrery.model.OrreryException LIMIT_EXCEEDED if the groups take too much memory
  public void add(Frame frame) {
    Group group = grouping.hasKeys() ? require(grouping.keys(frame)) : only();
    take(group.add(frame));
  }

  /// Adds all rows of other groups of the same query.
  public void merge(Groups other) {
    for (Group group : other.groups.values()) {
      take(require(group.keys()).merge(group));
    }
  }

  public Collection<Group> groups() {
    return Collections.unmodifiableCollection(groups.values());
  }

  /// Forgets everything and gives the memory back.
  public void clear() {
    groups.clear();
    budget.give(bytes);
    bytes = 0;
  }

  private Group only() {
    return groups.values().iterator().next();
  }

  private Group require(Value[] keys) {
    SameValue key = new SameValue(keys.length == 1 ? keys[0] : new Array(Arrays.asList(keys)));
    Group group = groups.get(key);
    if (group == null) {
      take(Distinct.ENTRY + ValueSize.of(keys) + grouping.groupBytes());
      group = new Group(grouping, keys);
      groups.put(key, group);
    }
    return group;
  }

  private void take(long growth) {
    if (growth > 0) {
      budget.take(growth);
    } else if (growth < 0) {
      budget.give(-growth);
    }
    bytes += growth;
  }
}
