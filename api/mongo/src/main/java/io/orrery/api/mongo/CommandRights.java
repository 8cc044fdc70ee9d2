// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.BulkWriteCommand;
import io.orrery.api.mongo.command.ChangeStreamCommand;
import io.orrery.api.mongo.command.CollectionCommand;
import io.orrery.api.mongo.command.CommandBody;
import io.orrery.api.mongo.command.ConnectionCommand;
import io.orrery.api.mongo.command.CosmosCommand;
import io.orrery.api.mongo.command.DefinitionCommand;
import io.orrery.api.mongo.command.DiagnosticCommand;
import io.orrery.api.mongo.command.FailPointCommand;
import io.orrery.api.mongo.command.IndexCommand;
import io.orrery.api.mongo.command.MongoCommand;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.ServerCommand;
import io.orrery.api.mongo.command.SessionCommand;
import io.orrery.api.mongo.command.ShardingCommand;
import io.orrery.api.mongo.command.UserCommand;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.gateway.access.Action;
import io.orrery.gateway.access.Privilege.Deed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a command does, as far as rights are concerned: told of what was read of it, so that it
/// cannot do anything else.
final class CommandRights {
  private CommandRights() {}

  /// Everything that has to be allowed; nothing where everybody who is known may.
  static List<Action> of(MongoCommand command, CommandBody body) {
    return switch (command) {
      case ConnectionCommand _ -> List.of();
      case ServerCommand server -> server(server);
      case DiagnosticCommand diagnostic -> diagnostic(diagnostic);
      case SessionCommand session -> session(session);
      case FailPointCommand _ -> everywhere(Deed.OPERATE);
      case UserCommand users -> users(users);
      case CollectionCommand collections -> collections(collections);
      case DefinitionCommand definitions -> definitions(definitions, body.database());
      case ReadCommand read -> in(read.namespace().database(), Deed.READ_ITEMS);
      case ChangeStreamCommand stream -> stream(stream, body.database());
      case AggregateCommand aggregate -> aggregate(aggregate);
      case BulkWriteCommand bulk ->
          bulk.operations().stream()
              .map(operation -> operation.namespace().database())
              .distinct()
              .flatMap(database -> in(database, Deed.WRITE_ITEMS).stream())
              .toList();
      case WriteCommand write -> in(write.namespace().database(), Deed.WRITE_ITEMS);
    };
  }

  private static List<Action> in(String database, Deed deed) {
    return List.of(new Action.UseDatabase(deed, Optional.of(database)));
  }

  private static List<Action> everywhere(Deed deed) {
    return List.of(new Action.UseDatabase(deed, Optional.empty()));
  }

  private static List<Action> server(ServerCommand command) {
    return switch (command) {
      case ServerCommand.SetCompatibility _ -> everywhere(Deed.OPERATE);
      case ServerCommand.Ping _,
          ServerCommand.BuildInfo _,
          ServerCommand.WhatsMyUri _,
          ServerCommand.ConnectionStatus _,
          ServerCommand.ListCommands _,
          ServerCommand.IsRouter _,
          ServerCommand.LastRequestStatistics _ ->
          List.of();
      case ServerCommand.GetLog _,
          ServerCommand.GetParameter _,
          ServerCommand.HostInfo _,
          ServerCommand.CommandLineOptions _,
          ServerCommand.ReplicaSetStatus _ ->
          everywhere(Deed.MONITOR);
    };
  }

  private static List<Action> diagnostic(DiagnosticCommand command) {
    return switch (command) {
      case DiagnosticCommand.ServerStatus _, DiagnosticCommand.ReplicaSetConfiguration _ ->
          everywhere(Deed.MONITOR);
      case DiagnosticCommand.CurrentOperations _ -> everywhere(Deed.MONITOR);
      case DiagnosticCommand.KillOperation _ -> everywhere(Deed.OPERATE);
      case DiagnosticCommand.CollectionStatistics(Namespace namespace, long _) ->
          in(namespace.database(), Deed.SEE_DEFINITIONS);
      case DiagnosticCommand.DataSize(Namespace namespace) ->
          in(namespace.database(), Deed.SEE_DEFINITIONS);
      case DiagnosticCommand.Validate(Namespace namespace) ->
          in(namespace.database(), Deed.ADMINISTER);
      case DiagnosticCommand.DefaultConcerns _ -> List.of();
      case DiagnosticCommand.DatabaseStatistics(String database, long _) ->
          in(database, Deed.SEE_DEFINITIONS);
    };
  }

  /// Sessions are known by names that only their clients know. What a transaction does was allowed
  /// command by command.
  private static List<Action> session(SessionCommand command) {
    return switch (command) {
      case SessionCommand.Kill(var _, boolean all) when all -> everywhere(Deed.OPERATE);
      case SessionCommand.Kill _,
          SessionCommand.Start _,
          SessionCommand.End _,
          SessionCommand.Refresh _,
          SessionCommand.Commit _,
          SessionCommand.Abort _ ->
          List.of();
    };
  }

  private static List<Action> users(UserCommand command) {
    return command instanceof UserCommand.Roles
        ? List.of()
        : List.of(new Action.UseDatabase(Deed.HANDLE_USERS, command.database()));
  }

  private static List<Action> collections(CollectionCommand command) {
    return switch (command) {
      case CollectionCommand.Create create -> in(create.namespace().database(), Deed.DEFINE);
      case CollectionCommand.CreateView create -> in(create.namespace().database(), Deed.DEFINE);
      case CollectionCommand.Drop drop -> in(drop.namespace().database(), Deed.DEFINE);
      case CollectionCommand.Rename rename -> in(rename.namespace().database(), Deed.DEFINE);
      case CollectionCommand.ConvertToCapped convert ->
          in(convert.namespace().database(), Deed.DEFINE);
      case CollectionCommand.DropDatabase(String database) -> in(database, Deed.ADMINISTER);
      case CollectionCommand.ListDatabases _ -> List.of(); // shows what may be seen
      case CollectionCommand.ListCollections list -> in(list.database(), Deed.SEE_DEFINITIONS);
      case CollectionCommand.ListIndexes list ->
          in(list.namespace().database(), Deed.SEE_DEFINITIONS);
    };
  }

  private static List<Action> definitions(DefinitionCommand command, String database) {
    return switch (command) {
      case ShardingCommand.ShardCollection shard ->
          in(shard.namespace().database(), Deed.ADMINISTER);
      case ShardingCommand.EnableSharding _ -> in(database, Deed.ADMINISTER);
      case CosmosCommand cosmos ->
          in(
              database,
              cosmos.right() == MongoCommand.Right.ANY_KEY
                  ? Deed.SEE_DEFINITIONS
                  : Deed.ADMINISTER);
      case IndexCommand.CreateIndexes create -> in(create.namespace().database(), Deed.DEFINE);
      case IndexCommand.DropIndexes drop -> in(drop.namespace().database(), Deed.DEFINE);
      case IndexCommand.Modify modify -> in(modify.namespace().database(), Deed.ADMINISTER);
      case IndexCommand.ModifyView modify -> in(modify.namespace().database(), Deed.ADMINISTER);
    };
  }

  private static List<Action> stream(ChangeStreamCommand command, String database) {
    return switch (command) {
      case ChangeStreamCommand.Open open ->
          List.of(new Action.UseDatabase(Deed.READ_ITEMS, open.watched().database()));
      case ChangeStreamCommand.Tokens tokens -> in(tokens.namespace().database(), Deed.READ_ITEMS);
      case ChangeStreamCommand.Next _, ChangeStreamCommand.Close _ -> in(database, Deed.READ_ITEMS);
    };
  }

  /// Other collections that a pipeline reads are of the same database; what it writes may not be.
  private static List<Action> aggregate(AggregateCommand command) {
    List<Action> actions =
        new ArrayList<>(
            command.asksForStatus()
                ? everywhere(Deed.MONITOR)
                : in(command.namespace().database(), Deed.READ_ITEMS));
    command
        .target()
        .ifPresent(
            database -> {
              actions.addAll(in(database, Deed.WRITE_ITEMS));
              actions.addAll(in(database, Deed.DEFINE));
            });
    return actions;
  }
}
