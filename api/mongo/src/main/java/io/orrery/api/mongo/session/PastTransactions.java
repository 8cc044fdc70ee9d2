// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.api.mongo.write.Receipts;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.key.PartitionKey;
import java.util.Arrays;
import java.util.Optional;

/// Transactions of which only the receipts are left: a client that lost its connection with the
/// server asks again for the commit, and does not say where it was. So it is looked for everywhere,
/// in a sharded collection among all items. That is slow, and rare: the server was stopped between
/// a commit and its answer.
final class PastTransactions {
  private static final int PAGE_MAX = 1000;

  private final Gateway gateway;
  private final MongoCollections collections;

  PastTransactions(Gateway gateway, MongoCollections collections) {
    this.gateway = gateway;
    this.collections = collections;
  }

  boolean wasCommitted(Retry transaction, RequestContext context) {
    byte[] row = Receipts.rowOfTransaction(transaction);
    return collections.databases().stream()
        .flatMap(
            database ->
                collections.collections(database).stream()
                    .map(name -> new Namespace(database, name)))
        .map(collections::find)
        .flatMap(Optional::stream)
        .anyMatch(collection -> has(collection, row, context));
  }

  private boolean has(ContainerHandle collection, byte[] row, RequestContext context) {
    if (!ShardKey.isSharded(collection)) {
      return gateway
          .find(collection, collection.key(PartitionKey.NONE, row), context)
          .item()
          .isPresent();
    }
    Optional<String> place = Optional.empty();
    do {
      Page<Row> page =
          gateway.scanItems(
              collection, Scope.ALL, new PageRequest(PAGE_MAX, place.orElse(null)), context);
      if (page.rows().stream().anyMatch(each -> Arrays.equals(each.key().rowKey(), row))) {
        return true;
      }
      place = page.continuation();
    } while (place.isPresent());
    return false;
  }
}
