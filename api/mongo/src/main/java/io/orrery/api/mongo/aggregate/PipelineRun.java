// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.query.WorkingMemory;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import org.jspecify.annotations.Nullable;

/// What all pipelines of a command share: its memory, which stays with its cursor, and the request
/// that is answered just now.
final class PipelineRun implements AutoCloseable {
  private final Pipelines pipelines;
  private final WorkingMemory memory;
  private final @Nullable FoundDocuments found;
  private final boolean bypass;
  private RequestContext request;

  /// @param found who finds documents; null if the partitions do
  /// @param bypass whether what is written need not pass validators
  PipelineRun(
      Pipelines pipelines,
      WorkingMemory memory,
      RequestContext request,
      @Nullable FoundDocuments found,
      boolean bypass) {
    this.bypass = bypass;
    this.found = found;
    this.pipelines = pipelines;
    this.memory = memory;
    this.request = request;
  }

  Pipelines pipelines() {
    return pipelines;
  }

  @Nullable FoundDocuments found() {
    return found;
  }

  boolean bypass() {
    return bypass;
  }

  RequestContext request() {
    return request;
  }

  /// Goes on for another request.
  void enter(RequestContext next) {
    request = next;
    memory.enter(next);
  }

  void step() {
    memory.steps(1);
  }

  /// Fails with the error that MongoDB has where a stage may not use the disk: there is none to
  /// use.
  void take(String stage, long bytes) {
    try {
      memory.take(bytes);
    } catch (OrreryException exceeded) {
      if (exceeded.code() != ErrorCode.LIMIT_EXCEEDED) {
        throw exceeded;
      }
      throw new MongoFailure(
          MongoError.QUERY_EXCEEDED_MEMORY,
          "Exceeded memory limit for %s: %s".formatted(stage, exceeded.getMessage()));
    }
  }

  void give(long bytes) {
    memory.give(bytes);
  }

  @Override
  public void close() {
    memory.close();
  }
}
