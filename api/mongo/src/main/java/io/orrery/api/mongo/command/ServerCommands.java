// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Map;

/// Reads questions about the server.
final class ServerCommands {
  private ServerCommands() {}

  static void addTo(Map<String, CommandTable.Reader> table) {
    table.put("ping", _ -> new ServerCommand.Ping());
    table.put("buildInfo", _ -> new ServerCommand.BuildInfo());
    table.put("buildinfo", _ -> new ServerCommand.BuildInfo());
    table.put("getLog", ServerCommands::getLog);
    table.put("getParameter", ServerCommands::getParameter);
    table.put("whatsmyuri", _ -> new ServerCommand.WhatsMyUri());
    table.put("connectionStatus", ServerCommands::connectionStatus);
    table.put("hostInfo", _ -> new ServerCommand.HostInfo());
    table.put("getCmdLineOpts", _ -> new ServerCommand.CommandLineOptions());
    table.put("listCommands", _ -> new ServerCommand.ListCommands());
    table.put("setFeatureCompatibilityVersion", ServerCommands::setCompatibility);
    table.put("isdbgrid", _ -> new ServerCommand.IsRouter());
    table.put(
        "reIndex",
        _ -> {
          throw new MongoFailure(
              MongoError.ILLEGAL_OPERATION,
              "reIndex is only allowed on a standalone mongod instance.");
        });
    table.put("setParameter", ServerCommands::setParameter);
    table.put("replSetGetStatus", ServerCommands::replicaSetStatus);
    table.put("getLastRequestStatistics", _ -> new ServerCommand.LastRequestStatistics());
  }

  private static MongoCommand getLog(CommandBody body) {
    if (body.subject() instanceof Value.Text(String log)) {
      return new ServerCommand.GetLog(log);
    }
    throw new MongoFailure(MongoError.TYPE_MISMATCH, "Argument to getLog must be of type String");
  }

  /// Parameters are asked for by the names of fields, or all at once by a star.
  private static MongoCommand getParameter(CommandBody body) {
    List<String> names = body.arguments().unknownNames();
    names.forEach(body.arguments()::ignore);
    return new ServerCommand.GetParameter(
        body.subject() instanceof Value.Text(String star) ? List.of(star) : names);
  }

  /// There is none that can be set.
  private static MongoCommand setParameter(CommandBody body) {
    throw new MongoFailure(
        MongoError.INVALID_OPTIONS,
        "attempted to set unrecognized parameter %s".formatted(body.arguments().unknownNames()));
  }

  private static MongoCommand setCompatibility(CommandBody body) {
    body.arguments().ignore("confirm");
    if (body.subject() instanceof Value.Text(String version)) {
      return new ServerCommand.SetCompatibility(version);
    }
    throw new MongoFailure(
        MongoError.TYPE_MISMATCH, "setFeatureCompatibilityVersion needs a version");
  }

  private static MongoCommand connectionStatus(CommandBody body) {
    return new ServerCommand.ConnectionStatus(body.arguments().flag("showPrivileges"));
  }

  private static MongoCommand replicaSetStatus(CommandBody body) {
    body.arguments().ignore("initialSync");
    return new ServerCommand.ReplicaSetStatus();
  }
}
