// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.collation.CollationKeys;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Answers what asks for values rather than documents: counts, and distinct values.
final class ValueReads {
  private static final int PAGE_MAX = 1000;
  private static final Value.Document NO_ORDER = new Value.Document(new LinkedHashMap<>());

  private final DocumentReads reads;
  private final MongoCollections collections;
  private final ReadPlanning planning;

  ValueReads(DocumentReads reads, MongoCollections collections, ReadPlanning planning) {
    this.reads = reads;
    this.collections = collections;
    this.planning = planning;
  }

  void count(Namespace namespace, Selection selection, BsonBuilder reply, RequestContext context) {
    putCount("n", count(namespace, selection, context), reply);
  }

  private long count(Namespace namespace, Selection selection, RequestContext context) {
    Filter filter = FilterReader.read(selection.filter());
    Optional<ContainerHandle> collection = collections.find(namespace);
    if (collection.isEmpty()) {
      return 0;
    }
    QueryRequest query =
        DocumentPlans.count(selection.filter(), reads.target(collection.get(), selection, filter));
    long total = count(collection.get(), query, context);
    return Math.min(Math.max(0, total - selection.skip()), selection.limit());
  }

  /// How many documents a collection has.
  long documents(ContainerHandle collection, RequestContext context) {
    Value.Document any = new Value.Document(new LinkedHashMap<>());
    return count(
        collection,
        DocumentPlans.count(
            any,
            planning.target(
                collection, Filter.ALL, any, Value.Undefined.UNDEFINED, Collation.SIMPLE)),
        context);
  }

  private long count(ContainerHandle collection, QueryRequest query, RequestContext context) {
    long[] total = new long[1];
    computed(
        collection, query, context, value -> total[0] += BsonNumbers.findWhole(value).orElse(0L));
    return total[0];
  }

  private void computed(
      ContainerHandle collection,
      QueryRequest query,
      RequestContext context,
      Consumer<Value> sink) {
    Optional<String> place = Optional.empty();
    do {
      var request = new PageRequest(PAGE_MAX, place.orElse(null));
      try (QueryPage page = reads.open(collection, query, request, context)) {
        for (Result row : page.rows()) {
          if (row instanceof Result.Computed(Value value)) {
            sink.accept(value);
          }
        }
        place = page.continuation();
      }
    } while (place.isPresent());
  }

  private static void putCount(String name, long count, BsonBuilder reply) {
    if (count <= Integer.MAX_VALUE) {
      reply.put(name, (int) count);
    } else {
      reply.put(name, count);
    }
  }

  void distinct(ReadCommand.Distinct distinct, BsonBuilder reply, RequestContext context) {
    Filter filter = FilterReader.read(distinct.filter());
    Collation collation = CollatedFilters.of(distinct.filter());
    Set<Value> seen = new TreeSet<>(ValueOrder.BSON);
    reply.beginArray("values");
    collections
        .find(distinct.namespace())
        .ifPresent(
            collection ->
                computed(
                    collection,
                    DocumentPlans.distinct(
                        distinct.path(),
                        distinct.filter(),
                        planning.target(collection, filter, NO_ORDER, distinct.hint(), collation)),
                    context,
                    value -> {
                      if (collation.isSimple() || seen.add(CollationKeys.of(collation).of(value))) {
                        reply.add(value);
                      }
                    }));
    reply.end();
  }
}
