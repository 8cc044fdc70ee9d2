// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.IdFilter;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Scope;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Where documents lie, by what is in them or is asked of them.
public final class DocumentKeys {
  private DocumentKeys() {}

  /// The key of a document in the stored form. Fails with SHARD_KEY_NOT_FOUND if it does not say
  /// where it belongs.
  public static ItemKey of(ContainerHandle collection, Value id, byte[] stored) {
    return DocumentId.key(collection, ShardKey.of(collection, stored), id);
  }

  /// The only document that can pass a filter.
  public static Optional<ItemKey> only(ContainerHandle collection, Filter filter) {
    Optional<Value> id = IdFilter.only(filter);
    return id.isEmpty()
        ? Optional.empty()
        : ShardKey.only(collection, filter)
            .map(partition -> DocumentId.key(collection, partition, id.get()));
  }

  /// Whether a filter names one document by its key and asks for nothing else.
  public static boolean isKey(ContainerHandle collection, Filter filter) {
    List<Filter> parts = filter instanceof Filter.And(List<Filter> all) ? all : List.of(filter);
    int ids = 0;
    int shardKeys = 0;
    for (Filter part : parts) {
      if (IdFilter.isOnlyId(part)) {
        ids++;
      } else if (ShardKey.isEquality(collection, part)) {
        shardKeys++;
      }
    }
    return ids == 1
        && shardKeys <= 1
        && ids + shardKeys == parts.size()
        && only(collection, filter).isPresent();
  }

  /// The part of a collection that has everything that passes a filter.
  public static Scope scope(ContainerHandle collection, Filter filter) {
    if (!ShardKey.isSharded(collection)) {
      return Scope.ALL;
    }
    List<ItemKey> keys =
        ShardKey.in(collection, filter).orElse(List.of()).stream()
            .map(partition -> anyKey(collection, partition))
            .toList();
    return switch (keys.size()) {
      case 0 -> Scope.ALL;
      case 1 -> Scope.of(keys.getFirst());
      default -> Scope.of(keys.stream().flatMap(key -> ranges(key).stream()).toList());
    };
  }

  private static List<HashRange> ranges(ItemKey key) {
    return Scope.of(key).ranges();
  }

  private static ItemKey anyKey(ContainerHandle collection, PartitionKey partition) {
    return collection.key(partition, new byte[0]);
  }
}
