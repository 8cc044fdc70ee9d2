// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.ReadCommand.Find.Tailing;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.OpenCursor.Question;
import io.orrery.api.mongo.read.TailReads.Told;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.ReadResult;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Collation;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.Plan;
import io.orrery.plan.program.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Answers reads of documents.
public final class DocumentReads {
  /// As many as an answer has that nobody has set a number for.
  private static final long FIRST_BATCH = 101;

  private static final int PAGE_MAX = 1000;
  private static final Value.Document NO_ORDER = new Value.Document(new LinkedHashMap<>());

  /// An answer ends at the next document behind these: it must fit a message with it.
  private static final int BATCH_BYTES_MAX = 16 * 1024 * 1024;

  private final Gateway gateway;
  private final Queries queries;
  private final MongoCollections collections;
  private final OpenCursors cursors;
  private final ReadPlanning planning;
  private final IndexUses uses = new IndexUses();
  private final TailReads tails;
  private final ValueReads values;

  public DocumentReads(
      Gateway gateway, MongoCollections collections, OpenCursors cursors, ReadPlanning planning) {
    this.gateway = gateway;
    this.queries = new Queries(gateway);
    this.collections = collections;
    this.cursors = cursors;
    this.planning = planning;
    this.tails = new TailReads(gateway, this);
    this.values = new ValueReads(this, collections, planning);
  }

  /// How often indexes were used.
  public IndexUses uses() {
    return uses;
  }

  /// A page of a query, to be closed. The first one counts as a use of the indexes it is found by.
  public QueryPage open(
      ContainerHandle collection, QueryRequest query, PageRequest wanted, RequestContext context) {
    QueryPage page = queries.page(collection, query, wanted, context);
    if (wanted.continuation() == null) {
      uses.count(collection, page.metrics().access());
    }
    return page;
  }

  public void answer(ReadCommand command, BsonBuilder reply, RequestContext context) {
    switch (command) {
      case ReadCommand.Find find -> find(find, reply, context);
      case ReadCommand.GetMore more -> getMore(more, reply, context);
      case ReadCommand.KillCursors(Namespace _, List<Long> ids) -> cursors.kill(ids, reply);
      case ReadCommand.Count(Namespace namespace, Selection selection) ->
          values.count(namespace, selection, reply, context);
      case ReadCommand.Distinct distinct -> values.distinct(distinct, reply, context);
      case ReadCommand.Explain explain ->
          new PlanExplainer(gateway, queries, collections, planning)
              .answer(explain, reply, context);
    }
  }

  /// A find by the key of a document that memory has; false if it is something else, and nothing
  /// was done.
  public boolean findAtOnce(ReadCommand.Find find, BsonBuilder reply, RequestContext context) {
    Selection selection = find.selection();
    Filter filter = FilterReader.read(selection.filter());
    Optional<ContainerHandle> collection = collections.find(find.namespace());
    Optional<ItemKey> key = collection.flatMap(found -> DocumentKeys.only(found, filter));
    if (collection.isEmpty() || key.isEmpty() || selection.skip() > 0) {
      return false;
    }
    Projection projection =
        Projection.read(find.projection(), filter, CollatedFilters.of(find.selection().filter()));
    SortOrder _ = SortOrder.read(selection.sort());
    Optional<ReadResult> read = gateway.findAtOnce(collection.get(), key.get(), context);
    if (read.isEmpty()) {
      return false;
    }
    uses.countKey(collection.get());
    reply.beginDocument("cursor").beginArray("firstBatch");
    passing(collection.get(), filter, read.get())
        .ifPresent(item -> add(item.body(), projection, reply));
    reply.end().put("id", 0L).put("ns", find.namespace().toString()).end();
    return true;
  }

  private void find(ReadCommand.Find find, BsonBuilder reply, RequestContext context) {
    Filter filter = FilterReader.read(find.selection().filter());
    Optional<ContainerHandle> collection = collections.find(find.namespace());
    Selection selection = TailReads.unlimited(find, ordered(collection, find.selection(), filter));
    Projection projection =
        Projection.read(find.projection(), filter, CollatedFilters.of(find.selection().filter()));
    SortOrder _ = SortOrder.read(selection.sort());
    collection.ifPresent(found -> TailReads.requireCapped(isCapped(found), find));
    Optional<ItemKey> key = collection.flatMap(found -> DocumentKeys.only(found, filter));
    reply.beginDocument("cursor").beginArray("firstBatch");
    long cursor = 0;
    if (collection.isPresent() && find.tailing() != Tailing.NONE) {
      Question question = question(collection.get(), selection, filter, projection);
      long wanted = find.batchSize().orElse(FIRST_BATCH);
      OpenCursor start = cursor(find, question, Optional.empty());
      cursor =
          tails
              .open(collection.get(), start, wanted, reply, context)
              .cursor()
              .map(cursors::open)
              .orElse(0L);
    } else if (collection.isPresent() && key.isPresent()) {
      if (selection.skip() == 0) {
        point(collection.get(), key.get(), filter, context)
            .ifPresent(item -> add(item.body(), projection, reply));
      }
    } else if (collection.isPresent()) {
      Question question = question(collection.get(), selection, filter, projection);
      Optional<String> next =
          batch(
              collection.get(),
              question,
              Optional.empty(),
              find.batchSize().orElse(FIRST_BATCH),
              reply,
              context);
      cursor =
          next.isPresent() && !find.singleBatch()
              ? cursors.open(cursor(find, question, notFirst(next.get())))
              : 0;
    }
    reply.end().put("id", cursor).put("ns", find.namespace().toString()).end();
  }

  private static OpenCursor cursor(
      ReadCommand.Find find, Question question, Optional<String> place) {
    long plan = CursorPlans.fingerprint(question.query());
    return new OpenCursor(find, Optional.of(question), plan, place, Optional.empty());
  }

  private Question question(
      ContainerHandle collection, Selection selection, Filter filter, Projection projection) {
    return new Question(
        DocumentPlans.find(selection, target(collection, selection, filter)), projection);
  }

  private boolean isCapped(ContainerHandle collection) {
    return collections.capped(collection).isPresent();
  }

  /// A selection in the order that its filter or its collection brings with it, if it asks for
  /// none.
  private Selection ordered(Optional<ContainerHandle> collection, Selection wanted, Filter filter) {
    Selection selection = DistanceOrder.in(wanted, filter);
    return collection.map(this::isCapped).orElse(false) ? NaturalOrder.in(selection) : selection;
  }

  private static Optional<String> notFirst(String place) {
    return Optional.of(place).filter(each -> !each.isEmpty());
  }

  private Optional<Item> point(
      ContainerHandle collection, ItemKey key, Filter filter, RequestContext context) {
    uses.countKey(collection);
    return passing(collection, filter, gateway.find(collection, key, context));
  }

  /// What lies at a key need not be looked into if nobody asks for more than the key.
  private static Optional<Item> passing(
      ContainerHandle collection, Filter filter, ReadResult read) {
    return read.item()
        .filter(
            item ->
                DocumentKeys.isKey(collection, filter)
                    || Matching.matches(filter, StoredItems.decode(item.body())));
  }

  static void add(byte[] stored, Projection projection, BsonBuilder reply) {
    if (projection.isWhole()) {
      reply.expectStored(1, stored.length).addStored(stored);
    } else {
      reply.add(BsonBuilder.bytes(projection.apply((Value.Document) StoredItems.decode(stored))));
    }
  }

  /// The first document of a selection, which may not be there.
  public Optional<Row> first(ContainerHandle collection, Selection wanted, RequestContext context) {
    Filter filter = FilterReader.read(wanted.filter());
    Selection selection = ordered(Optional.of(collection), wanted, filter);
    Optional<ItemKey> key = DocumentKeys.only(collection, filter);
    if (key.isPresent()) {
      return point(collection, key.get(), filter, context).map(item -> new Row(key.get(), item));
    }
    QueryRequest query = DocumentPlans.find(selection, target(collection, selection, filter));
    return rows(collection, query, Optional.empty(), context).rows().stream().findFirst();
  }

  /// Some documents with their keys, and where the next ones are.
  public record Rows(List<Row> rows, Optional<String> next) {}

  /// A page of a selection, for who remembers by himself how far he came.
  public Rows page(
      ContainerHandle collection, Selection given, PageRequest wanted, RequestContext context) {
    Filter filter = FilterReader.read(given.filter());
    Selection selection = isCapped(collection) ? NaturalOrder.in(given) : given;
    QueryRequest query =
        DocumentPlans.bound(DocumentPlans.find(selection, target(collection, selection, filter)));
    return rows(collection, query, wanted, context);
  }

  /// A page of a query for documents.
  Rows rows(
      ContainerHandle collection, QueryRequest query, PageRequest wanted, RequestContext context) {
    try (QueryPage page = open(collection, query, wanted, context)) {
      return new Rows(page.rows().stream().map(DocumentReads::whole).toList(), page.continuation());
    }
  }

  ReadTarget target(ContainerHandle collection, Selection selection, Filter filter) {
    DistanceOrder.require(filter, planning.indexes(collection));
    return planning.target(
        collection,
        filter,
        selection.sort(),
        selection.hint(),
        CollatedFilters.of(selection.filter()));
  }

  /// The next documents of a filter, in no particular order, while they are changed.
  Rows next(
      ContainerHandle collection,
      DocumentStore.Changing wanted,
      Optional<String> place,
      RequestContext context) {
    Filter filter = FilterReader.read(wanted.filter());
    ReadTarget target =
        planning.target(
            collection,
            filter,
            wanted.hint(),
            wanted.changed(),
            CollatedFilters.of(wanted.filter()));
    var selection = new Selection(wanted.filter(), target.sort(), 0, Long.MAX_VALUE);
    return rows(collection, DocumentPlans.find(selection, target), place, context);
  }

  private Rows rows(
      ContainerHandle collection,
      QueryRequest query,
      Optional<String> place,
      RequestContext context) {
    Optional<String> next = place;
    List<Row> rows = new ArrayList<>();
    do {
      var request = new PageRequest(PAGE_MAX, next.orElse(null));
      try (QueryPage page = open(collection, query, request, context)) {
        page.rows().forEach(row -> rows.add(whole(row)));
        next = page.continuation();
      }
    } while (rows.isEmpty() && next.isPresent());
    return new Rows(rows, next);
  }

  /// Adds a batch to an answer; gives where to go on, empty if this was all. A place that is an
  /// empty text is the beginning.
  private Optional<String> batch(
      ContainerHandle collection,
      Question question,
      Optional<String> start,
      long wanted,
      BsonBuilder reply,
      RequestContext context) {
    Optional<String> place = start;
    long left = wanted;
    if (left == 0) {
      return Optional.of(place.orElse(""));
    }
    do {
      var request = new PageRequest((int) Math.min(left, PAGE_MAX), place.orElse(null));
      try (QueryPage page = open(collection, question.query(), request, context)) {
        reply.expectStored(page.rows().size(), bytes(page));
        for (Result row : page.rows()) {
          add(whole(row).item().body(), question.projection(), reply);
          left--;
        }
        place = page.continuation();
      }
    } while (place.isPresent() && left > 0 && reply.size() < BATCH_BYTES_MAX / 2);
    return place;
  }

  private static long bytes(QueryPage page) {
    long bytes = 0;
    for (Result row : page.rows()) {
      bytes += whole(row).item().body().length;
    }
    return bytes;
  }

  private static Row whole(Result row) {
    return switch (row) {
      case Result.Whole(Row found) -> found;
      case Result.Computed(Value value) ->
          throw new IllegalStateException("a find found a computed " + value.kind());
    };
  }

  private void getMore(ReadCommand.GetMore more, BsonBuilder reply, RequestContext context) {
    OpenCursor taken = cursors.take(more.cursor(), more.namespace(), more.session());
    Told told;
    try {
      ContainerHandle collection = collection(more.namespace());
      OpenCursor cursor = taken.at(question(taken, collection), taken.continuation());
      reply.beginDocument("cursor").beginArray("nextBatch");
      told =
          cursor.tail().isPresent()
              ? tails.next(collection, cursor, more, reply, context)
              : next(collection, cursor, more, reply, context);
    } catch (OrreryException failure) {
      cursors.keep(more.cursor(), taken); // for another try
      throw failure;
    }
    told.cursor()
        .ifPresentOrElse(
            cursor -> {
              if (told.moved()) {
                cursors.move(more.cursor(), cursor);
              } else {
                cursors.keep(more.cursor(), cursor);
              }
            },
            () -> cursors.end(more.cursor()));
    reply
        .end()
        .put("id", told.cursor().isPresent() ? more.cursor() : 0L)
        .put("ns", more.namespace().toString())
        .end();
  }

  private Told next(
      ContainerHandle collection,
      OpenCursor cursor,
      ReadCommand.GetMore more,
      BsonBuilder reply,
      RequestContext context) {
    Question question = cursor.question().orElseThrow();
    Optional<String> next =
        batch(
            collection,
            question,
            cursor.continuation(),
            more.batchSize().orElse((long) PAGE_MAX),
            reply,
            context);
    return new Told(next.map(place -> cursor.at(question, notFirst(place))), true);
  }

  private ContainerHandle collection(Namespace namespace) {
    return collections
        .find(namespace)
        .orElseThrow(
            () ->
                new MongoFailure(MongoError.QUERY_PLAN_KILLED, "collection dropped: " + namespace));
  }

  /// What a cursor asks; worked out again for one of a process before this one. Fails with
  /// QUERY_PLAN_KILLED if that has become another question, in which its place means nothing.
  private Question question(OpenCursor cursor, ContainerHandle collection) {
    if (cursor.question().isPresent()) {
      return cursor.question().get();
    }
    ReadCommand.Find find = cursor.find();
    Filter filter = FilterReader.read(find.selection().filter());
    Selection selection =
        TailReads.unlimited(find, ordered(Optional.of(collection), find.selection(), filter));
    Collation collation = CollatedFilters.of(find.selection().filter());
    Question question =
        question(
            collection, selection, filter, Projection.read(find.projection(), filter, collation));
    CursorPlans.requireSame(
        cursor.plan(), CursorPlans.fingerprint(question.query()), find.namespace());
    return question;
  }

  /// The indexes of a collection.
  public CollectionIndexes indexes(ContainerHandle collection) {
    return planning.indexes(collection);
  }

  /// How many documents a collection has.
  public long documents(ContainerHandle collection, RequestContext context) {
    return values.documents(collection, context);
  }

  /// A query for what code makes of the documents of a collection.
  ///
  /// @param filter what the code leaves over at most, so that others need not be looked at
  /// @param hint the index that the client wants; undefined if it leaves that to us
  /// @param above what is done with its rows
  public QueryRequest query(
      ContainerHandle collection,
      Value.Document filter,
      Value hint,
      Code code,
      UnaryOperator<Plan> above) {
    ReadTarget target =
        planning.target(
            collection, FilterReader.read(filter), NO_ORDER, hint, CollatedFilters.of(filter));
    return DocumentPlans.of(code, above, target);
  }
}
