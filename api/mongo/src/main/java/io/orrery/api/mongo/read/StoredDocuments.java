// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.WriteResult;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Update;
import java.util.List;
import java.util.Optional;

/// Documents as they are in the collections.
public record StoredDocuments(Gateway gateway, DocumentReads reads) implements DocumentStore {

  @Override
  public Optional<Item> find(ContainerHandle collection, ItemKey key, RequestContext context) {
    return gateway.find(collection, key, context).item();
  }

  @Override
  public Optional<Row> first(
      ContainerHandle collection, Selection selection, RequestContext context) {
    return reads.first(collection, selection, context);
  }

  @Override
  public DocumentReads.Rows next(
      ContainerHandle collection, Changing wanted, Optional<String> place, RequestContext context) {
    return reads.next(collection, wanted, place, context);
  }

  @Override
  public boolean areTogether(ContainerHandle collection, ItemKey one, ItemKey other) {
    return one.sharesPartitionKey(other) || gateway.areTogether(collection, one, other);
  }

  @Override
  public BatchOutcome write(
      ContainerHandle collection, List<Operation> operations, RequestContext context) {
    ItemKey first = operations.getFirst().key();
    return operations.stream().allMatch(each -> each.key().sharesPartitionKey(first))
        ? gateway.batch(collection, operations, context)
        : gateway.transact(collection, operations, context);
  }

  @Override
  public boolean updates() {
    return true;
  }

  @Override
  public WriteResult update(
      ContainerHandle collection, ItemKey key, Update update, RequestContext context) {
    reads.uses().countKey(collection);
    return gateway.update(collection, key, update, null, null, context);
  }

  @Override
  public void failed() {
    // What was done before stays done.
  }
}
