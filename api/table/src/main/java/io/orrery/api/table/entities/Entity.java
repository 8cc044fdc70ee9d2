// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.model.Limits;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.EditFailure;
import io.orrery.plan.update.MemberLimits;
import io.orrery.plan.update.Operation.NewItem;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// An entity: two keys, and properties with types. Stored it is an object with all of these as
/// members, and the time of its last write.
///
/// @param properties without the keys and the time
public record Entity(EntityKey key, SequencedMap<String, Value> properties) {
  public static final String PARTITION_KEY = "PartitionKey";
  public static final String ROW_KEY = "RowKey";
  public static final String TIMESTAMP = "Timestamp";

  /// Limits of what is stored of an entity.
  static final MemberLimits LIMITS =
      new MemberLimits(Limits.TABLE_PROPERTIES + 3, Limits.TABLE_ENTITY_BYTES);

  /// What is stored of it. Fails with TooManyProperties or EntityTooLarge.
  public NewItem item(long timeMillis) {
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    members.put(PARTITION_KEY, new Value.Text(key.partitionKey()));
    members.put(ROW_KEY, new Value.Text(key.rowKey()));
    members.put(TIMESTAMP, new Value.DateTime(timeMillis, 0));
    members.putAll(properties);
    Value.Document document = new Value.Document(members);
    LIMITS
        .exceededBy(document)
        .flatMap(Entity::refusal)
        .ifPresent(
            refusal -> {
              throw refusal;
            });
    return new NewItem(StoredItems.encode(document), Item.TTL_DEFAULT, true);
  }

  /// What an entity that exceeds a limit is refused with; empty if it does not fit for another
  /// reason.
  static Optional<TableRefusal> refusal(EditFailure.Kind kind) {
    return switch (kind) {
      case TOO_MANY_MEMBERS -> Optional.of(tooManyProperties());
      case TOO_LARGE ->
          Optional.of(
              new TableRefusal(
                  TableError.ENTITY_TOO_LARGE,
                  "The entity is larger than the maximum allowed size of %d bytes."
                      .formatted(Limits.TABLE_ENTITY_BYTES)));
      case NO_PARENT,
          ABSENT,
          OUT_OF_BOUNDS,
          NOT_A_NUMBER,
          NOT_AN_ARRAY,
          SUM_OUT_OF_RANGE,
          BAD_LIFETIME,
          TOO_DEEP ->
          Optional.empty();
    };
  }

  static TableRefusal tooManyProperties() {
    return new TableRefusal(
        TableError.TOO_MANY_PROPERTIES,
        "The entity contains more properties than allowed: %d, besides its keys and time."
            .formatted(Limits.TABLE_PROPERTIES));
  }

  /// All members of an item.
  public static Value.Document members(Item item) {
    return (Value.Document) StoredItems.decode(item.body());
  }
}
