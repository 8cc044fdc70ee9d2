// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.read.CursorTable;
import io.orrery.gateway.RequestContext;
import io.orrery.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Where a client is in what a pipeline makes. It holds what blocking stages have in memory until
/// it ends, is killed or is forgotten.
final class PipelineCursor implements CursorTable.Cursor {
  /// An answer ends at the next document behind these: it must fit a message with it.
  private static final int BATCH_BYTES_MAX = 8 * 1024 * 1024;

  private final Namespace namespace;
  private final Value session;
  private final DocumentStream documents;
  private final PipelineRun run;
  private Value.@Nullable Document ahead;

  PipelineCursor(Namespace namespace, Value session, DocumentStream documents, PipelineRun run) {
    this.namespace = namespace;
    this.session = session;
    this.documents = documents;
    this.run = run;
  }

  @Override
  public Namespace namespace() {
    return namespace;
  }

  @Override
  public Value session() {
    return session;
  }

  /// Adds documents to an answer; gives whether more follow.
  boolean batch(long wanted, BsonBuilder reply, RequestContext context) {
    run.enter(context);
    if (wanted == 0) {
      return true;
    }
    int start = reply.size();
    Value.Document next = ahead != null ? ahead : documents.next();
    ahead = null;
    for (long left = wanted; next != null; next = documents.next()) {
      if (left-- == 0 || reply.size() - start > BATCH_BYTES_MAX) {
        ahead = next;
        return true;
      }
      reply.add(BsonBuilder.bytes(next));
    }
    return false;
  }

  @Override
  public void close() {
    run.close();
  }
}
