// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.Arguments;
import io.orrery.api.mongo.command.DiagnosticCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.gateway.RequestContext;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Stages that begin a pipeline with what the server knows of itself: each is replaced by the
/// documents that it brings.
final class StatusStages {
  private final LastRequests sessions;
  private final RunningCommands commands;
  private final CollectionFigures figures;
  private final IndexStatistics indexes;

  StatusStages(
      LastRequests sessions,
      RunningCommands commands,
      CollectionFigures figures,
      IndexStatistics indexes) {
    this.sessions = sessions;
    this.commands = commands;
    this.figures = figures;
    this.indexes = indexes;
  }

  /// The same pipeline with documents in the place of such a stage.
  AggregateCommand resolved(AggregateCommand command, RequestContext context) {
    if (command.pipeline().isEmpty() || command.pipeline().getFirst().properties().size() != 1) {
      return command;
    }
    Map.Entry<String, Value> first = command.pipeline().getFirst().properties().firstEntry();
    return switch (first.getKey()) {
      case "$listLocalSessions" -> with(command, sessions(first.getValue(), command));
      case "$indexStats" -> {
        requireNothing(first);
        yield with(command, indexes.of(command.namespace()));
      }
      case "$planCacheStats" -> {
        requireNothing(first);
        yield with(command, List.of()); // Every query is planned for itself.
      }
      case "$currentOp" -> with(command, running(first.getValue(), command));
      case "$collStats" ->
          with(command, List.of(statistics(first.getValue(), command.namespace(), context)));
      default -> command;
    };
  }

  private static void requireNothing(Map.Entry<String, Value> stage) {
    if (!(stage.getValue() instanceof Value.Document(Map<String, Value> given))
        || !given.isEmpty()) {
      throw MongoFailure.at(
          28803, "The %s stage specification must be an empty object".formatted(stage.getKey()));
    }
  }

  /// The sessions that were used here lately, the asking one among them.
  private List<Value> sessions(Value options, AggregateCommand command) {
    if (!command.namespace().isOfDatabase()) {
      throw new MongoFailure(
          MongoError.INVALID_NAMESPACE,
          "$listLocalSessions must be run against the database with {aggregate: 1}");
    }
    if (!(options instanceof Value.Document(Map<String, Value> given)) || !given.isEmpty()) {
      throw MongoFailure.notSupported("$listLocalSessions of some users");
    }
    return sessions.sessions(command.session(), command.variables().now());
  }

  private static AggregateCommand with(AggregateCommand command, List<Value> documents) {
    List<Value.Document> pipeline = new ArrayList<>(command.pipeline());
    pipeline.set(0, documents(documents));
    return command.overDatabase(pipeline);
  }

  private List<Value> running(Value options, AggregateCommand command) {
    if (!command.namespace().isOfDatabase() || !command.namespace().database().equals("admin")) {
      throw new MongoFailure(
          MongoError.INVALID_NAMESPACE,
          "$currentOp must be run against the 'admin' database with {aggregate: 1}");
    }
    if (!(options instanceof Value.Document)) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE, "$currentOp options must be specified in an object");
    }
    return List.copyOf(commands.all());
  }

  private Value statistics(Value options, Namespace namespace, RequestContext context) {
    if (!(options instanceof Value.Document wanted)) {
      throw MongoFailure.at(5447000, "$collStats must take a nested object");
    }
    Arguments arguments = new Arguments("$collStats", wanted);
    Optional<Value.Document> storage = arguments.findDocument("storageStats");
    boolean counts = arguments.findDocument("count").isPresent();
    arguments.requireNothingElse();
    CollectionFigures.Figures found =
        figures
            .find(namespace, context)
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.NAMESPACE_NOT_FOUND,
                        "Collection [%s] not found.".formatted(namespace)));
    LinkedHashMap<String, Value> told = new LinkedHashMap<>();
    told.put("ns", new Value.Text(namespace.toString()));
    storage.ifPresent(
        each -> {
          long scale = DiagnosticCommand.scale(new Arguments("$collStats.storageStats", each));
          told.put("storageStats", new Value.Document(found.fields(scale)));
        });
    if (counts) {
      told.put("count", new Value.Int64(found.documents()));
    }
    return new Value.Document(told);
  }

  /// A stage that brings these.
  static Value.Document documents(List<Value> documents) {
    return field("$documents", field("$literal", new Value.Array(documents)));
  }

  private static Value.Document field(String name, Value value) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put(name, value);
    return new Value.Document(fields);
  }
}
