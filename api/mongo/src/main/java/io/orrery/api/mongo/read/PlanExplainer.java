// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.ReadCommand.Explain;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.query.Explanation;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryChoice;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.item.StoredItems;
import java.util.Optional;

/// Tells how documents are found, in MongoDB's words for stages, and what that took.
final class PlanExplainer {
  private static final int PAGE_MAX = 1000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Gateway gateway;
  private final Queries queries;
  private final MongoCollections collections;
  private final ReadPlanning planning;

  PlanExplainer(
      Gateway gateway, Queries queries, MongoCollections collections, ReadPlanning planning) {
    this.gateway = gateway;
    this.queries = queries;
    this.collections = collections;
    this.planning = planning;
  }

  void answer(Explain explain, BsonBuilder reply, RequestContext context) {
    Selection selection = explain.selection();
    Filter filter = FilterReader.read(selection.filter());
    Optional<ContainerHandle> collection = collections.find(explain.namespace());
    WinningPlan plan =
        collection
            .map(found -> plan(found, explain, filter, context))
            .orElse(WinningPlan.nothing(selection, explain.above()));
    reply.put("explainVersion", "1").beginDocument("queryPlanner");
    reply
        .put("namespace", explain.namespace().toString())
        .put("parsedQuery", CollatedFilters.told(selection.filter()))
        .put("indexFilterSet", false)
        .beginDocument("winningPlan");
    plan.write(reply, Optional.empty());
    reply.end().beginArray("rejectedPlans");
    for (WinningPlan other : plan.rejected()) {
      reply.beginDocument();
      other.write(reply, Optional.empty());
      reply.end();
    }
    reply.end().end();
    if (explain.verbosity() != Explain.Verbosity.PLAN) {
      execution(
          explain,
          plan,
          collection.map(found -> run(found, explain, filter, context)).orElse(Execution.NOTHING),
          reply);
    }
    reply.put("command", explain.command());
  }

  private WinningPlan plan(
      ContainerHandle collection, Explain explain, Filter filter, RequestContext context) {
    Selection selection = DistanceOrder.in(explain.selection(), filter);
    DistanceOrder.require(filter, planning.indexes(collection));
    CollectionIndexes indexes = planning.indexes(collection);
    if (DocumentKeys.only(collection, filter).isPresent()) {
      return WinningPlan.byKey(selection, explain.above());
    }
    ReadTarget target =
        planning.target(
            collection,
            filter,
            selection.sort(),
            selection.hint(),
            CollatedFilters.of(selection.filter()));
    QueryChoice choice = queries.choose(collection, DocumentPlans.find(selection, target), context);
    return new WinningPlan(choice, indexes, selection, explain.above(), false);
  }

  private Execution run(
      ContainerHandle collection, Explain explain, Filter filter, RequestContext context) {
    Selection selection = DistanceOrder.in(explain.selection(), filter);
    long started = context.elapsedNanos();
    Optional<ItemKey> key = DocumentKeys.only(collection, filter);
    if (key.isPresent()) {
      Optional<Item> item = gateway.find(collection, key.get(), context).item();
      boolean passes =
          item.map(each -> Matching.matches(filter, StoredItems.decode(each.body()))).orElse(false);
      return new Execution(
          passes ? 1 : 0,
          item.isPresent() ? 1 : 0,
          item.isPresent() ? 1 : 0,
          millis(context, started));
    }
    ReadTarget target =
        planning.target(
            collection,
            filter,
            selection.sort(),
            selection.hint(),
            CollatedFilters.of(selection.filter()));
    QueryRequest query = DocumentPlans.find(selection, target);
    long returned = 0;
    long entries = 0;
    long items = 0;
    Optional<String> place = Optional.empty();
    do {
      var request = new PageRequest(PAGE_MAX, place.orElse(null));
      try (QueryPage page = queries.page(collection, query, request, context)) {
        returned += page.rows().size();
        for (Explanation.Touched touched : page.metrics().explanation().get().partitions()) {
          entries += touched.entries();
          items += touched.items();
        }
        place = page.continuation();
      }
    } while (place.isPresent());
    return new Execution(returned, entries, items, millis(context, started));
  }

  private static long millis(RequestContext context, long started) {
    return (context.elapsedNanos() - started) / NANOS_PER_MILLI;
  }

  private static void execution(
      Explain explain, WinningPlan plan, Execution execution, BsonBuilder reply) {
    reply.beginDocument("executionStats");
    reply
        .put("executionSuccess", true)
        .put("nReturned", BsonNumbers.narrowest(execution.returned()))
        .put("executionTimeMillis", BsonNumbers.narrowest(execution.millis()))
        .put("totalKeysExamined", BsonNumbers.narrowest(plan.readsKeys() ? execution.entries() : 0))
        .put("totalDocsExamined", BsonNumbers.narrowest(execution.items()))
        .beginDocument("executionStages");
    plan.write(reply, Optional.of(execution));
    reply.end();
    if (explain.verbosity() == Explain.Verbosity.ALL_PLANS) {
      reply.beginArray("allPlansExecution").end();
    }
    reply.end();
  }

  /// What finding the documents took.
  ///
  /// @param entries of an index, or items walked over
  /// @param items that were read
  record Execution(long returned, long entries, long items, long millis) {
    static final Execution NOTHING = new Execution(0, 0, 0, 0);
  }
}
