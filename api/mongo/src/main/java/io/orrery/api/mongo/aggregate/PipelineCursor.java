// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.read.CursorPlans;
import io.orrery.api.mongo.read.CursorTable;
import io.orrery.gateway.RequestContext;
import io.orrery.model.value.Value;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a client is in what a pipeline makes. It holds what blocking stages have in memory until
/// it ends, is killed or is forgotten. One whose pipeline runs in the partitions as a whole holds
/// nothing, and can go on in another process.
final class PipelineCursor implements CursorTable.Cursor {
  /// An answer ends at the next document behind these: it must fit a message with it.
  private static final int BATCH_BYTES_MAX = 8 * 1024 * 1024;

  /// Where such a pipeline was in a process before this one.
  ///
  /// @param plan tells whether it has become the same query in this one
  record Noted(long plan, Optional<String> place) {}

  /// A pipeline at work.
  private record Opened(DocumentStream documents, PipelineRun run) {}

  private final AggregateCommand command;
  private final @Nullable Noted noted;
  private @Nullable Opened opened;
  private Value.@Nullable Document ahead;

  PipelineCursor(AggregateCommand command, DocumentStream documents, PipelineRun run) {
    this.command = command;
    this.noted = null;
    this.opened = new Opened(documents, run);
  }

  /// One that is to be opened before it goes on.
  PipelineCursor(AggregateCommand command, Noted noted) {
    this.command = command;
    this.noted = noted;
  }

  AggregateCommand command() {
    return command;
  }

  @Override
  public Namespace namespace() {
    return command.namespace();
  }

  @Override
  public Value session() {
    return command.session();
  }

  boolean isOpen() {
    return opened != null;
  }

  /// Goes on with what another process began. Fails with QUERY_PLAN_KILLED if the pipeline means
  /// something else by now.
  void open(DocumentStream documents, PipelineRun run) {
    Noted start = noted;
    if (start == null) {
      throw new IllegalStateException("a cursor is open from the beginning, or was noted");
    }
    long plan =
        documents instanceof QueryDocuments found ? CursorPlans.fingerprint(found.query()) : 0;
    CursorPlans.requireSame(start.plan(), plan, namespace());
    if (documents instanceof QueryDocuments found) {
      found.startAt(start.place());
    }
    opened = new Opened(documents, run);
  }

  /// Where it would go on in another process; empty if it cannot.
  Optional<Noted> place() {
    if (opened != null && opened.documents() instanceof QueryDocuments found) {
      return Optional.of(new Noted(CursorPlans.fingerprint(found.query()), found.place()));
    }
    return Optional.ofNullable(noted);
  }

  /// Adds documents to an answer; gives whether more follow.
  boolean batch(long wanted, BsonBuilder reply, RequestContext context) {
    Opened at = opened;
    if (at == null) {
      throw new IllegalStateException("a cursor is opened first");
    }
    at.run().enter(context);
    if (wanted == 0) {
      return true;
    }
    return at.documents() instanceof QueryDocuments found
        ? exactly(found, wanted, reply)
        : readingAhead(at.documents(), wanted, reply);
  }

  /// Whether something follows is known without looking at it.
  private static boolean exactly(QueryDocuments documents, long wanted, BsonBuilder reply) {
    int start = reply.size();
    long left = wanted;
    do {
      documents.expect(left);
      Value.Document next = documents.next();
      if (next == null) {
        return false;
      }
      reply.add(BsonBuilder.bytes(next));
      left--;
    } while (documents.hasRead() || (left > 0 && reply.size() - start <= BATCH_BYTES_MAX));
    return !documents.isOver();
  }

  private boolean readingAhead(DocumentStream documents, long wanted, BsonBuilder reply) {
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
    if (opened != null) {
      opened.run().close();
    }
  }
}
