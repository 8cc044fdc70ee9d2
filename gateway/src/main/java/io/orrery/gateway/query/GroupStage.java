// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import io.orrery.query.evaluate.Group;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One row for each group, in the order of ORDER BY, then of the group keys; a single one without
/// GROUP BY. A pass that cannot keep all groups keeps the first ones, and another pass makes the
/// rest; so groups can only be ordered by what is known of them from the beginning, their keys.
final class GroupStage {
  /// About what the accumulators of a group take.
  private static final long GROUP_BYTES = 320;

  private final Work work;
  private final CompiledQuery query;

  private final int termBytesMax;

  GroupStage(Work work, int termBytesMax) {
    this.work = work;
    this.query = work.query();
    this.termBytesMax = termBytesMax;
  }

  /// Adds rows to the page. Gives where the next page goes on; null if there are no more, or the
  /// query is at its end.
  @Nullable Start run(Access access, Start start) {
    Frame frame = work.frame();
    return new Passes<Group>(
            work, from -> pass(access, from), group -> Result.of(query.projection(group, frame)))
        .run(start);
  }

  private SortedRows<Group> pass(Access access, byte @Nullable [] after) {
    // One more than the page has room for tells that there is another page.
    long wanted = Math.min(Long.MAX_VALUE - 1, work.output().wanted()) + 1;
    SortedRows<Group> all = new SortedRows<>(wanted, work.stageBytes(), work.budget());
    for (Collected collected : new Pass(work, access).run(() -> new Collected(wanted, after))) {
      all.merge(
          collected.groups,
          (one, other) -> {
            long _ = one.merge(other);
            return one;
          });
    }
    if (!query.isGrouped() && after == null && all.find(SortKey.of()) == null) {
      all.put(SortKey.of(), query.newGroup(new Value[0]), 0);
    }
    return all;
  }

  private final class Collected implements Pass.Collector {
    private final SortedRows<Group> groups;
    private final byte @Nullable [] after;
    private byte[] place = {};
    private @Nullable Group current;

    Collected(long wanted, byte @Nullable [] after) {
      this.groups = new SortedRows<>(wanted, bytesMax(), work.budget());
      this.after = after;
    }

    /// Items with the same partition key come one after the other, and most are grouped by it.
    @Override
    public void row(Row row, Frame frame) {
      Value[] keys = query.groupKeys(frame);
      if (current == null || !Arrays.equals(keys, current.keys())) {
        current = group(keys, frame);
      }
      if (current != null) {
        add(current, frame);
      }
    }

    /// The group with these keys; null if it is not for this pass.
    private @Nullable Group group(Value[] keys, Frame frame) {
      place = place(keys, frame);
      if (groups.isBehind(place) || (after != null && Arrays.compareUnsigned(place, after) <= 0)) {
        return null;
      }
      Group known = groups.find(place);
      if (known != null) {
        return known;
      }
      Group fresh = query.newGroup(keys);
      groups.put(place, fresh, size(keys));
      return fresh;
    }

    private byte[] place(Value[] keys, Frame frame) {
      byte[] byKeys = SortKey.of(keys);
      if (!query.isOrdered()) {
        return byKeys;
      }
      Value[] order = query.orderKeys(query.newGroup(keys), frame);
      return SortKey.of(order, work.request().order(), termBytesMax, byKeys);
    }

    private void add(Group group, Frame frame) {
      long growth = group.add(frame);
      if (growth != 0) {
        groups.put(place, group, groups.size(place) + growth);
      }
      // What a single group collects cannot be left to another pass.
      if (growth > 0 && groups.size(place) > bytesMax()) {
        throw new OrreryException(
            ErrorCode.LIMIT_EXCEEDED,
            "An aggregate of the query collects more than the "
                + bytesMax()
                + " bytes of memory it may use; filter more, or group by more.");
      }
    }

    private long bytesMax() {
      return work.stageBytes() / work.all().size();
    }

    private static long size(Value[] keys) {
      return ValueSize.of(keys) + GROUP_BYTES;
    }
  }
}
