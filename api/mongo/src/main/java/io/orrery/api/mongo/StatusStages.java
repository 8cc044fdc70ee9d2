// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Stages that begin a pipeline with what the server knows of itself: each is replaced by the
/// documents that it brings.
final class StatusStages {
  private final LastRequests sessions;

  StatusStages(LastRequests sessions) {
    this.sessions = sessions;
  }

  /// The same pipeline with documents in the place of such a stage.
  AggregateCommand resolved(AggregateCommand command) {
    if (command.pipeline().isEmpty() || command.pipeline().getFirst().properties().size() != 1) {
      return command;
    }
    Map.Entry<String, Value> first = command.pipeline().getFirst().properties().firstEntry();
    return switch (first.getKey()) {
      case "$listLocalSessions" -> with(command, sessions(first.getValue(), command));
      default -> command;
    };
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
    return command.with(pipeline);
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
