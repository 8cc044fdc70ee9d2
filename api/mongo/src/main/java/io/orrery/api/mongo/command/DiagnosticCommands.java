// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

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
    long scale = body.arguments().findCount("scale").orElse(1L);
    if (scale == 0) {
      throw new MongoFailure(MongoError.BAD_VALUE, "BSON field 'scale' value must be >= 1");
    }
    return new DiagnosticCommand.DatabaseStatistics(
        Namespace.requireDatabase(body.database()), scale);
  }
}
