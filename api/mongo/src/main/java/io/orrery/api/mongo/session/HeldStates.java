// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.aggregate.Aggregations;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.SeenState;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.model.container.Api;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// States that several reads see one after the other, outside of transactions. The first read has
/// the state of its collection held, and tells the time that the others ask for. What another
/// collection was at that time is known as long as it has not changed since.
final class HeldStates {
  private static final int STATES_MAX = 100;

  private final Gateway gateway;
  private final MongoCollections collections;
  private final Aggregations aggregations;
  private final Supplier<Value.Timestamp> times;
  private final InstantSource clock;

  /// By the time they are called by, the oldest first. Guarded by this.
  private final Map<Long, OpenTransaction> states = new LinkedHashMap<>();

  /// @param times gives one that nobody was told before
  HeldStates(
      Gateway gateway,
      MongoCollections collections,
      Aggregations aggregations,
      Supplier<Value.Timestamp> times,
      InstantSource clock) {
    this.gateway = gateway;
    this.collections = collections;
    this.aggregations = aggregations;
    this.times = times;
    this.clock = clock;
  }

  private interface Work {
    void on(TransactionReads reads);
  }

  void answer(SeenState.AtTime at, ReadCommand command, BsonBuilder reply, RequestContext context) {
    in(at, reads -> reads.answer(command, reply), context);
  }

  void answer(
      SeenState.AtTime at, AggregateCommand command, BsonBuilder reply, RequestContext context) {
    in(at, reads -> reads.answer(command, aggregations, reply), context);
  }

  private void in(SeenState.AtTime at, Work work, RequestContext context) {
    Value.Timestamp time = at.time().orElseGet(times);
    OpenTransaction state = at.time().isPresent() ? require(time) : begin(time);
    synchronized (state) {
      work.on(new TransactionReads(collections, state, Optional.of(time), context));
    }
  }

  private OpenTransaction begin(Value.Timestamp time) {
    Map<Integer, List<Position>> lengths = lengths();
    var documents =
        new TransactionDocuments(
            gateway,
            new WriteIntents(),
            gateway.request(OpenTransactions.LIFETIME.plusSeconds(5)),
            collection -> requireUnchanged(collection, lengths));
    long end = clock.millis() + OpenTransactions.LIFETIME.toMillis();
    var state = new OpenTransaction(new Retry(new byte[0], 0), end, documents);
    List<OpenTransaction> old = new ArrayList<>();
    synchronized (this) {
      forget(old);
      states.put(time.bits(), state);
    }
    old.forEach(OpenTransaction::abort);
    return state;
  }

  /// How far all collections have come. One that is made later is not among them, and was empty.
  private Map<Integer, List<Position>> lengths() {
    Map<Integer, List<Position>> lengths = new HashMap<>();
    for (ContainerHandle each : gateway.administration().containers()) {
      if (each.container().definition().api() == Api.MONGO) {
        lengths.put(each.number(), length(each));
      }
    }
    return lengths;
  }

  private List<Position> length(ContainerHandle collection) {
    return gateway.feedStart(collection, ChangeFeed.all(Scope.ALL, new Start.Now()));
  }

  private void requireUnchanged(ContainerHandle collection, Map<Integer, List<Position>> lengths) {
    if (!length(collection).equals(lengths.get(collection.number()))) {
      throw new MongoFailure(
          MongoError.SNAPSHOT_UNAVAILABLE,
          "Unable to read from a snapshot: the collection has changed since, and its state of that"
              + " time is not held.");
    }
  }

  private void forget(List<OpenTransaction> old) {
    long now = clock.millis();
    var eldest = states.values().iterator();
    while (eldest.hasNext()) {
      OpenTransaction next = eldest.next();
      if (next.endMillis() > now && states.size() < STATES_MAX) {
        return;
      }
      old.add(next);
      eldest.remove();
    }
  }

  private synchronized OpenTransaction require(Value.Timestamp time) {
    OpenTransaction state = states.get(time.bits());
    if (state == null || state.endMillis() <= clock.millis()) {
      throw new MongoFailure(
          MongoError.SNAPSHOT_TOO_OLD,
          "Read timestamp %d is older than what is held.".formatted(time.bits()));
    }
    return state;
  }

  /// The state in which a cursor was opened.
  private synchronized Optional<OpenTransaction> of(long cursor) {
    return states.values().stream().filter(state -> state.cursors().has(cursor)).findFirst();
  }

  boolean has(long cursor) {
    return of(cursor).isPresent();
  }

  boolean kill(long cursor) {
    return of(cursor).map(state -> state.cursors().kill(cursor)).orElse(false);
  }

  /// More of a cursor that was opened in one of the states.
  void answer(ReadCommand.GetMore more, BsonBuilder reply, RequestContext context) {
    OpenTransaction state =
        of(more.cursor())
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.CURSOR_NOT_FOUND,
                        "cursor id %d not found".formatted(more.cursor())));
    synchronized (state) {
      new TransactionReads(collections, state, context).answer(more, reply);
    }
  }

  void endAll() {
    List<OpenTransaction> all;
    synchronized (this) {
      all = List.copyOf(states.values());
      states.clear();
    }
    all.forEach(OpenTransaction::abort);
  }
}
