// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.CollectionNews;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.ChangeStreamCommand;
import io.orrery.api.mongo.command.Moments;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.stream.ResumeToken.Place;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/// The change streams that clients follow. Bounded in number and time: a client whose stream is
/// gone opens another one where it was, by its token.
public final class ChangeStreams {
  private static final int STREAMS_MAX = 1_000;
  private static final long IDLE_MILLIS = Duration.ofMinutes(30).toMillis();
  private static final long BATCH = 101;
  private static final Duration WAIT = Duration.ofSeconds(1);

  /// What is left of a request's time for its answer.
  private static final Duration ANSWER = Duration.ofSeconds(1);

  private record Kept(OpenStream stream, Value session, long usedMillis) {}

  private final Gateway gateway;
  private final MongoCollections collections;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  /// Those not used for longest first. Guarded by this.
  private final Map<Long, Kept> streams = new LinkedHashMap<>(16, 0.75f, true);

  public ChangeStreams(Gateway gateway, MongoCollections collections, InstantSource clock) {
    this.gateway = gateway;
    this.collections = collections;
    this.clock = clock;
  }

  public void answer(ChangeStreamCommand command, BsonBuilder reply, RequestContext context) {
    try {
      switch (command) {
        case ChangeStreamCommand.Open open -> open(open, reply, context);
        case ChangeStreamCommand.Tokens tokens -> tokens(tokens, reply);
        case ChangeStreamCommand.Next next -> next(next, reply, context);
        case ChangeStreamCommand.Close(List<Long> ids) -> close(ids, reply);
      }
    } catch (OrreryException failure) {
      throw failure.code() == ErrorCode.HISTORY_GONE
          ? new MongoFailure(
              MongoError.CHANGE_STREAM_HISTORY_LOST,
              "Resume of change stream was not possible, as the resume point may no longer be"
                  + " kept: "
                  + failure.getMessage())
          : failure;
    }
  }

  private void open(ChangeStreamCommand.Open open, BsonBuilder reply, RequestContext context) {
    open.watched().namespace().ifPresent(this::requireNoView);
    OpenStream stream = new OpenStream(gateway, collections, clock, open);
    stream.read(context);
    long id = -random.nextLong(1, Long.MAX_VALUE);
    if (stream.write("firstBatch", open.batchSize().orElse(BATCH), id, reply)) {
      keep(id, new Kept(stream, open.session(), clock.millis()));
    }
  }

  private void tokens(ChangeStreamCommand.Tokens wanted, BsonBuilder reply) {
    ContainerHandle collection =
        collections
            .find(wanted.namespace())
            .orElseThrow(
                () ->
                    new MongoFailure(
                        MongoError.NAMESPACE_NOT_FOUND,
                        "ns does not exist: " + wanted.namespace()));
    long millis = wanted.time().map(Moments::millis).orElse(0L);
    Start start = wanted.time().isPresent() ? new Start.At(millis) : new Start.Now();
    TrackedCollection tracked =
        TrackedCollection.from(wanted.namespace(), collection, start, gateway);
    reply.beginArray("resumeAfterTokens");
    for (Place place : tracked.places()) {
      Map<Integer, List<Place>> only = Map.of(collection.number(), List.of(place));
      reply.add(new ResumeToken(millis, false, only).document());
    }
    reply.end();
  }

  /// Nothing is written to a view that could be told.
  private void requireNoView(Namespace watched) {
    var _ = collections.find(watched);
  }

  private void next(ChangeStreamCommand.Next next, BsonBuilder reply, RequestContext context) {
    Kept kept = take(next);
    OpenStream stream = kept.stream();
    synchronized (stream) {
      long deadline = clock.millis() + wait(next, context).toMillis();
      long news = collections.news().count();
      stream.read(context);
      while (stream.isQuiet() && clock.millis() < deadline) {
        await(stream, news, Duration.ofMillis(deadline - clock.millis()), context);
        news = collections.news().count();
        stream.read(context);
      }
      long batch = next.batchSize().filter(size -> size > 0).orElse(BATCH);
      if (!stream.write("nextBatch", batch, next.cursor(), reply)) {
        synchronized (this) {
          streams.remove(next.cursor());
        }
      }
    }
  }

  private static Duration wait(ChangeStreamCommand.Next next, RequestContext context) {
    Duration wanted = next.waitMillis().map(Duration::ofMillis).orElse(WAIT);
    Duration possible = context.remaining().minus(ANSWER);
    return wanted.compareTo(possible) < 0 ? wanted : possible;
  }

  /// Until something changes in the collections, or there are others, or the time is over.
  private void await(OpenStream stream, long seen, Duration time, RequestContext context) {
    CollectionNews news = collections.news();
    List<Callable<Optional<OrreryException>>> waits = new ArrayList<>();
    waits.add(
        () -> {
          boolean _ = news.await(seen, time);
          return Optional.empty();
        });
    var positions = stream.positions();
    if (!positions.isEmpty()) {
      waits.add(() -> changes(positions, time, context));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Optional<OrreryException> failure = threads.invokeAny(waits);
      if (failure.isPresent()) {
        throw failure.get();
      }
    } catch (ExecutionException failed) {
      throw new IllegalStateException("waiting for changes failed", failed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.", e);
    }
  }

  /// Waits for changes; gives why it could not. As an exception that would not end the other wait,
  /// since only an answer does.
  private Optional<OrreryException> changes(
      Map<ContainerHandle, List<Position>> positions, Duration time, RequestContext context) {
    try {
      gateway.awaitChanges(positions, time, context);
      return Optional.empty();
    } catch (OrreryException failure) {
      return Optional.of(failure);
    }
  }

  private synchronized void keep(long id, Kept kept) {
    long before = clock.millis() - IDLE_MILLIS;
    streams.values().removeIf(each -> each.usedMillis() < before);
    if (streams.size() >= STREAMS_MAX) {
      streams.remove(streams.keySet().iterator().next());
    }
    streams.put(id, kept);
  }

  private synchronized Kept take(ChangeStreamCommand.Next next) {
    Kept kept = streams.get(next.cursor());
    if (kept == null) {
      throw new MongoFailure(
          MongoError.CURSOR_NOT_FOUND, "cursor id %d not found".formatted(next.cursor()));
    }
    if (!kept.session().equals(next.session())) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED,
          "cursor id %d was not created by the session that asks for more"
              .formatted(next.cursor()));
    }
    streams.put(next.cursor(), new Kept(kept.stream(), kept.session(), clock.millis()));
    return kept;
  }

  /// Those of a session, or all.
  public synchronized void closeOf(Value session) {
    streams.values().removeIf(kept -> kept.session().equals(session));
  }

  public synchronized void closeAll() {
    streams.clear();
  }

  private synchronized void close(List<Long> ids, BsonBuilder reply) {
    List<Long> unknown = new ArrayList<>();
    reply.beginArray("cursorsKilled");
    for (long id : ids) {
      if (streams.remove(id) != null) {
        reply.add(new Value.Int64(id));
      } else {
        unknown.add(id);
      }
    }
    reply.end().beginArray("cursorsNotFound");
    unknown.forEach(id -> reply.add(new Value.Int64(id)));
    reply.end().beginArray("cursorsAlive").end().beginArray("cursorsUnknown").end();
  }
}
