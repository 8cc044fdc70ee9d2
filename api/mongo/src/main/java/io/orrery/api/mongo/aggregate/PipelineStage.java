// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.stage.RowStage;
import java.util.List;

/// One step of a pipeline: documents in, documents out.
@FunctionalInterface
interface PipelineStage {
  DocumentStream over(DocumentStream input, PipelineContext context);

  /// A stage that looks at one document at a time.
  static PipelineStage of(RowStage stage) {
    return (input, context) -> new RowDocuments(List.of(stage), input, context);
  }
}
