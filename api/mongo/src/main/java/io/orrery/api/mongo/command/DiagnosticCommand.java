// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

/// How the server and what it holds are doing: what shells and tools show.
public sealed interface DiagnosticCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.ANY_KEY;
  }

  record ServerStatus() implements DiagnosticCommand {}

  record ReplicaSetConfiguration() implements DiagnosticCommand {}

  /// What reads and writes promise that do not say it themselves.
  record DefaultConcerns() implements DiagnosticCommand {}

  /// How much a database holds.
  ///
  /// @param scale by how many bytes sizes are divided
  record DatabaseStatistics(String database, long scale) implements DiagnosticCommand {}
}
