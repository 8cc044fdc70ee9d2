// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.TableAddress;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.api.table.protocol.TableRequest;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.observe.RequestKind;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Edit;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Update;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// One change of one entity, alone or in a batch.
public sealed interface EntityChange {

  EntityKey key();

  record Insert(Entity entity) implements EntityChange {
    @Override
    public EntityKey key() {
      return entity.key();
    }
  }

  record Replace(Entity entity, Precondition precondition) implements EntityChange {
    @Override
    public EntityKey key() {
      return entity.key();
    }
  }

  /// Properties that are not sent stay as they are.
  record Merge(Entity entity, Precondition precondition) implements EntityChange {
    @Override
    public EntityKey key() {
      return entity.key();
    }
  }

  record Delete(EntityKey key, Precondition precondition) implements EntityChange {}

  /// The change that a request asks for; empty if its method changes nothing there.
  static Optional<EntityChange> of(TableRequest request) {
    return switch (request.address()) {
      case TableAddress.Entities _ ->
          request.method().equals("POST")
              ? Optional.of(new Insert(body(request).complete()))
              : Optional.empty();
      case TableAddress.Entity(_, String partitionKey, String rowKey) ->
          ofOne(request, new EntityKey(partitionKey, rowKey));
      case TableAddress.Service _,
          TableAddress.Tables _,
          TableAddress.OneTable _,
          TableAddress.Batch _ ->
          Optional.empty();
    };
  }

  private static EntityBody body(TableRequest request) {
    return EntityBody.parse(request.http().body());
  }

  private static Optional<EntityChange> ofOne(TableRequest request, EntityKey key) {
    Precondition precondition = Precondition.of(request.header("if-match"));
    return switch (request.method()) {
      case "PUT" -> Optional.of(new Replace(body(request).at(key), precondition));
      case "PATCH", "MERGE" -> Optional.of(new Merge(body(request).at(key), precondition));
      case "DELETE" -> {
        if (precondition.inserts()) {
          throw new TableRefusal(
              TableError.MISSING_REQUIRED_HEADER,
              "A required HTTP header was not specified: If-Match.");
        }
        yield Optional.of(new Delete(key, precondition));
      }
      default -> Optional.empty();
    };
  }

  /// What the engine has to do. Fails if the key is none that an entity may have.
  default Operation operation(ContainerHandle table, long timeMillis, int keyBytesMax) {
    return switch (this) {
      case Insert(Entity entity) -> {
        entity.key().requireValid(keyBytesMax);
        yield new Operation.Create(key().in(table), entity.item(timeMillis));
      }
      case Replace(Entity entity, Precondition precondition) -> {
        if (precondition.inserts()) {
          entity.key().requireValid(keyBytesMax);
          yield new Operation.Upsert(key().in(table), entity.item(timeMillis), null);
        }
        yield new Operation.Replace(
            key().in(table), entity.item(timeMillis), precondition.expected());
      }
      case Merge(Entity entity, Precondition precondition) -> {
        if (precondition.inserts()) {
          entity.key().requireValid(keyBytesMax);
        }
        yield new Operation.Modify(
            key().in(table),
            update(entity, timeMillis),
            precondition.inserts()
                ? new Entity(entity.key(), new LinkedHashMap<>()).item(timeMillis)
                : null,
            precondition.expected());
      }
      case Delete(EntityKey key, Precondition precondition) ->
          new Operation.Delete(key.in(table), precondition.expected());
    };
  }

  /// Every write makes a new version, also one that changes nothing.
  private static Update update(Entity entity, long timeMillis) {
    List<Edit> edits = new ArrayList<>(entity.properties().size() + 2);
    edits.add(set(Entity.TIMESTAMP, new Value.DateTime(timeMillis, 0)));
    entity.properties().forEach((name, value) -> edits.add(set(name, value)));
    edits.add(new Edit.KeepWithin(Entity.LIMITS));
    return new Update(edits, null, null, true);
  }

  private static Edit set(String name, Value value) {
    return new Edit.Set(List.of(name), value, Edit.Parents.REQUIRED);
  }

  /// What metrics call it.
  default RequestKind kind() {
    return switch (this) {
      case Insert _ -> RequestKind.CREATE;
      case Replace(_, Precondition precondition) ->
          precondition.inserts() ? RequestKind.UPSERT : RequestKind.REPLACE;
      case Merge _ -> RequestKind.PATCH;
      case Delete _ -> RequestKind.DELETE;
    };
  }
}
