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
import org.jspecify.annotations.Nullable;

/// Turns the operations of a transactional batch into those of the engine. Patches become updates.
/// If there is a patch that the engine has no words for, all of them become replacements of what
/// they find: what the batch itself has written so far, or what is stored, and then only if that is
/// still there when the batch takes place.
final class Preparation {
  private final Gateway gateway;
  private final ItemRequest request;
  private final PartitionKey partitionKey;
  private final boolean asUpdates;
  private final List<Operation> operations = new ArrayList<>();

  /// What the batch leaves of the items it has written so far; empty if deleted.
  private final Map<ItemKey, Optional<NewItem>> written = new HashMap<>();

  /// The operations that rest on what was read before the batch.
  private final Set<Integer> assumptions = new HashSet<>();

  /// @param asUpdates whether the engine has words for all patches of the batch
  Preparation(Gateway gateway, ItemRequest request, PartitionKey partitionKey, boolean asUpdates) {
    this.asUpdates = asUpdates;
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
      case Operation.Replace(ItemKey key, NewItem item, _, _) ->
          written.put(key, Optional.of(item));
      case Operation.Delete(ItemKey key, _) -> written.put(key, Optional.empty());
      case Operation.Merge _ -> throw new IllegalStateException("a batch has no such operation");
      case Operation.Modify _, Operation.Read _ -> {
        // Nobody looks at what an update leaves: where there is one, all patches are updates.
      }
    }
  }

  /// Whether the engine has words for all patches. One that is none is refused in its turn.
  static boolean areUpdates(ItemRequest request, List<Entry> entries) {
    try {
      return entries.stream()
          .filter(entry -> entry.kind() == Entry.Kind.PATCH)
          .allMatch(entry -> parse(request, entry).update().isPresent());
    } catch (OrreryException _) {
      return false;
    }
  }

  private static Patch parse(ItemRequest request, Entry entry) {
    return Patch.of(
        StoredItems.decode(entry.requireBody()),
        ContainerTraits.of(request.handle()).surroundings(request.sql().clock()),
        request.context()::nanos);
  }

  private Operation patch(Entry entry) {
    Patch patch = parse(request, entry);
    patch.requireNotIn(request.handle().definition());
    ItemKey key = entry.key(request, partitionKey);
    ItemVersion expected = entry.expected(request);
    return asUpdates
        ? new Operation.Modify(key, patch.update().orElseThrow(), null, expected)
        : replacement(patch, key, expected);
  }

  private Operation replacement(Patch patch, ItemKey key, @Nullable ItemVersion expected) {
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
