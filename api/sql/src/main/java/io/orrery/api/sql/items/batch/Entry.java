// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.ItemTag;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.PartitionKey;
import io.orrery.plan.update.Operation;
import org.jspecify.annotations.Nullable;

/// One operation of a batch as the client sent it.
///
/// @param partitionKey as in the header; only bulk operations have it
/// @param body an item or a patch, in the stored form
/// @param minimal whether the client does not want back what is written
record Entry(
    Kind kind,
    @Nullable String id,
    @Nullable String partitionKey,
    byte @Nullable [] body,
    @Nullable String ifMatch,
    @Nullable String ifNoneMatch,
    boolean minimal,
    boolean indexed) {

  enum Kind {
    CREATE,
    UPSERT,
    REPLACE,
    DELETE,
    READ,
    PATCH
  }

  /// Whether there is an item afterwards that the client has a part in.
  boolean writesItem() {
    return switch (kind) {
      case CREATE, UPSERT, REPLACE, PATCH -> true;
      case DELETE, READ -> false;
    };
  }

  /// The id of the item. Fails with INVALID_ARGUMENT if it is missing.
  String requireId() {
    if (id == null) {
      throw Refusals.invalid("An operation of the batch needs an id.");
    }
    return id;
  }

  byte[] requireBody() {
    if (body == null) {
      throw Refusals.invalid("An operation of the batch needs a resourceBody.");
    }
    return body;
  }

  @Nullable ItemVersion expected(ItemRequest request) {
    return ifMatch == null || ifMatch.equals("*")
        ? null
        : ItemTag.version(EntityTag.quoted(ifMatch), request.handle().number());
  }

  /// What the engine is to do; not for patches, which depend on what they find.
  Operation operation(ItemRequest request, PartitionKey partitionKey) {
    return switch (kind) {
      case CREATE -> {
        ItemBody item = item(request, partitionKey);
        yield new Operation.Create(request.key(partitionKey, item.id()), item.item(indexed));
      }
      case UPSERT -> {
        ItemBody item = item(request, partitionKey);
        yield new Operation.Upsert(
            request.key(partitionKey, item.id()), item.item(indexed), expected(request));
      }
      case REPLACE -> {
        ItemBody item = item(request, partitionKey);
        if (id != null && !id.equals(item.id())) {
          throw Refusals.invalid("A batch cannot change the id of an item.");
        }
        yield new Operation.Replace(
            request.key(partitionKey, item.id()), item.item(indexed), expected(request));
      }
      case DELETE -> new Operation.Delete(key(request, partitionKey), expected(request));
      case READ -> new Operation.Read(key(request, partitionKey), null);
      case PATCH -> throw new IllegalStateException("a patch is prepared by its batch");
    };
  }

  ItemKey key(ItemRequest request, PartitionKey partitionKey) {
    return request.key(partitionKey, requireId());
  }

  private ItemBody item(ItemRequest request, PartitionKey partitionKey) {
    ItemBody item = ItemBody.of(requireBody());
    request.keyIn(item, partitionKey);
    return item;
  }
}
