// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// Reads the stages by which drivers count documents: `$match`, `$skip`, `$limit`, and a `$group`
/// that adds one for each, or `$count`. All other stages are refused by their names.
final class CountStagesReader {
  private Value.Document filter = ReadCommands.EMPTY;
  private long skip;
  private long limit = Long.MAX_VALUE;
  private Value id = Value.Null.NULL;
  private String name = "";

  private CountStagesReader() {}

  static MongoCommand read(CommandBody body) {
    Arguments arguments = body.arguments();
    ReadCommands.requireSimpleCollation(arguments);
    ReadCommands.refuse(arguments, "let");
    ReadCommands.refuse(arguments, "explain");
    Value hint = Hints.read(arguments);
    arguments.ignore("cursor", "allowDiskUse", "bypassDocumentValidation");
    List<Value> stages = arguments.findArray("pipeline").orElse(List.of());
    CountStagesReader reader = new CountStagesReader();
    for (int i = 0; i < stages.size(); i++) {
      reader.stage(stages.get(i), i == 0);
    }
    if (reader.name.isEmpty()) {
      throw MongoFailure.notSupported("An aggregation that does not end in a count");
    }
    return new ReadCommand.CountStages(
        Namespace.of(body),
        new Selection(reader.filter, ReadCommands.EMPTY, reader.skip, reader.limit, hint),
        reader.id,
        reader.name);
  }

  private void stage(Value stage, boolean first) {
    if (!(stage instanceof Value.Document document) || document.properties().size() != 1) {
      throw new MongoFailure(
          MongoError.BAD_STAGE,
          "A pipeline stage specification object must contain exactly one field.");
    }
    Map.Entry<String, Value> only = document.properties().firstEntry();
    String operator = only.getKey();
    Value value = only.getValue();
    if (!name.isEmpty()) {
      throw MongoFailure.notSupported("The stage " + operator + " behind a count");
    }
    if (operator.equals("$match") && first && value instanceof Value.Document match) {
      filter = match;
    } else if (operator.equals("$skip") && limit == Long.MAX_VALUE && skip == 0) {
      skip = count(value);
    } else if (operator.equals("$limit") && limit == Long.MAX_VALUE) {
      limit = count(value);
    } else if (operator.equals("$count") && value instanceof Value.Text(String field)) {
      name = field;
      id = Value.Undefined.UNDEFINED;
    } else if (operator.equals("$group") && value instanceof Value.Document group) {
      group(group);
    } else {
      throw MongoFailure.notSupported("The stage " + operator + " at this place");
    }
  }

  private static long count(Value value) {
    return BsonNumbers.findWhole(value)
        .filter(count -> count >= 0)
        .orElseThrow(
            () -> new MongoFailure(MongoError.BAD_VALUE, "a stage needs a number of documents"));
  }

  private void group(Value.Document group) {
    Value key = group.property("_id");
    boolean constant = key.kind().isNumber() || key == Value.Null.NULL;
    if (!constant || group.properties().size() != 2) {
      throw MongoFailure.notSupported("The stage $group with keys");
    }
    Map.Entry<String, Value> aggregate = group.properties().lastEntry();
    boolean counts =
        aggregate.getValue() instanceof Value.Document sum
            && sum.properties().size() == 1
            && BsonNumbers.findWhole(sum.property("$sum")).filter(one -> one == 1).isPresent();
    if (!counts) {
      throw MongoFailure.notSupported("An accumulator of $group other than {$sum: 1}");
    }
    id = key;
    name = aggregate.getKey();
  }
}
