// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Reads the part of `create` that makes a view.
final class ViewArguments {
  private ViewArguments() {}

  static boolean areIn(Arguments arguments) {
    return arguments.findText("viewOn").isPresent();
  }

  /// @param options what else was given, of which a view has its collation only
  static MongoCommand read(CommandBody body, CollectionOptions options) {
    Namespace namespace = Namespace.of(body);
    for (String given : options.values().properties().keySet()) {
      if (!given.equals(CollectionOptions.COLLATION)) {
        throw new MongoFailure(
            MongoError.INVALID_OPTIONS, "The option '%s' is not one of a view".formatted(given));
      }
    }
    return new CollectionCommand.CreateView(
        namespace,
        new Namespace(namespace.database(), body.arguments().text("viewOn")),
        stages(body.arguments()),
        options,
        CommandVariables.of(body));
  }

  /// Reads what a view is to be made of from now on.
  static MongoCommand modification(CommandBody body) {
    Namespace namespace = Namespace.of(body);
    return new IndexCommand.ModifyView(
        namespace,
        new Namespace(namespace.database(), body.arguments().text("viewOn")),
        stages(body.arguments()),
        CommandVariables.of(body));
  }

  private static List<Value.Document> stages(Arguments arguments) {
    List<Value.Document> stages = new ArrayList<>();
    for (Value stage : arguments.findArray("pipeline").orElse(List.of())) {
      if (!(stage instanceof Value.Document document)) {
        throw new MongoFailure(
            MongoError.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      stages.add(document);
    }
    return stages;
  }
}
