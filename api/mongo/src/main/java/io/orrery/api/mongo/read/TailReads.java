// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ReadCommand.Find;
import io.orrery.api.mongo.command.ReadCommand.Find.Tailing;
import io.orrery.api.mongo.command.ReadCommand.GetMore;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.OpenCursor.Question;
import io.orrery.api.mongo.read.OpenCursor.Tail;
import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage.Position;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells what capped collections have, and then what is inserted into them. Documents have numbers
/// that grow, so that of the last one told is the place; news is read from the newest one back to
/// it.
final class TailReads {
  private static final int PAGE = 101;

  /// More news than this is read from the beginning again, past what was told.
  private static final int NEWS_MAX = 1000;

  private static final int BATCH_BYTES_MAX = 8 * 1024 * 1024;
  private static final Duration WAIT = Duration.ofSeconds(1);

  /// Enough to answer in when the wait is over.
  private static final Duration ANSWER = Duration.ofMillis(500);

  private static final PageRequest PAGE_OF_ONE = new PageRequest(1, null);
  private static final Value.Document ALL = new Value.Document(new LinkedHashMap<>());

  private final Gateway gateway;
  private final DocumentReads reads;

  TailReads(Gateway gateway, DocumentReads reads) {
    this.gateway = gateway;
    this.reads = reads;
  }

  /// A batch of such a cursor.
  ///
  /// @param cursor where it is behind it; empty if there will be no more
  record Told(Optional<OpenCursor> cursor, boolean moved) {}

  /// The first documents. A collection that is empty has no place to go on from, so there is no
  /// cursor then.
  Told open(
      ContainerHandle collection,
      OpenCursor start,
      long wanted,
      BsonBuilder reply,
      RequestContext context) {
    Optional<Row> newest = newest(collection, PAGE_OF_ONE, context).rows().stream().findFirst();
    if (newest.isEmpty()) {
      return new Told(Optional.empty(), true);
    }
    Tail tail = new Tail(-1, newest.get().item().rid(), true, 0);
    OpenCursor cursor = start.at(start.question().orElseThrow(), Optional.empty(), tail);
    return wanted == 0
        ? new Told(Optional.of(cursor), true)
        : reading(collection, cursor, tail, wanted, reply, context);
  }

  /// The next documents, which may have to be waited for.
  Told next(
      ContainerHandle collection,
      OpenCursor cursor,
      GetMore more,
      BsonBuilder reply,
      RequestContext context) {
    Tail tail = cursor.tail().orElseThrow();
    long wanted = more.batchSize().filter(size -> size > 0).orElse((long) NEWS_MAX);
    if (tail.reading()) {
      return reading(collection, cursor, tail, wanted, reply, context);
    }
    long deadline = nanos() + wait(cursor.find(), more.waitMillis(), context).toNanos();
    while (true) {
      List<Position> now =
          gateway.feedStart(collection, ChangeFeed.all(Scope.ALL, new Start.Now()));
      Optional<Deque<Row>> news = news(collection, tail.seen(), context);
      if (news.isEmpty()) {
        long newest = newest(collection, PAGE_OF_ONE, context).rows().getFirst().item().rid();
        Tail again = new Tail(tail.seen(), newest, true, tail.told());
        OpenCursor first = cursor.at(cursor.question().orElseThrow(), Optional.empty(), again);
        return reading(collection, first, again, wanted, reply, context);
      }
      Tail behind = tell(cursor, tail, news.get(), wanted, reply);
      long left = deadline - nanos();
      if (behind.told() > tail.told() || left <= 0) {
        return told(cursor, behind, !behind.equals(tail));
      }
      tail = behind;
      gateway.awaitChanges(Map.of(collection, now), Duration.ofNanos(left), context);
    }
  }

  private long nanos() {
    return gateway.settings().nanos().getAsLong();
  }

  private static Duration wait(Find find, Optional<Long> wanted, RequestContext context) {
    if (find.tailing() != Tailing.AWAITING) {
      return Duration.ZERO;
    }
    Duration wait = wanted.map(Duration::ofMillis).orElse(WAIT);
    Duration possible = context.remaining().minus(ANSWER);
    return wait.compareTo(possible) < 0 ? wait : possible;
  }

  private static Told told(OpenCursor cursor, Tail tail, boolean moved) {
    boolean over = tail.told() >= cursor.find().selection().limit();
    return new Told(
        over
            ? Optional.empty()
            : Optional.of(cursor.at(cursor.question().orElseThrow(), cursor.continuation(), tail)),
        moved);
  }

  /// What was there when the cursor came, or came back, in the order of insertion.
  private Told reading(
      ContainerHandle collection,
      OpenCursor cursor,
      Tail from,
      long wanted,
      BsonBuilder reply,
      RequestContext context) {
    Question question = cursor.question().orElseThrow();
    int start = reply.size();
    Optional<String> place = cursor.continuation();
    long seen = from.seen();
    long told = from.told();
    long end =
        Math.min(cursor.find().selection().limit(), told + Math.min(wanted, Integer.MAX_VALUE));
    do {
      int count = (int) Math.min(end - told, NEWS_MAX);
      var rows =
          reads.rows(
              collection, question.query(), new PageRequest(count, place.orElse(null)), context);
      for (Row row : rows.rows()) {
        if (row.item().rid() > seen) {
          DocumentReads.add(row.item().body(), question.projection(), reply);
          seen = row.item().rid();
          told++;
        }
      }
      place = rows.next();
    } while (place.isPresent() && told < end && reply.size() - start < BATCH_BYTES_MAX);
    Tail tail =
        place.isPresent()
            ? new Tail(seen, from.newest(), true, told)
            : new Tail(Math.max(seen, from.newest()), from.newest(), false, told);
    return told(cursor.at(question, place, tail), tail, true);
  }

  /// Adds those of the news that pass the filter.
  private static Tail tell(
      OpenCursor cursor, Tail from, Deque<Row> news, long wanted, BsonBuilder reply) {
    Question question = cursor.question().orElseThrow();
    Filter filter = FilterReader.read(cursor.find().selection().filter());
    int start = reply.size();
    long seen = from.seen();
    long told = from.told();
    long end =
        Math.min(cursor.find().selection().limit(), told + Math.min(wanted, Integer.MAX_VALUE));
    while (!news.isEmpty() && told < end && reply.size() - start < BATCH_BYTES_MAX) {
      Row next = news.remove();
      if (Matching.matches(filter, StoredItems.decode(next.item().body()))) {
        DocumentReads.add(next.item().body(), question.projection(), reply);
        told++;
      }
      seen = next.item().rid();
    }
    return new Tail(seen, from.newest(), false, told);
  }

  /// Documents that came behind one, the oldest first; empty if they are too many.
  private Optional<Deque<Row>> news(ContainerHandle collection, long seen, RequestContext context) {
    Deque<Row> news = new ArrayDeque<>();
    Optional<String> place = Optional.empty();
    do {
      DocumentReads.Rows rows =
          newest(collection, new PageRequest(PAGE, place.orElse(null)), context);
      for (Row row : rows.rows()) {
        if (row.item().rid() <= seen) {
          return Optional.of(news);
        }
        news.addFirst(row);
      }
      place = rows.next();
    } while (place.isPresent() && news.size() < NEWS_MAX);
    return place.isPresent() ? Optional.empty() : Optional.of(news);
  }

  /// Whatever a collection has, the newest first.
  private DocumentReads.Rows newest(
      ContainerHandle collection, PageRequest wanted, RequestContext context) {
    var backwards = new Selection(ALL, NaturalOrder.sort(true), 0, Long.MAX_VALUE);
    return reads.page(collection, backwards, wanted, context);
  }

  /// What is told of a tail is counted here, since it is read more than once.
  static Selection unlimited(Find find, Selection selection) {
    return find.tailing() == Tailing.NONE
        ? selection
        : new Selection(selection.filter(), selection.sort(), 0, Long.MAX_VALUE, selection.hint());
  }

  /// Fails with BAD_VALUE if a collection has no end that things are added to.
  static void requireCapped(boolean capped, Find find) {
    if (!capped && find.tailing() != Tailing.NONE) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "error processing query: ns=%s: tailable cursor requested on non capped collection"
              .formatted(find.namespace()));
    }
  }
}
