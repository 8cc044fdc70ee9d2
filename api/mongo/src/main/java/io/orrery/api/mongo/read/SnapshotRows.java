// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.collection.DocumentId;
import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.ContainerSnapshot;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.Direction;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.value.Value;
import io.orrery.plan.access.AccessPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Documents of one state of a collection, which a transaction reads.
public final class SnapshotRows {
  private static final int PAGE_MAX = 1000;

  /// What a transaction finds is kept in memory, since what it has written itself belongs to it.
  private static final long BYTES_MAX = 32L << 20;

  private static final Value.Document EMPTY = new Value.Document(new LinkedHashMap<>());

  private final Queries queries;

  public SnapshotRows(Gateway gateway) {
    this.queries = new Queries(gateway);
  }

  /// The item of a key: the only one between it and the next that there could be.
  public Optional<Item> find(
      ContainerHandle collection, ItemKey key, ContainerSnapshot snapshot, RequestContext context) {
    LinkedHashMap<String, Value> byId = new LinkedHashMap<>();
    byId.put(DocumentId.FIELD, new Value.Int32(1));
    Selection first = new Selection(EMPTY, new Value.Document(byId), 0, 1);
    QueryRequest query = DocumentPlans.find(first, ReadTarget.scan(Scope.of(key), first.sort()));
    byte[] row = key.rowKey();
    var rows =
        new AccessPath.PrimaryRange(row, Arrays.copyOf(row, row.length + 1), Direction.FORWARD);
    QueryRequest point =
        new QueryRequest(
            query.plan(), query.fingerprint(), query.binding(), query.scope(), 1, rows);
    return all(collection, point, snapshot, context).stream().findFirst().map(Row::item);
  }

  /// The documents of a selection. Fails with EXCEEDED_MEMORY_LIMIT if they are too large.
  public List<Row> read(
      ContainerHandle collection,
      Selection selection,
      ContainerSnapshot snapshot,
      RequestContext context) {
    Scope scope = DocumentKeys.scope(collection, FilterReader.read(selection.filter()));
    return all(
        collection,
        DocumentPlans.find(selection, ReadTarget.scan(scope, selection.sort())),
        snapshot,
        context);
  }

  private List<Row> all(
      ContainerHandle collection,
      QueryRequest query,
      ContainerSnapshot snapshot,
      RequestContext context) {
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    Optional<String> place = Optional.empty();
    do {
      var request = new PageRequest(PAGE_MAX, place.orElse(null));
      try (QueryPage page = queries.page(collection, query, request, snapshot, context)) {
        for (Result result : page.rows()) {
          if (result instanceof Result.Whole(Row row)) {
            rows.add(row);
            bytes += row.item().body().length;
          }
        }
        place = page.continuation();
      }
      if (bytes > BYTES_MAX) {
        throw new MongoFailure(
            MongoError.EXCEEDED_MEMORY_LIMIT,
            "A read inside a transaction found more than %d bytes.".formatted(BYTES_MAX));
      }
    } while (place.isPresent());
    return rows;
  }
}
