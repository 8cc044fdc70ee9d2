// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// `$fill` written out: windows carry values on or interpolate them, and constants stand where
/// there is still nothing.
final class FillExpansion {
  private FillExpansion() {}

  static void expand(Value value, List<Value.Document> all) {
    if (!(value instanceof Value.Document options)
        || !(options.property("output") instanceof Value.Document output)) {
      throw WindowBounds.failed("the $fill stage specification must be an object with 'output'");
    }
    for (String option : options.properties().keySet()) {
      if (!List.of("partitionBy", "partitionByFields", "sortBy", "output").contains(option)) {
        throw WindowBounds.failed("BSON field '$fill.%s' is an unknown field.".formatted(option));
      }
    }
    LinkedHashMap<String, Value> windows = new LinkedHashMap<>();
    LinkedHashMap<String, Value> constants = new LinkedHashMap<>();
    for (Map.Entry<String, Value> field : output.properties().entrySet()) {
      field(field, windows, constants);
    }
    if (!windows.isEmpty()) {
      all.add(StageExpansion.document("$setWindowFields", windows(options, windows)));
    }
    if (!constants.isEmpty()) {
      all.add(StageExpansion.document("$addFields", new Value.Document(constants)));
    }
  }

  private static void field(
      Map.Entry<String, Value> field, Map<String, Value> windows, Map<String, Value> constants) {
    String name = field.getKey();
    Value path = new Value.Text("$" + name);
    if (!(field.getValue() instanceof Value.Document how) || how.properties().size() != 1) {
      throw MongoFailure.at(
          6050202, "Each field in '$fill.output' must have exactly one of 'value' and 'method'");
    }
    Map.Entry<String, Value> only = how.properties().firstEntry();
    String method = only.getValue() instanceof Value.Text(String text) ? text : "";
    if (only.getKey().equals("value")) {
      constants.put(
          name,
          StageExpansion.document("$ifNull", new Value.Array(List.of(path, only.getValue()))));
    } else if (only.getKey().equals("method") && method.equals("locf")) {
      windows.put(name, StageExpansion.document("$locf", path));
    } else if (only.getKey().equals("method") && method.equals("linear")) {
      windows.put(name, StageExpansion.document("$linearFill", path));
    } else {
      throw MongoFailure.at(6050202, "Method must be either locf or linear");
    }
  }

  private static Value.Document windows(
      Value.Document options, SequencedMap<String, Value> windows) {
    LinkedHashMap<String, Value> stage = new LinkedHashMap<>();
    if (options.properties().containsKey("partitionBy")) {
      stage.put("partitionBy", options.property("partitionBy"));
    } else if (options.property("partitionByFields") instanceof Value.Array(List<Value> names)) {
      LinkedHashMap<String, Value> key = new LinkedHashMap<>();
      for (Value each : names) {
        if (!(each instanceof Value.Text(String name))) {
          throw WindowBounds.failed("$fill 'partitionByFields' must be strings");
        }
        key.put("k" + key.size(), new Value.Text("$" + name));
      }
      stage.put("partitionBy", new Value.Document(key));
    }
    if (options.properties().containsKey("sortBy")) {
      stage.put("sortBy", options.property("sortBy"));
    }
    stage.put("output", new Value.Document(windows));
    return new Value.Document(stage);
  }
}
