// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.api.table.protocol.WeakTag;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.UnfitUpdate;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.plan.update.Operation;
import java.time.InstantSource;

/// One entity at a time: reads and changes.
public final class EntityWrites {
  /// What stands in front of and behind a key in the index.
  private static final int KEY_FRAME = 2;

  private final Gateway gateway;
  private final EntityRequests requests;
  private final InstantSource clock;
  private final int keyBytesMax;

  public EntityWrites(
      Gateway gateway, EntityRequests requests, Limits limits, InstantSource clock) {
    this.gateway = gateway;
    this.requests = requests;
    this.clock = clock;
    this.keyBytesMax = Math.min(Limits.TABLE_KEY_BYTES, limits.indexTermBytes() - KEY_FRAME);
  }

  public TableAnswer change(
      TableRequest request, ContainerHandle table, String name, EntityChange change) {
    return requests.run(
        request,
        table,
        change.kind(),
        context -> answer(request, name, change, apply(table, change, context)));
  }

  /// What an entity is after a change; before it, if it is deleted.
  public Item apply(ContainerHandle table, EntityChange change, RequestContext context) {
    try {
      return carryOut(table, change, context);
    } catch (OrreryException failure) {
      throw explained(failure);
    }
  }

  /// What the engine does for a change. Fails with EntityTooLarge, or if no entity may have such a
  /// key.
  public Operation operation(ContainerHandle table, EntityChange change) {
    return change.operation(table, clock.millis(), keyBytesMax);
  }

  private Item carryOut(ContainerHandle table, EntityChange change, RequestContext context) {
    WriteResult result =
        switch (operation(table, change)) {
          case Operation.Create(var key, var item) -> gateway.create(table, key, item, context);
          case Operation.Replace(var key, var item, var expected, _) ->
              gateway.replace(table, key, item, expected, context);
          case Operation.Upsert(var key, var item, var expected) ->
              gateway.upsert(table, key, item, expected, context);
          case Operation.Modify(var key, var update, var insert, var expected) ->
              gateway.update(table, key, update, insert, expected, context);
          case Operation.Delete(var key, var expected) ->
              gateway.delete(table, key, expected, context);
          case Operation.Merge _, Operation.Read _ ->
              throw new IllegalStateException("entities are not merged cell by cell");
        };
    return result.item();
  }

  /// What a failure of the engine is called where a single entity was to be changed.
  public static OrreryException explained(OrreryException failure) {
    if (failure instanceof TableRefusal) {
      return failure;
    }
    if (failure instanceof UnfitUpdate unfit) {
      return Entity.refusal(unfit.failure().kind())
          .<OrreryException>map(known -> known)
          .orElse(failure);
    }
    if (failure.code() == ErrorCode.CONFLICT) {
      return new TableRefusal(
          TableError.ENTITY_ALREADY_EXISTS, "The specified entity already exists.");
    }
    if (failure.code() == ErrorCode.NOT_FOUND) {
      return TableRefusal.noEntity();
    }
    if (failure.code() == ErrorCode.PRECONDITION_FAILED) {
      return new TableRefusal(
          TableError.UPDATE_CONDITION_NOT_SATISFIED,
          "The update condition specified in the request was not satisfied.");
    }
    return failure;
  }

  /// What a client gets back for a change that took place.
  public static TableAnswer answer(
      TableRequest request, String table, EntityChange change, Item item) {
    return switch (change) {
      case EntityChange.Delete _ -> TableAnswer.empty(204);
      case EntityChange.Replace _, EntityChange.Merge _ ->
          TableAnswer.empty(204).header("ETag", WeakTag.of(item));
      case EntityChange.Insert _ -> inserted(request, table, change, item);
    };
  }

  private static TableAnswer inserted(
      TableRequest request, String table, EntityChange change, Item item) {
    String address = request.root() + "/" + change.key().address(table);
    TableAnswer answer =
        request.withoutContent()
            ? TableAnswer.empty(204).header("DataServiceId", address)
            : TableAnswer.of(
                201,
                request.level().contentType(),
                new EntityText(request.level(), request.root(), request.accountName(), table, null)
                    .one(item));
    return request.preferenceApplied(
        answer.header("Location", address).header("ETag", WeakTag.of(item)));
  }
}
