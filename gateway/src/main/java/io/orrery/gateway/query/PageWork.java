// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.PartitionRead;
import io.orrery.gateway.PartitionReads;
import io.orrery.gateway.RequestContext;
import io.orrery.model.value.Value;
import io.orrery.partition.fragment.Fragment;
import io.orrery.partition.fragment.FragmentBounds;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.QueryBudget;
import io.orrery.partition.fragment.RowValue;
import io.orrery.plan.Pipeline;
import io.orrery.plan.Plan;
import io.orrery.plan.access.AccessPath;
import java.util.List;

/// What the stages of a query share while a page is made.
///
/// @param plan what partitions are sent
/// @param pipeline the same, taken apart
/// @param time how long a page that can be continued may take
/// @param termBytesMax how much of a value sort keys hold in all partitions
record PageWork(
    Plan plan,
    Pipeline pipeline,
    PartitionReads reads,
    QueryBudget budget,
    Output output,
    PageTime time,
    int termBytesMax,
    int parallelism) {

  static PageWork of(
      Plan plan,
      Pipeline pipeline,
      PartitionReads reads,
      QueryBudget budget,
      Output output,
      PageTime time,
      int parallelism) {
    return new PageWork(
        plan,
        pipeline,
        reads,
        budget,
        output,
        time,
        Indexes.termBytesMax(reads.all()),
        parallelism);
  }

  RequestContext request() {
    return reads.context();
  }

  List<PartitionRead> all() {
    return reads.all();
  }

  /// What a stage may keep in all partitions, and once more when it puts these together: little for
  /// a page, and for somebody who keeps all rows anyway nearly all they may have.
  long stageBytes() {
    return output.isHandedOn() ? budget.bytesMax() / 4 * 3 : budget.bytesMax() / 4;
  }

  /// How large all rows of the query may be together.
  long keepableBytes() {
    return output.isHandedOn() && output.wanted() == Long.MAX_VALUE
        ? budget.bytesMax()
        : Long.MAX_VALUE;
  }

  FragmentPage page(
      PartitionRead read, AccessPath path, FragmentStage stage, FragmentBounds bounds) {
    Fragment fragment =
        new Fragment(plan, path, reads.scope().items(), termBytesMax, stage, bounds);
    return read.page(fragment);
  }

  /// Gives out a row that was made here; false if there is no room for it.
  boolean offer(Value value) {
    RowValue row = new RowValue.Computed(value);
    row.requireFit(output.rowBytes());
    budget.take(row.bytes());
    return output.offer(row);
  }
}
