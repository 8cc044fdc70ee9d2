// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.aggregate.Aggregations;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.SeenState;
import io.orrery.api.mongo.command.SessionCommand;
import io.orrery.api.mongo.command.TransactionStep;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.api.mongo.read.OpenCursors;
import io.orrery.api.mongo.stream.ChangeStreams;
import io.orrery.api.mongo.write.CappedCollections;
import io.orrery.api.mongo.write.DocumentWrites;
import io.orrery.api.mongo.write.Receipts;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.model.value.Value;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Begins and ends sessions, and does what is part of a transaction.
public final class SessionAnswers {
  private static final int TIMEOUT_MINUTES = 30;
  private static final int UUID_SUBTYPE = 4;

  private final Gateway gateway;
  private final MongoCollections collections;
  private final OpenCursors cursors;
  private final ChangeStreams streams;
  private final Aggregations aggregations;
  private final CappedCollections capped;
  private final HeldStates states;
  private final InstantSource clock;
  private final OpenTransactions transactions;
  private final PastTransactions past;

  public SessionAnswers(
      Gateway gateway,
      MongoCollections collections,
      OpenCursors cursors,
      ChangeStreams streams,
      Aggregations aggregations,
      CappedCollections capped,
      Supplier<Value.Timestamp> times,
      InstantSource clock) {
    this.capped = capped;
    this.states = new HeldStates(gateway, collections, aggregations, times, clock);
    this.aggregations = aggregations;
    this.gateway = gateway;
    this.collections = collections;
    this.cursors = cursors;
    this.streams = streams;
    this.clock = clock;
    this.transactions = new OpenTransactions(gateway, clock);
    this.past = new PastTransactions(gateway, collections);
  }

  public void answer(SessionCommand command, BsonBuilder reply, RequestContext context) {
    switch (command) {
      case SessionCommand.Start _ -> start(reply);
      case SessionCommand.Refresh _ -> {
        // What belongs to a session ends by itself, and by nothing else.
      }
      case SessionCommand.End(var sessions) -> sessions.forEach(this::end);
      case SessionCommand.Kill(var sessions, boolean all) -> {
        sessions.forEach(this::end);
        if (all) {
          transactions.endAll();
          states.endAll();
          cursors.killAll();
          streams.closeAll();
          aggregations.killAll();
        }
      }
      case SessionCommand.Commit(Retry transaction) -> commit(transaction, context);
      case SessionCommand.Abort(Retry transaction) -> abort(transaction);
    }
  }

  private static void start(BsonBuilder reply) {
    UUID id = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    reply
        .beginDocument("id")
        .put("id", new Value.Binary(bytes, UUID_SUBTYPE))
        .end()
        .put("timeoutMinutes", TIMEOUT_MINUTES);
  }

  private void end(Value session) {
    TransactionStep.findSession(session).ifPresent(transactions::end);
    cursors.killOf(session);
    streams.closeOf(session);
    aggregations.killOf(session);
  }

  /// One that is not known here may have been committed before the server was started.
  private void commit(Retry transaction, RequestContext context) {
    Optional<OpenTransaction> open = transactions.find(transaction);
    if (open.isPresent()) {
      try (var _ = collections.use(open.get().documents().written())) {
        open.get().commit(gateway, clock.millis(), context);
      }
    } else if (!past.wasCommitted(transaction, context)) {
      throw OpenTransaction.gone(transaction.number());
    }
  }

  private void abort(Retry transaction) {
    OpenTransaction open =
        transactions
            .find(transaction)
            .orElseThrow(() -> OpenTransaction.gone(transaction.number()));
    synchronized (open) {
      open.requireOpen(clock.millis());
      open.abort();
    }
  }

  /// A read of a state that others see as well.
  public void answer(
      SeenState.AtTime at, ReadCommand command, BsonBuilder reply, RequestContext context) {
    states.answer(at, command, reply, context);
  }

  /// A pipeline over a state that others see as well.
  public void answer(
      SeenState.AtTime at, AggregateCommand command, BsonBuilder reply, RequestContext context) {
    states.answer(at, command, reply, context);
  }

  /// Whether a cursor was opened in such a state.
  public boolean hasCursor(long cursor) {
    return states.has(cursor);
  }

  /// False if there is no such cursor.
  public boolean killCursor(long cursor) {
    return states.kill(cursor);
  }

  public void answer(ReadCommand.GetMore more, BsonBuilder reply, RequestContext context) {
    states.answer(more, reply, context);
  }

  /// A read inside a transaction.
  public void answer(
      TransactionStep step, ReadCommand command, BsonBuilder reply, RequestContext context) {
    inside(
        step,
        transaction ->
            new TransactionReads(collections, transaction, context).answer(command, reply));
  }

  /// A pipeline inside a transaction.
  public void answer(
      TransactionStep step, AggregateCommand command, BsonBuilder reply, RequestContext context) {
    inside(
        step,
        transaction ->
            new TransactionReads(collections, transaction, context)
                .answer(command, aggregations, reply));
  }

  /// A write inside a transaction.
  public void answer(
      TransactionStep step, WriteCommand command, BsonBuilder reply, RequestContext context) {
    inside(
        step,
        transaction -> {
          requireNotCapped(command.namespace());
          new DocumentWrites(
                  collections, new Receipts(gateway), transaction.documents(), capped, clock)
              .answer(command, reply, context);
        });
  }

  /// Room is made behind a write, which a transaction only announces.
  private void requireNotCapped(Namespace namespace) {
    if (collections.find(namespace).flatMap(collections::capped).isPresent()) {
      throw new MongoFailure(
          MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          ("Collection '%s' is a capped collection. Writes in transactions are not allowed on"
                  + " capped collections.")
              .formatted(namespace));
    }
  }

  private interface Work {
    void in(OpenTransaction transaction);
  }

  /// Whatever fails inside a transaction ends it.
  private void inside(TransactionStep step, Work work) {
    OpenTransaction transaction = transactions.at(step);
    synchronized (transaction) {
      transaction.requireOpen(clock.millis());
      boolean done = false;
      try {
        work.in(transaction);
        done = true;
      } finally {
        if (!done || transaction.documents().hasFailed()) {
          transaction.abort();
        }
      }
    }
  }
}
