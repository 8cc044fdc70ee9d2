// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stage;

import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.FieldPaths;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.Map;

/// What the variables of a command stand for in its pipelines. Its own are constants.
public final class BoundVariables {
  private BoundVariables() {}

  public static Variables of(CommandVariables command) {
    Variables fixed =
        Variables.NONE
            .collated(command.collation().orElse(Collation.SIMPLE))
            .with(Variables.NOW, command.now())
            .with(Variables.CLUSTER_TIME, command.clusterTime());
    ExpressionReader reader = ExpressionReader.of(fixed);
    Variables all = fixed;
    for (Map.Entry<String, Value> each : command.let().properties().entrySet()) {
      String name = FieldPaths.requireVariable(each.getKey());
      all = all.with(name, ExpressionEvaluator.evaluate(reader.read(each.getValue()), fixed));
    }
    return all;
  }
}
