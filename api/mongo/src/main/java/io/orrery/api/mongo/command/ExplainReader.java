// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.ReadCommand.Explain;
import io.orrery.api.mongo.command.ReadCommand.Explain.Verbosity;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads questions about how a command would find its documents.
final class ExplainReader {
  private ExplainReader() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("explain", ExplainReader::read);
  }

  private static MongoCommand read(CommandBody body) {
    if (!(body.subject() instanceof Value.Document command)) {
      throw new MongoFailure(MongoError.TYPE_MISMATCH, "explain needs a command");
    }
    Verbosity verbosity =
        body.arguments()
            .findText("verbosity")
            .map(ExplainReader::verbosity)
            .orElse(Verbosity.ALL_PLANS);
    return explained(body.inside(command), command, verbosity);
  }

  private static MongoCommand explained(
      CommandBody inside, Value.Document command, Verbosity verbosity) {
    return switch (CommandTable.read(inside)) {
      case ReadCommand.Find(Namespace namespace, Selection selection, _, _, _, _, _) ->
          new Explain(namespace, selection, "", verbosity, command);
      case ReadCommand.Count(Namespace namespace, Selection selection) ->
          new Explain(namespace, selection, "COUNT", verbosity, command);
      case AggregateCommand aggregate ->
          new Explain(
              aggregate.namespace(),
              all(aggregate.firstFilter(), aggregate.hint()),
              aggregate.groups() ? "GROUP" : "",
              verbosity,
              command);
      case ReadCommand.Distinct(Namespace namespace, _, Value.Document filter, Value hint) ->
          new Explain(namespace, all(filter, hint), "", verbosity, command);
      case WriteCommand.Update update -> {
        WriteCommand.Change change = update.changes().getFirst();
        yield new Explain(
            update.namespace(), all(change.filter(), change.hint()), "UPDATE", verbosity, command);
      }
      case WriteCommand.Delete delete -> {
        WriteCommand.Removal removal = delete.removals().getFirst();
        yield new Explain(
            delete.namespace(),
            all(removal.filter(), removal.hint()),
            "DELETE",
            verbosity,
            command);
      }
      case WriteCommand.FindAndModify both ->
          new Explain(
              both.namespace(),
              new Selection(both.filter(), both.sort(), 0, 1, both.hint()),
              both.change().isPresent() ? "UPDATE" : "DELETE",
              verbosity,
              command);
      case MongoCommand _ ->
          throw new MongoFailure(
              MongoError.COMMAND_NOT_SUPPORTED,
              "Explain failed: the command '%s' cannot be explained".formatted(inside.name()));
    };
  }

  /// A pipeline that is to be explained and says so itself, with or without a cursor.
  static MongoCommand ofPipeline(CommandBody body) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(body.fields().properties());
    fields.remove("explain");
    fields.putIfAbsent("cursor", ReadCommands.EMPTY);
    Value.Document pipeline = new Value.Document(fields);
    body.arguments().unknownNames().forEach(body.arguments()::ignore); // which are read inside
    return explained(body.inside(pipeline), pipeline, Verbosity.PLAN);
  }

  private static Selection all(Value.Document filter, Value hint) {
    return new Selection(filter, ReadCommands.EMPTY, 0, Long.MAX_VALUE, hint);
  }

  private static Verbosity verbosity(String name) {
    return switch (name) {
      case "queryPlanner" -> Verbosity.PLAN;
      case "executionStats" -> Verbosity.EXECUTION;
      case "allPlansExecution" -> Verbosity.ALL_PLANS;
      default ->
          throw new MongoFailure(
              MongoError.BAD_VALUE,
              "verbosity must be one of {'queryPlanner', 'executionStats', 'allPlansExecution'}");
    };
  }
}
