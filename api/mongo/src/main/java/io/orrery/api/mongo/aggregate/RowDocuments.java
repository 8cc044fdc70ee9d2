// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.stage.RowStage;
import io.orrery.model.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stages make of documents one by one.
final class RowDocuments implements DocumentStream {
  private final List<RowStage> stages;
  private final DocumentStream input;
  private final PipelineContext context;
  private final Deque<Value.Document> made = new ArrayDeque<>();

  RowDocuments(List<RowStage> stages, DocumentStream input, PipelineContext context) {
    this.stages = stages;
    this.input = input;
    this.context = context;
  }

  @Override
  public Value.@Nullable Document next() {
    while (made.isEmpty()) {
      Value.Document document = input.next();
      if (document == null) {
        return null;
      }
      context.step();
      boolean _ = RowStage.all(stages, 0, document, context.variables(), made::add);
    }
    return made.poll();
  }
}
