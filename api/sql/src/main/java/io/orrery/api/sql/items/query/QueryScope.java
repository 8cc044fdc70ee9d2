// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.items.RangeHeaders;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.query.QueryBody;
import io.orrery.gateway.Scope;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.query.plan.Constants;
import io.orrery.query.plan.KeyRanges;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which part of a container a query is about: what the headers say, and what its filter says about
/// the partition key.
final class QueryScope {
  private static final byte[] NO_ROW_KEY = {};

  private QueryScope() {}

  static Scope of(ItemRequest request, Query query, QueryBody body) {
    Optional<String> stated = request.sql().header(Names.PARTITION_KEY);
    if (stated.isPresent()) {
      int paths = request.owner().keyPaths();
      return of(PartitionKeyHeader.parsePrefix(stated.get(), paths), request);
    }
    boolean addressed =
        request.sql().header(Names.PARTITION_KEY_RANGE).isPresent()
            || request.sql().header(Names.START_POSITION).isPresent();
    Scope scope = RangeHeaders.scope(request);
    KeyRanges keys =
        KeyRanges.of(
            query,
            request.handle().definition(),
            Constants.of(body.parameters(), ContainerTraits.of(request.handle()).space()));
    if (!addressed) {
      requireCrossPartition(request, query, keys);
    }
    return keys.isEverything() || keys.isNothing() ? scope : narrowed(scope, keys, request);
  }

  private static Scope of(PartitionKey key, ItemRequest request) {
    return key.size() == request.owner().keyPaths()
        ? Scope.of(request.handle().key(key, NO_ROW_KEY))
        : Scope.of(request.handle().definition().prefixRange(key));
  }

  /// Fails with INVALID_ARGUMENT if the query may have rows in more than one logical partition and
  /// the client has not said that it knows.
  private static void requireCrossPartition(ItemRequest request, Query query, KeyRanges keys) {
    PartitionKeyDefinition definition = request.handle().definition();
    boolean one =
        query.from() == null
            || definition.paths().isEmpty()
            || keys.isNothing()
            || keys.isSinglePartition(definition);
    if (!one && !request.sql().flag(Names.CROSS_PARTITION)) {
      throw Refusals.invalid(
          "Cross partition query is required but disabled. Please set %s to true, specify %s, or"
                  .formatted(Names.CROSS_PARTITION, Names.PARTITION_KEY)
              + " revise your query to avoid this exception.");
    }
  }

  private static Scope narrowed(Scope scope, KeyRanges keys, ItemRequest request) {
    PartitionKeyDefinition definition = request.handle().definition();
    List<HashRange> ranges = new ArrayList<>();
    for (PartitionKey prefix : keys.prefixes()) {
      HashRange range = definition.prefixRange(PartitionKeyHeader.rounded(prefix));
      for (HashRange each : scope.ranges()) {
        if (range.overlaps(each)) {
          ranges.add(range.intersect(each));
        }
      }
    }
    if (ranges.isEmpty()) {
      return scope; // Nothing lies here; the filter finds that out.
    }
    return keys.isSinglePartition(definition)
        ? of(PartitionKeyHeader.rounded(keys.prefixes().getFirst()), request)
        : Scope.of(ranges);
  }
}
