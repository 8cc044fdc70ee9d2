// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stream;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.ChangeStreamCommand.From;
import io.orrery.api.mongo.command.ChangeStreamCommand.Open;
import io.orrery.api.mongo.command.ChangeStreamCommand.Watched;
import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.command.Moments;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.stage.BoundVariables;
import io.orrery.api.mongo.stream.ResumeToken.Place;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/// One change stream. Holds no state of a partition: only how far each collection was told, which
/// is what its tokens say, and a few events that are on their way.
final class OpenStream {
  private static final int BATCH_BYTES_MAX = 12 << 20;

  private final Gateway gateway;
  private final MongoCollections collections;
  private final InstantSource clock;
  private final Watched watched;
  private final ChangeEvents events;
  private final StreamStages stages;
  private final long startMillis;
  private final Map<Integer, TrackedCollection> tracked = new LinkedHashMap<>();
  private final Queue<Value.Document> queue = new ArrayDeque<>();
  private boolean ended;

  private record Told(TrackedCollection collection, ChangedItem change) {}

  OpenStream(Gateway gateway, MongoCollections collections, InstantSource clock, Open open) {
    this.gateway = gateway;
    this.collections = collections;
    this.clock = clock;
    this.watched = open.watched();
    this.events = new ChangeEvents(open.after(), open.before());
    this.stages = StreamStages.read(open.stages(), variables(clock));
    this.startMillis =
        switch (open.from()) {
          case From.Now _ -> begin(new Start.Now(), 0);
          case From.Time(Value.Timestamp time) ->
              begin(new Start.At(Moments.millis(time)), Moments.millis(time));
          case From.Token(Value.Document token, boolean afterInvalidate) ->
              resume(ResumeToken.read(token), afterInvalidate);
        };
  }

  /// A stream has no variables of its own.
  private static Variables variables(InstantSource clock) {
    return BoundVariables.of(
        new CommandVariables(
            new Value.Document(new LinkedHashMap<>()),
            new Value.DateTime(clock.millis(), 0),
            Optional.empty()));
  }

  private long begin(Start start, long millis) {
    present()
        .forEach(
            (number, namespace) ->
                track(namespace, collection -> from(namespace, collection, start)));
    return millis;
  }

  private TrackedCollection from(Namespace namespace, ContainerHandle collection, Start start) {
    return TrackedCollection.from(namespace, collection, start, gateway);
  }

  /// A collection that is not in the token is newer than it.
  private long resume(ResumeToken token, boolean afterInvalidate) {
    if (token.invalidate() && !afterInvalidate) {
      throw new MongoFailure(
          MongoError.INVALID_RESUME_TOKEN,
          "Attempting to resume a change stream using 'resumeAfter' is not allowed from an"
              + " invalidate notification.");
    }
    Map<Integer, Namespace> present = present();
    present.forEach(
        (number, namespace) -> {
          List<Place> places = token.places().get(number);
          track(
              namespace,
              collection ->
                  places == null
                      ? from(namespace, collection, new Start.Beginning())
                      : new TrackedCollection(namespace, collection, places));
        });
    if (watched.collection().isPresent() && !token.invalidate()) {
      Namespace namespace =
          new Namespace(watched.database().orElseThrow(), watched.collection().get());
      token.places().keySet().stream()
          .filter(each -> !present.containsKey(each))
          .findFirst()
          .ifPresent(gone -> end(gone, namespace));
    }
    return token.startMillis();
  }

  private interface Tracking {
    TrackedCollection of(ContainerHandle collection);
  }

  private void track(Namespace namespace, Tracking tracking) {
    collections
        .find(namespace)
        .ifPresent(collection -> tracked.put(collection.number(), tracking.of(collection)));
  }

  /// The collections there are, of those that are watched.
  private Map<Integer, Namespace> present() {
    Map<Integer, Namespace> found = new LinkedHashMap<>();
    List<String> databases = watched.database().map(List::of).orElseGet(collections::databases);
    for (String database : databases) {
      for (String name : collections.collections(database)) {
        Namespace namespace = new Namespace(database, name);
        if (watched.includes(namespace)) {
          collections
              .find(namespace)
              .ifPresent(collection -> found.put(collection.number(), namespace));
        }
      }
    }
    return found;
  }

  /// Reads on, unless there are events that were not told yet.
  void read(RequestContext context) {
    if (!queue.isEmpty() || ended) {
      return;
    }
    followCollections();
    List<TrackedCollection.Read> reads = new ArrayList<>();
    List<Told> all = new ArrayList<>();
    for (TrackedCollection each : tracked.values()) {
      TrackedCollection.Read read = each.read(gateway, context);
      reads.add(read);
      read.changes().forEach(change -> all.add(new Told(each, change)));
    }
    // Those of one partition are in order already, and stay so.
    all.sort(Comparator.comparingLong(each -> each.change().timeMillis()));
    all.forEach(this::tell);
    reads.forEach(TrackedCollection.Read::finish);
  }

  private void tell(Told told) {
    TrackedCollection collection = told.collection();
    collection.tell(told.change());
    if (told.change().timeMillis() >= startMillis) {
      events
          .of(collection.namespace(), collection.collection(), told.change(), token())
          .ifPresent(this::add);
    }
  }

  private void add(Value.Document event) {
    stages.apply(event).ifPresent(queue::add);
  }

  private void followCollections() {
    Map<Integer, Namespace> present = present();
    Set<String> left = new TreeSet<>();
    for (TrackedCollection each : List.copyOf(tracked.values())) {
      int number = each.collection().number();
      Namespace now = present.get(number);
      if (now == null && !ended) {
        tracked.remove(number);
        left.add(each.namespace().database());
        end(number, each.namespace());
      } else if (now != null && !now.equals(each.namespace())) {
        add(ChangeEvents.ofRename(each.namespace(), now, clock.millis(), token()));
        each.rename(now);
      }
    }
    left.stream().filter(each -> !collections.hasDatabase(each)).forEach(this::endDatabase);
    present.forEach(
        (number, namespace) -> {
          if (!tracked.containsKey(number) && !ended) {
            track(namespace, collection -> from(namespace, collection, new Start.Beginning()));
          }
        });
  }

  /// A collection was dropped, or is called something that is not watched. A stream of it is over
  /// then.
  private void end(int number, Namespace namespace) {
    long now = clock.millis();
    add(
        collections
            .namespace(number)
            .map(wanted -> ChangeEvents.ofRename(namespace, wanted, now, token()))
            .orElseGet(
                () ->
                    ChangeEvents.ofWhole(
                        "drop", Optional.of(ChangeEvents.name(namespace)), now, token())));
    if (watched.collection().isPresent()) {
      invalidate(now);
    }
  }

  /// A database was dropped. A stream of it is over then; one of a collection was before.
  private void endDatabase(String database) {
    if (watched.collection().isPresent()) {
      return;
    }
    long now = clock.millis();
    Value.Document name = ChangeEvents.name(database);
    add(ChangeEvents.ofWhole("dropDatabase", Optional.of(name), now, token()));
    if (watched.database().isPresent()) {
      invalidate(now);
    }
  }

  private void invalidate(long now) {
    Value.Document last = new ResumeToken(startMillis, true, places()).document();
    add(ChangeEvents.ofWhole("invalidate", Optional.empty(), now, last));
    ended = true;
  }

  private Map<Integer, List<Place>> places() {
    Map<Integer, List<Place>> places = new LinkedHashMap<>();
    tracked.forEach((number, each) -> places.put(number, each.places()));
    return places;
  }

  private Value.Document token() {
    return new ResumeToken(startMillis, false, places()).document();
  }

  boolean isQuiet() {
    return queue.isEmpty() && !ended;
  }

  /// Behind what something new would have to be.
  Map<ContainerHandle, List<Position>> positions() {
    Map<ContainerHandle, List<Position>> positions = new HashMap<>();
    tracked.values().forEach(each -> positions.put(each.collection(), each.positions()));
    return positions;
  }

  /// Adds events to an answer, and where the stream is behind them. False if there will be no more.
  boolean write(String batch, long count, long id, BsonBuilder reply) {
    Value.Document last = null;
    reply.beginDocument("cursor").beginArray(batch);
    for (long i = 0; i < count && !queue.isEmpty() && reply.size() < BATCH_BYTES_MAX; i++) {
      Value.Document event = queue.remove();
      reply.add(event);
      last = (Value.Document) event.property("_id");
    }
    boolean more = !ended || !queue.isEmpty();
    boolean behind = !queue.isEmpty() || ended;
    reply
        .end()
        .put("postBatchResumeToken", behind && last != null ? last : token())
        .put("id", more ? id : 0L)
        .put("ns", watched.name())
        .end();
    return more;
  }
}
