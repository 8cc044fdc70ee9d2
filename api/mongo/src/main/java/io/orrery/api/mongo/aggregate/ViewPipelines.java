// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.stage.BoundVariables;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Set;

/// What the pipeline of a view may be.
public final class ViewPipelines {
  private static final Set<String> NOT_IN_VIEWS = Set.of("$out", "$merge", "$changeStream");

  private ViewPipelines() {}

  /// Fails as the pipeline would, or with OPTION_NOT_SUPPORTED_ON_VIEW if it does more than read.
  public static void require(
      String database, List<Value.Document> stages, CommandVariables variables) {
    for (Value.Document stage : stages) {
      String name = RowStages.only(stage).getKey();
      if (NOT_IN_VIEWS.contains(name)) {
        throw new MongoFailure(
            MongoError.OPTION_NOT_SUPPORTED_ON_VIEW,
            "The aggregation stage %s cannot be used in a view definition".formatted(name));
      }
    }
    List<PipelineStage> _ = new StageReader(database, BoundVariables.of(variables)).readAll(stages);
  }
}
