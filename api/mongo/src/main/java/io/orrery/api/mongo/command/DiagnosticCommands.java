// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads questions about how the server is doing.
final class DiagnosticCommands {
  private DiagnosticCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("serverStatus", DiagnosticCommands::serverStatus);
    table.put(
        "replSetGetConfig",
        body -> {
          body.arguments().ignore("commitmentStatus");
          return new DiagnosticCommand.ReplicaSetConfiguration();
        });
    table.put(
        "getDefaultRWConcern",
        body -> {
          body.arguments().ignore("inMemory");
          return new DiagnosticCommand.DefaultConcerns();
        });
    table.put("collStats", DiagnosticCommands::collectionStatistics);
    table.put("collstats", DiagnosticCommands::collectionStatistics);
    table.put("dataSize", DiagnosticCommands::dataSize);
    table.put("datasize", DiagnosticCommands::dataSize);
    table.put("validate", DiagnosticCommands::validate);
    table.put("currentOp", DiagnosticCommands::currentOperations);
    table.put("killOp", DiagnosticCommands::killOperation);
    table.put("dbStats", DiagnosticCommands::databaseStatistics);
    table.put("dbstats", DiagnosticCommands::databaseStatistics);
  }

  /// Sections are switched on and off by their names; there are few, and all are told.
  private static MongoCommand serverStatus(CommandBody body) {
    body.arguments().unknownNames().forEach(body.arguments()::ignore);
    return new DiagnosticCommand.ServerStatus();
  }

  private static MongoCommand databaseStatistics(CommandBody body) {
    body.arguments().ignore("freeStorage");
    return new DiagnosticCommand.DatabaseStatistics(
        Namespace.requireDatabase(body.database()), DiagnosticCommand.scale(body.arguments()));
  }

  private static MongoCommand collectionStatistics(CommandBody body) {
    return new DiagnosticCommand.CollectionStatistics(
        Namespace.of(body), DiagnosticCommand.scale(body.arguments()));
  }

  /// Every document is read in any case. More than that is `orrery doctor`, of a server at rest.
  private static MongoCommand validate(CommandBody body) {
    ReadCommands.refuse(
        body.arguments(), "full", "repair", "metadata", "fixMultikey", "checkBSONConformance");
    body.arguments().ignore("background");
    return new DiagnosticCommand.Validate(Namespace.of(body));
  }

  /// Of a whole collection, which is named with its database.
  private static MongoCommand dataSize(CommandBody body) {
    ReadCommands.refuse(body.arguments(), "keyPattern", "min", "max");
    body.arguments().ignore("estimate");
    if (body.subject() instanceof Value.Text(String name) && name.indexOf('.') > 0) {
      int dot = name.indexOf('.');
      return new DiagnosticCommand.DataSize(
          new Namespace(name.substring(0, dot), name.substring(dot + 1)));
    }
    throw new MongoFailure(
        MongoError.INVALID_NAMESPACE, "dataSize needs a collection with its database");
  }

  /// Whatever else stands in it filters what is told.
  private static MongoCommand currentOperations(CommandBody body) {
    requireAdmin(body);
    Arguments arguments = body.arguments();
    // There is nothing idle to be told, and every user that may see anything may see all.
    arguments.ignore("$all", "$ownOps");
    LinkedHashMap<String, Value> filter = new LinkedHashMap<>();
    for (String name : arguments.unknownNames()) {
      filter.put(name, arguments.value(name));
    }
    return new DiagnosticCommand.CurrentOperations(new Value.Document(filter));
  }

  private static MongoCommand killOperation(CommandBody body) {
    requireAdmin(body);
    return new DiagnosticCommand.KillOperation(
        body.arguments()
            .findWhole("op")
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.MISSING_FIELD,
                        "BSON field 'killOp.op' is missing but a required field")));
  }

  private static void requireAdmin(CommandBody body) {
    if (!body.database().equals("admin")) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED,
          "%s may only be run against the admin database.".formatted(body.name()));
    }
  }
}
