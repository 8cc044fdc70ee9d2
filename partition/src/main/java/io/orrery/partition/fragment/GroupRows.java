// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.Pipeline;
import io.orrery.plan.program.RowProgram;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The first groups by their keys, in the order of the plan; a single one without keys. What a pass
/// cannot keep is left to another, behind the last key; so groups can only be ordered by what is
/// known of them from the beginning, their keys.
final class GroupRows {
  private final FragmentRun run;
  private final Pipeline pipeline;
  private final Pipeline.Grouping grouping;
  private final byte @Nullable [] after;
  private final SortedRows<RowValue> groups;
  private byte[] place = {};
  private RowValue.@Nullable Partial current;

  GroupRows(FragmentRun run, Pipeline.Grouping grouping, byte @Nullable [] after) {
    this.run = run;
    this.pipeline = run.pipeline();
    this.grouping = grouping;
    this.after = after;
    this.groups = new SortedRows<>(run.bounds().rows(), run.bounds().bytes(), run.budget());
  }

  FragmentPage page() {
    try (groups) {
      RowProgram.Run keyed = run.program();
      run.forEach((_, row) -> row(row, keyed));
      return SortedRows.page(groups, run.view().usage());
    }
  }

  /// Adds the row the run stands on. Gives by how many bytes the group has grown.
  static long add(Pipeline.Grouping grouping, RowValue.Partial group, RowProgram.Run row) {
    long growth = 0;
    for (int i = 0; i < group.states().length; i++) {
      growth += group.states()[i].add(row.output(grouping.argumentOutputs()[i]));
    }
    return growth;
  }

  /// Items with the same partition key come one after the other, and most are grouped by it.
  private void row(RowProgram.Run row, RowProgram.Run keyed) {
    Value[] keys = keys(row);
    if (current == null || !Arrays.equals(keys, current.keys())) {
      current = group(keys, keyed);
    }
    if (current != null) {
      add(current, row);
    }
  }

  /// In BSON and CQL, what is missing belongs to null.
  private Value[] keys(RowProgram.Run row) {
    Value[] keys = FragmentRun.outputs(row, grouping.keyOutputs());
    for (int i = 0; i < keys.length; i++) {
      keys[i] = keys[i] == Value.Undefined.UNDEFINED ? grouping.values().missing() : keys[i];
    }
    return keys;
  }

  /// The group with these keys; null if it is not for this pass.
  private RowValue.@Nullable Partial group(Value[] keys, RowProgram.Run keyed) {
    place = place(keys, keyed);
    if (groups.isBehind(place) || (after != null && Arrays.compareUnsigned(place, after) <= 0)) {
      return null;
    }
    RowValue known = groups.find(place);
    if (known != null) {
      return (RowValue.Partial) known;
    }
    RowValue.Partial fresh = RowValue.Partial.empty(grouping, keys);
    groups.put(place, fresh, fresh.size());
    return fresh;
  }

  /// @param keyed stands on the group, so that the row being grouped is not disturbed
  private byte[] place(Value[] keys, RowProgram.Run keyed) {
    byte[] byKeys = SortKeys.of(grouping.values(), keys);
    if (!pipeline.isOrdered()) {
      return byKeys;
    }
    keyed.enterGroup(keys, RowValue.Partial.empty(grouping, keys).results());
    Value[] order = FragmentRun.outputs(keyed, pipeline.orderOutputs());
    return SortKeys.of(order, pipeline.order(), run.sortForm(), byKeys);
  }

  private void add(RowValue.Partial group, RowProgram.Run row) {
    long growth = add(grouping, group, row);
    if (growth != 0) {
      groups.put(place, group, groups.size(place) + growth);
    }
    // What a single group collects cannot be left to another pass.
    if (growth > 0 && groups.size(place) > run.bounds().bytes()) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "An aggregate of the query collects more than the "
              + run.bounds().bytes()
              + " bytes of memory it may use; filter more, or group by more.");
    }
  }
}
