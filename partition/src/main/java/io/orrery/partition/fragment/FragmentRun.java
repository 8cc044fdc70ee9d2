// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.value.Value;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.Pipeline;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.RowProgram;
import org.jspecify.annotations.Nullable;

/// One fragment while it runs: what its stages share.
final class FragmentRun {
  private final Fragment fragment;
  private final Pipeline pipeline;
  private final FragmentView view;
  private final ReadTask task;
  private final TermForm form;
  private final TermForm sortForm;
  private final long end;

  FragmentRun(Fragment fragment, Pipeline pipeline, FragmentView view, ReadTask task) {
    this.fragment = fragment;
    this.pipeline = pipeline;
    this.view = view;
    this.task = task;
    this.form = view.form(fragment.termBytesMax());
    this.sortForm = new TermForm(pipeline.values(), fragment.termBytesMax());
    this.end = task.context().nanos() + fragment.bounds().nanos();
  }

  Fragment fragment() {
    return fragment;
  }

  FragmentBounds bounds() {
    return fragment.bounds();
  }

  Pipeline pipeline() {
    return pipeline;
  }

  FragmentView view() {
    return view;
  }

  ReadTask task() {
    return task;
  }

  /// Of the values in index terms.
  TermForm form() {
    return form;
  }

  /// Of the values in sort keys.
  TermForm sortForm() {
    return sortForm;
  }

  Budget budget() {
    return task.budget();
  }

  RowProgram.Run program() {
    return pipeline.program().run(budget());
  }

  AccessOpening access() {
    return new AccessOpening(fragment.path(), view, task, form);
  }

  /// Whether the page is to be given out as it is.
  boolean isOver() {
    return end - task.context().nanos() <= 0;
  }

  /// What a row is; null if its only value is undefined, which makes it none.
  @Nullable RowValue value(KeyedItem item, RowProgram.Run run) {
    if (pipeline.projectsWholeItem()) {
      return new RowValue.Stored(item);
    }
    Value value = run.output(pipeline.projection());
    return value == Value.Undefined.UNDEFINED ? null : new RowValue.Computed(value);
  }

  static Value[] outputs(RowProgram.Run run, int[] numbers) {
    Value[] values = new Value[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      values[i] = run.output(numbers[i]);
    }
    return values;
  }

  /// Hands every row of every candidate to `sink`.
  void forEach(RowTaker sink) {
    RowProgram.Run program = program();
    try (Candidates candidates = access().open(Start.FIRST)) {
      while (candidates.next()) {
        KeyedItem item = candidates.item();
        boolean _ =
            program.rows(
                item.item(),
                row -> {
                  sink.row(item, row);
                  return true;
                });
      }
    }
  }

  /// Takes rows.
  interface RowTaker {
    void row(KeyedItem item, RowProgram.Run run);
  }
}
