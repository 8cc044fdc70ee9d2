// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.expression.Variables;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;

/// What a pipeline runs with.
///
/// @param database where its names of collections are looked up
/// @param variables what stands in its expressions
/// @param run what all pipelines of a command share
record PipelineContext(String database, Variables variables, PipelineRun run) {

  PipelineContext with(Variables others) {
    return new PipelineContext(database, others, run);
  }

  /// One more document was looked at. Fails if the time of the request is over.
  void step() {
    run.step();
  }

  /// Keeps a value in memory, for a stage.
  void keep(String stage, Value value) {
    run.take(stage, ValueSize.of(value));
  }

  void keep(String stage, long bytes) {
    run.take(stage, bytes);
  }
}
