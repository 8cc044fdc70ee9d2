// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.CommandTable;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ServerCommand;
import io.orrery.api.mongo.user.MongoUser;
import io.orrery.api.mongo.user.UserTexts;
import io.orrery.gateway.access.Principal;
import io.orrery.gateway.access.Privilege;
import io.orrery.model.Limits;
import io.orrery.model.value.Value;
import io.orrery.wire.conversation.Client;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// Answers questions about the server with what is true of it, and no more: whoever asks for what
/// there is not is told so.
final class ServerAnswers {
  private final MongoSettings settings;
  private final Client<ByteBuffer> client;
  private final Greetings greetings;

  ServerAnswers(MongoSettings settings, Client<ByteBuffer> client, Greetings greetings) {
    this.settings = settings;
    this.client = client;
    this.greetings = greetings;
  }

  void answer(ServerCommand command, BsonBuilder reply) {
    switch (command) {
      case ServerCommand.Ping _ -> {
        // That there is an answer is the answer.
      }
      case ServerCommand.BuildInfo _ -> buildInfo(reply);
      case ServerCommand.GetLog(String log) -> log(log, reply);
      case ServerCommand.GetParameter(List<String> names) -> parameters(names, reply);
      case ServerCommand.WhatsMyUri _ -> reply.put("you", Greetings.text(client.address()));
      case ServerCommand.ConnectionStatus(boolean showsPrivileges) ->
          connectionStatus(showsPrivileges, reply);
      case ServerCommand.HostInfo _ -> hostInfo(reply);
      case ServerCommand.CommandLineOptions _ ->
          reply.beginArray("argv").end().beginDocument("parsed").end();
      case ServerCommand.ListCommands _ -> listCommands(reply);
      case ServerCommand.ReplicaSetStatus _ -> replicaSetStatus(reply);
      case ServerCommand.SetCompatibility(String version) -> requireVersion(version);
      case ServerCommand.IsRouter _ -> router(reply);
      case ServerCommand.LastRequestStatistics _ ->
          throw new IllegalStateException("the conversation knows what its last request cost");
    }
  }

  private void requireVersion(String version) {
    if (!version.equals(settings.serverVersion().text())) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "Invalid feature compatibility version '%s'; the setting mongo.version says which"
                  .formatted(version)
              + " it is.");
    }
  }

  private void router(BsonBuilder reply) {
    if (settings.topology() != MongoSettings.Topology.SHARDED) {
      throw new MongoFailure(MongoError.COMMAND_NOT_FOUND, "no such command: 'isdbgrid'");
    }
    reply.put("isdbgrid", 1.0).put("hostname", greetings.address());
  }

  private void buildInfo(BsonBuilder reply) {
    reply
        .put("version", settings.serverVersion().exact())
        .put("gitVersion", "orrery " + settings.version())
        .beginArray("versionArray");
    for (String part : settings.serverVersion().exact().split("\\.", -1)) {
      reply.add(new Value.Int32(Integer.parseInt(part)));
    }
    reply
        .add(new Value.Int32(0))
        .end()
        .put("javascriptEngine", "none")
        .put("bits", Long.SIZE)
        .put("debug", false)
        .put("maxBsonObjectSize", Limits.MONGO_DOCUMENT_BYTES)
        .beginArray("modules")
        .end();
  }

  /// The log itself is not for clients of a database.
  private static void log(String log, BsonBuilder reply) {
    switch (log) {
      case "*" ->
          reply
              .beginArray("names")
              .add(new Value.Text("global"))
              .add(new Value.Text("startupWarnings"))
              .end();
      case "global", "startupWarnings" -> reply.put("totalLinesWritten", 0).beginArray("log").end();
      default ->
          throw new MongoFailure(MongoError.FAILED_TO_PARSE, "no RamLog named: %s".formatted(log));
    }
  }

  private void parameters(List<String> names, BsonBuilder reply) {
    if (!names.contains("featureCompatibilityVersion") && !names.contains("*")) {
      throw new MongoFailure(MongoError.INVALID_OPTIONS, "no option found to get");
    }
    reply
        .beginDocument("featureCompatibilityVersion")
        .put("version", settings.serverVersion().text())
        .end();
  }

  private void connectionStatus(boolean showsPrivileges, BsonBuilder reply) {
    Optional<MongoUser> user = greetings.user();
    reply.beginDocument("authInfo").beginArray("authenticatedUsers");
    if (greetings.isAuthenticated()) {
      reply
          .beginDocument()
          .put("user", user.map(each -> each.name().user()).orElseGet(settings::user))
          .put("db", user.map(each -> each.name().database()).orElse("admin"))
          .end();
    }
    reply.end();
    UserTexts.writeRoles(
        "authenticatedUserRoles", user.map(MongoUser::roles).orElse(List.of()), reply);
    if (showsPrivileges) {
      UserTexts.writePrivileges("authenticatedUserPrivileges", privileges(), reply);
    }
    reply.end();
  }

  private List<Privilege> privileges() {
    return switch (greetings.principal()) {
      case Principal.User(List<Privilege> privileges) -> privileges;
      case Principal.KeyHolder(boolean readOnly) ->
          List.of(new Privilege(Optional.empty(), Privilege.Deed.of(readOnly)));
      case Principal.TokenHolder _, Principal.Visitor _ -> List.of();
    };
  }

  private static void hostInfo(BsonBuilder reply) {
    Runtime runtime = Runtime.getRuntime();
    reply
        .beginDocument("system")
        .put("cpuAddrSize", Long.SIZE)
        .put("memSizeMB", runtime.maxMemory() >> 20)
        .put("numCores", runtime.availableProcessors())
        .put("cpuArch", System.getProperty("os.arch"))
        .end()
        .beginDocument("os")
        .put("type", System.getProperty("os.name"))
        .put("version", System.getProperty("os.version"))
        .end()
        .beginDocument("extra")
        .end();
  }

  private static void listCommands(BsonBuilder reply) {
    reply.beginDocument("commands");
    CommandTable.names().forEach(name -> reply.beginDocument(name).put("help", "").end());
    reply.end();
  }

  private void replicaSetStatus(BsonBuilder reply) {
    if (settings.topology() == MongoSettings.Topology.SHARDED) {
      throw new MongoFailure(
          MongoError.COMMAND_NOT_SUPPORTED, "replSetGetStatus is not supported through mongos");
    }
    reply
        .put("set", Greetings.SET_NAME)
        .put("date", new Value.DateTime(settings.clock().millis(), 0))
        .put("myState", 1)
        .put("term", 1L)
        .beginArray("members")
        .beginDocument()
        .put("_id", 0)
        .put("name", greetings.address())
        .put("health", 1.0)
        .put("state", 1)
        .put("stateStr", "PRIMARY")
        .put("self", true)
        .end()
        .end();
  }
}
