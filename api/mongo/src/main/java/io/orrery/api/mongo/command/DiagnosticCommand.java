// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;

/// How the server and what it holds are doing: what shells and tools show.
public sealed interface DiagnosticCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.ANY_KEY;
  }

  /// By how many bytes sizes are divided, where somebody says so.
  static long scale(Arguments arguments) {
    long scale = arguments.findCount("scale").orElse(1L);
    if (scale == 0) {
      throw new MongoFailure(MongoError.BAD_VALUE, "BSON field 'scale' value must be >= 1");
    }
    return scale;
  }

  record ServerStatus() implements DiagnosticCommand {}

  record ReplicaSetConfiguration() implements DiagnosticCommand {}

  /// What reads and writes promise that do not say it themselves.
  record DefaultConcerns() implements DiagnosticCommand {}

  /// How much a collection holds.
  ///
  /// @param scale by how many bytes sizes are divided
  record CollectionStatistics(Namespace namespace, long scale) implements DiagnosticCommand {}

  /// How many bytes the documents of a collection have.
  record DataSize(Namespace namespace) implements DiagnosticCommand {}

  /// Whether every document of a collection can be read.
  record Validate(Namespace namespace) implements DiagnosticCommand {}

  /// What is being done for clients.
  ///
  /// @param filter which of it
  record CurrentOperations(Value.Document filter) implements DiagnosticCommand {}

  /// Gives up something that is being done.
  record KillOperation(long operation) implements DiagnosticCommand {
    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  /// How much a database holds.
  ///
  /// @param scale by how many bytes sizes are divided
  record DatabaseStatistics(String database, long scale) implements DiagnosticCommand {}
}
