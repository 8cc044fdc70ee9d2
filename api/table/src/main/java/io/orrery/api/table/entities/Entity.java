// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// An entity: two keys, and properties with types. Stored it is an object with all of these as
/// members, and the time of its last write.
///
/// @param properties without the keys and the time
public record Entity(EntityKey key, SequencedMap<String, Value> properties) {
  public static final String PARTITION_KEY = "PartitionKey";
  public static final String ROW_KEY = "RowKey";
  public static final String TIMESTAMP = "Timestamp";

  /// What is stored of it.
  public NewItem item(long timeMillis) {
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    members.put(PARTITION_KEY, new Value.Text(key.partitionKey()));
    members.put(ROW_KEY, new Value.Text(key.rowKey()));
    members.put(TIMESTAMP, new Value.DateTime(timeMillis, 0));
    members.putAll(properties);
    return new NewItem(StoredItems.encode(new Value.Document(members)), Item.TTL_DEFAULT, true);
  }

  /// All members of an item.
  public static Value.Document members(Item item) {
    return (Value.Document) StoredItems.decode(item.body());
  }
}
