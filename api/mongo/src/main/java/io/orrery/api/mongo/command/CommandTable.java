// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/// Every command by every name it has.
public final class CommandTable {

  /// Reads one command. What it does not read is refused.
  @FunctionalInterface
  interface Reader {
    MongoCommand read(CommandBody body);
  }

  private static final Map<String, Reader> TABLE = table();

  private CommandTable() {}

  /// Reads a command. Fails with COMMAND_NOT_FOUND if there is none of its name, and otherwise as
  /// its arguments do.
  public static MongoCommand read(CommandBody body) {
    Reader reader = TABLE.get(body.name());
    if (reader == null) {
      throw new MongoFailure(
          MongoError.COMMAND_NOT_FOUND, "no such command: '%s'".formatted(body.name()));
    }
    StableApi.require(body);
    body.readTransaction();
    ReadConcerns.require(body);
    WriteConcernForm.require(body);
    MongoCommand command = reader.read(body);
    body.arguments().requireNothingElse();
    return command;
  }

  /// The names of all commands, in order.
  public static Collection<String> names() {
    return Collections.unmodifiableCollection(new TreeSet<>(TABLE.keySet()));
  }

  private static Map<String, Reader> table() {
    Map<String, Reader> table = new HashMap<>();
    ConnectionCommands.addTo(table);
    ServerCommands.addTo(table);
    DiagnosticCommands.addTo(table);
    SessionCommands.addTo(table);
    CollectionCommands.addTo(table);
    ReadCommands.addTo(table);
    AggregateCommand.addTo(table);
    WriteCommands.addTo(table);
    BulkWriteReader.addTo(table);
    ShardingCommand.addTo(table);
    CosmosCommand.addTo(table);
    IndexCommand.addTo(table);
    ExplainReader.addTo(table);
    ChangeStreamCommands.addTo(table);
    FailPointReader.addTo(table);
    UserCommands.addTo(table);
    SearchIndexCommands.addTo(table);
    return table;
  }
}
