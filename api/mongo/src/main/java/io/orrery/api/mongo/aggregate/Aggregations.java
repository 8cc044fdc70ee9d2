// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.MongoCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.read.CursorNotes;
import io.orrery.api.mongo.read.CursorTable;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.stage.BoundVariables;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.api.mongo.write.DocumentWrites;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.note.ApiNotes;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Answers `aggregate`, and `getMore` of its cursors.
public final class Aggregations {
  private static final long FIRST_BATCH = 101;
  private static final long NEXT_BATCH = Long.MAX_VALUE;

  /// Fewer than those of find: what blocking stages hold stays in memory with them.
  private static final int CURSORS_MAX = 1000;

  private final Pipelines pipelines;
  private final CursorTable<PipelineCursor> cursors;

  public Aggregations(
      Gateway gateway,
      MongoCollections collections,
      DocumentReads reads,
      DocumentWrites writes,
      ApiNotes notes,
      InstantSource clock) {
    this.pipelines =
        new Pipelines(gateway, collections, reads, new PipelineWrites(collections, writes));
    this.cursors =
        new CursorTable<>(CURSORS_MAX, clock, new CursorNotes<>(notes, new PipelineForm()));
  }

  public void answer(AggregateCommand aggregate, BsonBuilder reply, RequestContext context) {
    PipelineRun run = run(aggregate, context);
    var cursor = new PipelineCursor(aggregate, open(aggregate, run), run);
    batch(
        cursor,
        "firstBatch",
        aggregate.batchSize().orElse(FIRST_BATCH),
        Optional.empty(),
        reply,
        context);
  }

  private PipelineRun run(AggregateCommand aggregate, RequestContext context) {
    return new PipelineRun(
        pipelines, pipelines.queries().memory(context), context, null, aggregate.bypass());
  }

  private DocumentStream open(AggregateCommand aggregate, PipelineRun run) {
    try {
      requireSource(aggregate);
      Namespace namespace = aggregate.namespace();
      var context =
          new PipelineContext(namespace.database(), BoundVariables.of(aggregate.variables()), run);
      return pipelines.open(
          namespace.isOfDatabase() ? Optional.empty() : Optional.of(namespace),
          aggregate.pipeline(),
          aggregate.hint(),
          context);
    } catch (RuntimeException | Error failure) {
      run.close();
      throw failure;
    }
  }

  /// All that a pipeline makes of documents that somebody else finds, as BSON.
  public List<byte[]> collected(
      AggregateCommand aggregate, FoundDocuments found, RequestContext context) {
    if (aggregate.right() != MongoCommand.Right.READ) {
      throw new MongoFailure(
          MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "$out and $merge cannot be used in a transaction");
    }
    List<byte[]> all = new ArrayList<>();
    try (PipelineRun run =
        new PipelineRun(
            pipelines, pipelines.queries().memory(context), context, found, aggregate.bypass())) {
      DocumentStream documents = open(aggregate, run);
      for (Value.Document each = documents.next(); each != null; each = documents.next()) {
        byte[] bytes = BsonBuilder.bytes(each);
        run.take("the answer", bytes.length);
        all.add(bytes);
      }
    }
    return all;
  }

  /// A pipeline without a collection has to bring documents of its own.
  private static void requireSource(AggregateCommand aggregate) {
    String first =
        aggregate.pipeline().isEmpty()
            ? ""
            : RowStages.only(aggregate.pipeline().getFirst()).getKey();
    boolean own = first.equals("$documents");
    if (aggregate.namespace().isOfDatabase() && !own) {
      throw new MongoFailure(
          MongoError.INVALID_NAMESPACE,
          "{aggregate: 1} is not valid for '%s'; a collection is required.".formatted(first));
    }
    if (!aggregate.namespace().isOfDatabase() && own) {
      throw new MongoFailure(
          MongoError.INVALID_NAMESPACE,
          "'%s' can only be run with {aggregate: 1}".formatted(first));
    }
  }

  /// Ends the cursors of a session.
  public void killOf(Value session) {
    cursors.killOf(session);
  }

  public void killAll() {
    cursors.killAll();
  }

  /// Whether a cursor is one of a pipeline.
  public boolean has(long cursor) {
    return cursors.has(cursor);
  }

  /// False if there is no such cursor.
  public boolean kill(long cursor) {
    return cursors.kill(cursor);
  }

  public void answer(ReadCommand.GetMore more, BsonBuilder reply, RequestContext context) {
    PipelineCursor cursor = cursors.take(more.cursor(), more.namespace(), more.session());
    if (!cursor.isOpen()) {
      reopen(more.cursor(), cursor, context);
    }
    batch(
        cursor,
        "nextBatch",
        more.batchSize().filter(size -> size > 0).orElse(NEXT_BATCH),
        Optional.of(more.cursor()),
        reply,
        context);
  }

  /// Goes on with the cursor of a process before this one.
  private void reopen(long id, PipelineCursor cursor, RequestContext context) {
    PipelineRun run = run(cursor.command(), context);
    boolean open = false;
    try {
      cursor.open(open(cursor.command(), run), run);
      open = true;
    } finally {
      if (!open) {
        run.close();
        cursors.end(id);
      }
    }
  }

  /// A cursor that failed has lost its place, and ends.
  private void batch(
      PipelineCursor cursor,
      String name,
      long wanted,
      Optional<Long> known,
      BsonBuilder reply,
      RequestContext context) {
    reply.beginDocument("cursor").beginArray(name);
    boolean more = false;
    try {
      more = cursor.batch(wanted, reply, context);
    } finally {
      if (!more) {
        cursor.close();
        known.ifPresent(cursors::end);
      }
    }
    long id = 0;
    if (more) {
      id = known.isPresent() ? known.get() : cursors.open(cursor);
      if (known.isPresent()) {
        cursors.move(id, cursor);
      }
    }
    reply.end().put("id", id).put("ns", cursor.namespace().toString()).end();
  }
}
