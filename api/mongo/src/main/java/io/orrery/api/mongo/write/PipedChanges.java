// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.command.WriteCommand.UpdatePipeline;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.stage.BoundVariables;
import io.orrery.api.mongo.stage.RowStage;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// What pipelines make of documents in updates.
final class PipedChanges {
  private PipedChanges() {}

  /// Fails if the pipeline is none of an update.
  static void require(UpdatePipeline pipeline) {
    List<RowStage> _ =
        RowStages.ofUpdate(pipeline.stages(), BoundVariables.of(pipeline.variables()));
  }

  static Value.Document apply(UpdatePipeline pipeline, Value.Document document) {
    Variables variables = BoundVariables.of(pipeline.variables());
    List<RowStage> stages = RowStages.ofUpdate(pipeline.stages(), variables);
    List<Value.Document> made = new ArrayList<>();
    boolean _ = RowStage.all(stages, 0, document, variables, made::add);
    // Every stage of an update makes one document of one.
    return made.getFirst();
  }
}
