// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.aggregate.Aggregations;
import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.read.Projection;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.model.container.Collation;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.collation.CollationKeys;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Answers reads inside a transaction.
final class TransactionReads {
  private static final Value.Document NO_ORDER = new Value.Document(new LinkedHashMap<>());

  private final MongoCollections collections;
  private final OpenTransaction transaction;
  private final RequestContext context;

  private final Optional<Value.Timestamp> time;

  TransactionReads(
      MongoCollections collections, OpenTransaction transaction, RequestContext context) {
    this(collections, transaction, Optional.empty(), context);
  }

  /// @param time what the state is called that is read, if clients are to know
  TransactionReads(
      MongoCollections collections,
      OpenTransaction transaction,
      Optional<Value.Timestamp> time,
      RequestContext context) {
    this.collections = collections;
    this.transaction = transaction;
    this.time = time;
    this.context = context;
  }

  void answer(ReadCommand command, BsonBuilder reply) {
    switch (command) {
      case ReadCommand.Find find -> find(find, reply);
      case ReadCommand.GetMore more ->
          transaction
              .cursors()
              .next(more.cursor(), more.namespace(), more.batchSize().orElse(0L), reply);
      case ReadCommand.KillCursors(Namespace _, List<Long> ids) -> kill(ids, reply);
      case ReadCommand.Count _ ->
          throw new MongoFailure(
              MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
              "Cannot run 'count' in a multi-document transaction.");
      case ReadCommand.Explain _ ->
          throw new MongoFailure(
              MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
              "Cannot run 'explain' in a multi-document transaction.");
      case ReadCommand.Distinct distinct -> distinct(distinct, reply);
    }
  }

  private List<Row> select(Namespace namespace, Selection selection) {
    return collections
        .find(namespace)
        .map(found -> transaction.documents().select(found, selection, context))
        .orElse(List.of());
  }

  private void find(ReadCommand.Find find, BsonBuilder reply) {
    Value.Document filter = find.selection().filter();
    Projection projection =
        Projection.read(find.projection(), FilterReader.read(filter), CollatedFilters.of(filter));
    List<byte[]> documents =
        select(find.namespace(), find.selection()).stream()
            .map(row -> projected(row, projection))
            .toList();
    transaction
        .cursors()
        .open(
            find.namespace(),
            documents,
            find.batchSize().orElse(-1L),
            find.singleBatch(),
            time,
            reply);
  }

  private static byte[] projected(Row row, Projection projection) {
    byte[] body = row.item().body();
    return projection.isWhole()
        ? BsonBuilder.bytes(body)
        : BsonBuilder.bytes(projection.apply((Value.Document) StoredItems.decode(body)));
  }

  private void kill(List<Long> ids, BsonBuilder reply) {
    reply.beginArray("cursorsKilled");
    List<Long> unknown = ids.stream().filter(id -> !killed(id, reply)).toList();
    reply.end().beginArray("cursorsNotFound");
    unknown.forEach(id -> reply.add(new Value.Int64(id)));
    reply.end().beginArray("cursorsAlive").end().beginArray("cursorsUnknown").end();
  }

  private boolean killed(long id, BsonBuilder reply) {
    boolean killed = transaction.cursors().kill(id);
    if (killed) {
      reply.add(new Value.Int64(id));
    }
    return killed;
  }

  /// A pipeline over what the transaction sees.
  void answer(AggregateCommand command, Aggregations aggregations, BsonBuilder reply) {
    List<byte[]> documents =
        aggregations.collected(
            command,
            (namespace, filter) ->
                select(namespace, new Selection(filter, NO_ORDER, 0, Long.MAX_VALUE)).stream()
                    .map(row -> (Value.Document) StoredItems.decode(row.item().body()))
                    .toList(),
            context);
    transaction
        .cursors()
        .open(command.namespace(), documents, command.batchSize().orElse(-1L), false, time, reply);
  }

  private void distinct(ReadCommand.Distinct distinct, BsonBuilder reply) {
    Collation collation = CollatedFilters.of(distinct.filter());
    TreeSet<Value> values =
        new TreeSet<>(
            collation.isSimple()
                ? ValueOrder.BSON
                : Comparator.comparing(CollationKeys.of(collation)::of, ValueOrder.BSON));
    DocumentPath path = DocumentPath.of(distinct.path());
    Selection all = new Selection(distinct.filter(), NO_ORDER, 0, Long.MAX_VALUE);
    for (Row row : select(distinct.namespace(), all)) {
      boolean _ =
          path.any(
              StoredItems.decode(row.item().body()),
              value -> {
                if (value instanceof Value.Array(List<Value> elements)) {
                  values.addAll(elements);
                } else if (value != Value.Undefined.UNDEFINED) {
                  values.add(value);
                }
                return false;
              });
    }
    reply.beginArray("values");
    values.forEach(reply::add);
    reply.end();
    time.ifPresent(each -> reply.put("atClusterTime", each));
  }
}
