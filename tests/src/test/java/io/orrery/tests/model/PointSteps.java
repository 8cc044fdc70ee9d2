// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PartitionDeletion;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.PartitionKey;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.tests.model.ContainerModel.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Reads and writes of single items, batches, and deletes of whole logical partitions.
final class PointSteps {
  private final World world;
  private final Random random;
  private final RandomItems items;

  PointSteps(World world) {
    this.world = world;
    this.random = world.random();
    this.items = new RandomItems(random);
  }

  private ItemKey anyKey(ContainerModel container, PartitionKey partitionKey) {
    Template template = container.template();
    return template.key(world.handle(container), partitionKey, random.nextInt(template.ids()));
  }

  private ItemKey anyKey(ContainerModel container) {
    return anyKey(container, container.template().partitionKey(random));
  }

  void read(ContainerModel container) {
    ItemKey key = anyKey(container);
    RequestContext request = world.request(container);
    Optional<Item> found = world.gateway().find(world.handle(container), key, request).item();
    container.seen(request.session());
    ModelItem expected = container.items().get(key);
    assertThat(found.isPresent()).as("%s exists", key).isEqualTo(expected != null);
    if (expected != null) {
      assertThat(found.get().version()).isEqualTo(expected.version());
      assertThat(found.get().body()).isEqualTo(expected.body());
      assertThat(found.get().rid()).isEqualTo(expected.rid());
    }
  }

  void write(ContainerModel container) {
    Operation operation = anyOperation(container, anyKey(container));
    while (operation instanceof Operation.Read) {
      operation = anyOperation(container, operation.key());
    }
    var state = container.logicalPartition(operation.key());
    Optional<ErrorCode> refusal = container.refusal(operation, state);
    RequestContext request = world.request(container);
    try {
      WriteResult result = perform(world.handle(container), operation, request);
      assertThat(refusal).as("%s", operation).isEmpty();
      container.committed(operation.key(), result.lsn());
      learn(container, operation, result);
      requireRoom(container, operation.key());
    } catch (OrreryException e) {
      requireRefusal(container, operation, e.code(), refusal);
    }
    container.seen(request.session());
  }

  private Operation anyOperation(ContainerModel container, ItemKey key) {
    NewItem item = items.next(container.template()).item();
    ItemVersion expected = anyVersion(container.items().get(key));
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> new Operation.Create(key, item);
      case 3, 4, 5 -> new Operation.Upsert(key, item, expected);
      case 6, 7 -> new Operation.Replace(key, item, expected);
      case 8 -> new Operation.Delete(key, expected);
      default -> new Operation.Read(key, expected);
    };
  }

  /// Mostly none, or the right one; sometimes a wrong one.
  private @Nullable ItemVersion anyVersion(@Nullable ModelItem item) {
    return switch (random.nextInt(6)) {
      case 0 -> new ItemVersion(1 + random.nextInt(50), ItemVersion.INDEX_MAX);
      case 1, 2 -> item == null ? null : item.version();
      default -> null;
    };
  }

  private WriteResult perform(ContainerHandle handle, Operation operation, RequestContext request) {
    var gateway = world.gateway();
    return switch (operation) {
      case Operation.Create(ItemKey key, NewItem item) ->
          gateway.create(handle, key, item, request);
      case Operation.Replace(ItemKey key, NewItem item, var expected, _) ->
          random.nextInt(3) == 0
              ? gateway.modify(handle, key, _ -> item, expected, request)
              : gateway.replace(handle, key, item, expected, request);
      case Operation.Upsert(ItemKey key, NewItem item, var expected) ->
          gateway.upsert(handle, key, item, expected, request);
      case Operation.Delete(ItemKey key, var expected) ->
          gateway.delete(handle, key, expected, request);
      case Operation.Modify _, Operation.Merge _, Operation.Read _ ->
          throw new IllegalArgumentException(operation.toString());
    };
  }

  private void learn(ContainerModel container, Operation operation, WriteResult result) {
    boolean existed = container.items().containsKey(operation.key());
    WriteResult.Effect stored = existed ? WriteResult.Effect.REPLACED : WriteResult.Effect.CREATED;
    switch (operation) {
      case Operation.Create(ItemKey key, NewItem item) ->
          container.stored(key, item, require(result, stored), world.nowMillis());
      case Operation.Replace(ItemKey key, NewItem item, _, _) ->
          container.stored(key, item, require(result, stored), world.nowMillis());
      case Operation.Upsert(ItemKey key, NewItem item, _) ->
          container.stored(key, item, require(result, stored), world.nowMillis());
      case Operation.Delete(ItemKey key, _) ->
          container.deleted(key, require(result, WriteResult.Effect.DELETED));
      case Operation.Read(ItemKey key, _) ->
          assertThat(require(result, WriteResult.Effect.FOUND).version())
              .isEqualTo(container.items().get(key).version());
      case Operation.Modify _, Operation.Merge _ ->
          throw new IllegalArgumentException(operation.toString());
    }
  }

  private static Item require(WriteResult result, WriteResult.Effect effect) {
    assertThat(result.effect()).isEqualTo(effect);
    return result.item();
  }

  private static void requireRefusal(
      ContainerModel container, Operation operation, ErrorCode got, Optional<ErrorCode> expected) {
    if (got == ErrorCode.PARTITION_KEY_FULL && expected.isEmpty()) {
      // What exactly counts, with keys and index entries, is the engine's business, and what is
      // gone
      // counts until it is swept; but there must be a lot.
      assertThat(container.bytesStored(operation.key()))
          .isGreaterThan(World.LIMITS.logicalPartitionBytes() / 2);
      return;
    }
    assertThat(Optional.of(got)).as("%s of %s", operation, container.name()).isEqualTo(expected);
  }

  /// A logical partition never holds more than it may.
  private static void requireRoom(ContainerModel container, ItemKey key) {
    assertThat(dataBytes(container, key)).isLessThanOrEqualTo(World.LIMITS.logicalPartitionBytes());
  }

  private static long dataBytes(ContainerModel container, ItemKey key) {
    return container.itemsOf(key).stream().mapToLong(item -> item.body().length).sum();
  }

  void batch(ContainerModel container) {
    PartitionKey partitionKey = container.template().partitionKey(random);
    boolean bulky = container.template() == Template.FAT && random.nextInt(3) > 0;
    List<Operation> operations = new ArrayList<>();
    for (int left = bulky ? 100 : 1 + random.nextInt(8); left > 0; left--) {
      ItemKey key = anyKey(container, partitionKey);
      operations.add(
          bulky
              ? new Operation.Upsert(key, items.next(Template.FAT).item(), null)
              : anyOperation(container, key));
    }
    apply(container, operations);
  }

  private void apply(ContainerModel container, List<Operation> operations) {
    Map<ItemKey, Content> state = container.logicalPartition(operations.getFirst().key());
    Optional<ErrorCode> refusal = Optional.empty();
    int good = 0;
    for (Operation operation : operations) {
      refusal = container.refusal(operation, state);
      if (refusal.isPresent()) {
        break;
      }
      follow(state, operation);
      good++;
    }
    RequestContext request = world.request(container);
    switch (world.gateway().batch(world.handle(container), operations, request)) {
      case BatchOutcome.Committed(List<WriteResult> results, long lsn, _, _) -> {
        assertThat(refusal).as("%s", operations).isEmpty();
        learn(container, operations, results, lsn);
      }
      case BatchOutcome.Failed failed -> {
        boolean full = failed.code() == ErrorCode.PARTITION_KEY_FULL && failed.index() < good;
        requireRefusal(
            container,
            operations.get(failed.index()),
            failed.code(),
            full ? Optional.empty() : refusal);
        assertThat(full || failed.index() == good).as("%s at %d", failed, good).isTrue();
      }
    }
    container.seen(request.session());
  }

  private static void follow(Map<ItemKey, Content> state, Operation operation) {
    switch (operation) {
      case Operation.Create(ItemKey key, NewItem item) -> state.put(key, Content.of(item));
      case Operation.Replace(ItemKey key, NewItem item, _, _) -> state.put(key, Content.of(item));
      case Operation.Upsert(ItemKey key, NewItem item, _) -> state.put(key, Content.of(item));
      case Operation.Delete(ItemKey key, _) -> state.remove(key);
      case Operation.Modify _, Operation.Merge _ ->
          throw new IllegalArgumentException(operation.toString());
      case Operation.Read _ -> {}
    }
  }

  private void learn(
      ContainerModel container, List<Operation> operations, List<WriteResult> results, long lsn) {
    assertThat(results).hasSameSizeAs(operations);
    boolean writes = operations.stream().anyMatch(each -> !(each instanceof Operation.Read));
    if (writes) {
      container.committed(operations.getFirst().key(), lsn);
    }
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      learn(container, operation, results.get(i));
      if (!(operation instanceof Operation.Read) && !(operation instanceof Operation.Delete)) {
        assertThat(results.get(i).version().lsn()).as("one LSN for all").isEqualTo(lsn);
      }
    }
  }

  void deleteLogicalPartition(ContainerModel container) {
    ItemKey key = anyKey(container);
    RequestContext request = world.request(container);
    PartitionDeletion deletion =
        world.gateway().deleteLogicalPartition(world.handle(container), key, request);
    container.seen(request.session());
    // Items that are past their time but not swept yet are counted as well.
    assertThat(deletion.items()).isGreaterThanOrEqualTo(container.deletedAll(key));
  }
}
