// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.value.Value;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.Pipeline;
import io.orrery.plan.program.RowProgram;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The first rows by their keys (top-k), whatever order the candidates have. However many there
/// are, memory is bounded: what does not fit is found again by a later pass, behind the last key.
final class SortRows {
  private final FragmentRun run;
  private final Pipeline pipeline;
  private final FragmentStage.Sorted stage;
  private final SortedRows<RowValue> kept;

  /// How large all different rows are that were seen.
  private long seenBytes;

  SortRows(FragmentRun run, FragmentStage.Sorted stage) {
    this.run = run;
    this.pipeline = run.pipeline();
    this.stage = stage;
    this.kept = new SortedRows<>(run.bounds().rows(), run.bounds().bytes(), run.budget());
  }

  FragmentPage page() {
    try (kept) {
      run.forEach(this::row);
      return SortedRows.page(kept, run.view().usage());
    }
  }

  private void row(KeyedItem item, RowProgram.Run row) {
    byte[] key = key(item, row);
    if (key == null
        || kept.isBehind(key)
        || (stage.after() != null && Arrays.compareUnsigned(key, stage.after()) <= 0)
        || kept.find(key) != null) {
      return;
    }
    RowValue value = run.value(item, row);
    if (value != null) {
      seenBytes += value.bytes();
      if (seenBytes > stage.keepableBytes()) {
        throw QueryBudget.exceeded(stage.keepableBytes());
      }
      kept.put(key, value, value.bytes());
    }
  }

  /// Rows with equal keys are one; null if the row does not belong here.
  private byte @Nullable [] key(KeyedItem item, RowProgram.Run row) {
    return switch (stage.rows()) {
      case ORDER -> sortKey(order(row), item, row);
      case UNDEFINED -> {
        Value[] order = order(row);
        yield order[0] == Value.Undefined.UNDEFINED ? sortKey(order, item, row) : null;
      }
      case DISTINCT -> distinctKey(row);
    };
  }

  private Value[] order(RowProgram.Run row) {
    return FragmentRun.outputs(row, pipeline.orderOutputs());
  }

  private byte[] sortKey(Value[] order, KeyedItem item, RowProgram.Run row) {
    long rid = item.item().rid();
    return SortKeys.of(
        order, pipeline.order(), run.sortForm(), stage.newestFirst() ? ~rid : rid, row.ordinal());
  }

  /// Equal results have equal keys; with an order, those that come first come first.
  private byte[] distinctKey(RowProgram.Run row) {
    Value result = pipeline.projectsWholeItem() ? row.whole() : row.output(pipeline.projection());
    byte[] value = SortKeys.of(pipeline.values(), result);
    return pipeline.isOrdered()
        ? SortKeys.of(order(row), pipeline.order(), run.sortForm(), value)
        : value;
  }
}
