// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.ItemTag;
import io.orrery.api.sql.items.patch.Patch;
import io.orrery.api.sql.items.query.ContainerTraits;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.Gateway;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.evaluate.SystemProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Turns the operations of a transactional batch into those of the engine. A patch becomes a
/// replacement of what it finds: what the batch itself has written so far, or what is stored, and
/// then only if that is still there when the batch takes place.
final class Preparation {
  private final Gateway gateway;
  private final ItemRequest request;
  private final PartitionKey partitionKey;
  private final List<Operation> operations = new ArrayList<>();

  /// What the batch leaves of the items it has written so far; empty if deleted.
  private final Map<ItemKey, Optional<NewItem>> written = new HashMap<>();

  /// The operations that rest on what was read before the batch.
  private final Set<Integer> assumptions = new HashSet<>();

  Preparation(Gateway gateway, ItemRequest request, PartitionKey partitionKey) {
    this.gateway = gateway;
    this.request = request;
    this.partitionKey = partitionKey;
  }

  List<Operation> operations() {
    return operations;
  }

  /// Whether the batch failed because somebody changed what it was prepared with.
  boolean isOutdated(BatchOutcome.Failed failed) {
    return failed.code() == ErrorCode.PRECONDITION_FAILED && assumptions.contains(failed.index());
  }

  void add(Entry entry) {
    Operation operation =
        entry.kind() == Entry.Kind.PATCH ? patch(entry) : entry.operation(request, partitionKey);
    operations.add(operation);
    switch (operation) {
      case Operation.Create(ItemKey key, NewItem item) -> written.put(key, Optional.of(item));
      case Operation.Upsert(ItemKey key, NewItem item, _) -> written.put(key, Optional.of(item));
      case Operation.Replace(ItemKey key, NewItem item, _) -> written.put(key, Optional.of(item));
      case Operation.Delete(ItemKey key, _) -> written.put(key, Optional.empty());
      case Operation.Modify _, Operation.Merge _ ->
          throw new IllegalStateException("a batch has no such operation");
      case Operation.Read _ -> {
        // Leaves everything as it is.
      }
    }
  }

  private Operation patch(Entry entry) {
    Patch patch =
        Patch.of(
            StoredItems.decode(entry.requireBody()),
            ContainerTraits.of(request.handle()).surroundings(request.sql().clock()),
            request.context()::nanos);
    patch.requireNotIn(request.handle().definition());
    ItemKey key = entry.key(request, partitionKey);
    ItemVersion expected = entry.expected(request);
    Optional<NewItem> own = written.get(key);
    if (own != null) {
      return own.isEmpty()
          ? missing(key)
          : new Operation.Replace(
              key, patched(patch, asWritten(own.get()), own.get().indexed()), expected);
    }
    assumptions.add(operations.size());
    Optional<Item> found = gateway.find(request.handle(), key, request.context()).item();
    if (found.isEmpty()) {
      return missing(key);
    }
    Item item = found.get();
    if (expected != null && !expected.equals(item.version())) {
      throw new OrreryException(ErrorCode.PRECONDITION_FAILED, "The item was changed.");
    }
    return new Operation.Replace(
        key, patched(patch, request.owner().asQueried(item), item.indexed()), item.version());
  }

  /// An item that an operation of the same batch has written: nothing is said about it yet.
  private static StoredItem asWritten(NewItem item) {
    return new StoredItem(item.body(), SystemProperties.NONE);
  }

  private static NewItem patched(Patch patch, StoredItem before, boolean indexed) {
    return ItemBody.of(patch.apply(before)).item(indexed);
  }

  /// Fails as a patch of nothing does, and if there is something after all, the batch is outdated.
  private static Operation missing(ItemKey key) {
    return new Operation.Delete(key, ItemTag.NEVER);
  }
}
