// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.testkit.LocalEngine;
import io.orrery.tests.crash.Intent.Effect;
import io.orrery.tests.crash.Intent.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Writes, replaces and deletes items: one at a time, several in a batch, whole logical partitions.
final class WriterWorkload implements Workload {
  private static final int KEYS = 6;
  private static final int IDS = 20;
  private static final int FAT_BATCH = 100;

  private final LocalEngine engine;
  private final int writer;
  private final Random random;
  private long numberNext;
  private int fatNext;

  WriterWorkload(LocalEngine engine, int writer, Random random, long numberFirst) {
    this.engine = engine;
    this.writer = writer;
    this.random = random;
    this.numberNext = numberFirst;
    // Each process goes on somewhere else, so that together they fill all.
    this.fatNext = random.nextInt(Shop.FAT_ITEMS / FAT_BATCH) * FAT_BATCH;
  }

  @Override
  public Step next() {
    String container = Shop.CONTAINERS.get(random.nextInt(Shop.CONTAINERS.size()));
    String key = Shop.logicalKey(writer, Integer.toString(random.nextInt(KEYS)));
    int dice = random.nextInt(100);
    if (dice < 30) {
      return put(Kind.UPSERT, container, key);
    } else if (dice < 45) {
      return put(Kind.CREATE, container, key);
    } else if (dice < 55) {
      return put(Kind.MODIFY, container, key);
    } else if (dice < 67) {
      return delete(container, key);
    } else if (dice < 87) {
      return batch(random.nextBoolean() ? Shop.PLAIN : Shop.HISTORY, key);
    } else if (dice < 97) {
      return fatBatch();
    } else if (dice < 98) {
      return deleteKey(container, key);
    }
    return deleteKey(Shop.PLAIN, Shop.logicalKey(writer, Shop.FAT));
  }

  private ContainerHandle handle(String container) {
    return engine.gateway().container(Shop.DATABASE, container);
  }

  private Step put(Kind kind, String container, String key) {
    int id = random.nextInt(IDS);
    boolean expires = container.equals(Shop.EXPIRING) && random.nextInt(3) > 0;
    int ttlSeconds = expires ? 1 + random.nextInt(3) : Item.TTL_DEFAULT;
    long until = expires ? System.currentTimeMillis() + ttlSeconds * 1000L : 0;
    long number = numberNext++;
    Effect effect = new Effect.Put(container, key, id, 1, number, until);
    NewItem item = Shop.item(key, id, number, ttlSeconds);
    return step(
        kind,
        List.of(effect),
        () -> {
          ContainerHandle handle = handle(container);
          var itemKey = Shop.key(handle, key, id);
          var gateway = engine.gateway();
          switch (kind) {
            case CREATE -> gateway.create(handle, itemKey, item, engine.request());
            case MODIFY -> gateway.modify(handle, itemKey, _ -> item, null, engine.request());
            default -> gateway.upsert(handle, itemKey, item, null, engine.request());
          }
          return true;
        });
  }

  private Step delete(String container, String key) {
    int id = random.nextInt(IDS);
    return step(
        Kind.DELETE,
        List.of(new Effect.Delete(container, key, id)),
        () -> {
          ContainerHandle handle = handle(container);
          engine.gateway().delete(handle, Shop.key(handle, key, id), null, engine.request());
          return true;
        });
  }

  private Step batch(String container, String key) {
    List<Effect> effects = new ArrayList<>();
    for (int count = 2 + random.nextInt(9); count > 0; count--) {
      int id = random.nextInt(IDS);
      // A delete of something that is not there makes the whole batch fail; some should.
      effects.add(
          random.nextInt(12) == 0
              ? new Effect.Delete(container, key, id)
              : new Effect.Put(container, key, id, 1, numberNext++, 0));
    }
    return batch(container, effects);
  }

  /// Fills a logical partition until it is too large to be deleted at once.
  private Step fatBatch() {
    String container = random.nextInt(4) > 0 ? Shop.PLAIN : Shop.HISTORY;
    int first = fatNext;
    fatNext = (fatNext + FAT_BATCH) % Shop.FAT_ITEMS;
    long number = numberNext;
    numberNext += FAT_BATCH;
    String key = Shop.logicalKey(writer, Shop.FAT);
    return batch(container, List.of(new Effect.Put(container, key, first, FAT_BATCH, number, 0)));
  }

  private Step batch(String container, List<Effect> effects) {
    return step(
        Kind.BATCH,
        effects,
        () -> {
          ContainerHandle handle = handle(container);
          List<Operation> operations = new ArrayList<>();
          effects.forEach(effect -> addOperations(operations, handle, effect));
          return switch (engine.gateway().batch(handle, operations, engine.request())) {
            case BatchOutcome.Committed _ -> true;
            case BatchOutcome.Failed failed -> {
              if (failed.code() != io.orrery.model.ErrorCode.NOT_FOUND) {
                throw new OrreryException(failed.code(), failed.message());
              }
              yield false;
            }
          };
        });
  }

  private static void addOperations(
      List<Operation> operations, ContainerHandle handle, Effect effect) {
    if (effect instanceof Effect.Delete(_, var key, int id)) {
      operations.add(new Operation.Delete(Shop.key(handle, key, id), null));
    } else if (effect instanceof Effect.Put(_, var key, int first, int count, long number, _)) {
      for (int i = 0; i < count; i++) {
        NewItem item = Shop.item(key, first + i, number + i, Item.TTL_DEFAULT);
        operations.add(new Operation.Upsert(Shop.key(handle, key, first + i), item, null));
      }
    }
  }

  private Step deleteKey(String container, String key) {
    return step(
        Kind.DELETE_KEY,
        List.of(new Effect.DeleteKey(container, key)),
        () -> {
          ContainerHandle handle = handle(container);
          engine
              .gateway()
              .deleteLogicalPartition(handle, Shop.key(handle, key, 0), engine.request());
          return true;
        });
  }

  private Step step(Kind kind, List<Effect> effects, Action action) {
    return new Step(new Intent(writer, kind, effects), action);
  }
}
