// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Names;
import io.orrery.gateway.Transaction;
import io.orrery.gateway.WriteResult;
import io.orrery.gateway.WriteResult.Effect;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.StoredScript.Occasion;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.PartitionKey;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The operation that triggers are attached to.
///
/// @param id of the item that the address names; null if the body does
/// @param body what the client sent, as JSON; null for a delete
public record TriggeredWrite(
    Kind kind, ItemRequest request, PartitionKey key, @Nullable String id, @Nullable String body) {

  /// The operations that can have triggers.
  public enum Kind {
    CREATE("Create"),
    UPSERT("Upsert"),
    REPLACE("Replace"),
    DELETE("Delete");

    private final String operation;

    Kind(String operation) {
      this.operation = operation;
    }

    String operation() {
      return operation;
    }

    /// Whether a trigger that says it is for some operations may run with this one.
    boolean isOccasion(Occasion occasion) {
      return switch (occasion) {
        case ALL -> true;
        case CREATE -> this == CREATE || this == UPSERT;
        case UPDATE, REPLACE -> this == REPLACE || this == UPSERT;
        case DELETE -> this == DELETE;
      };
    }
  }

  /// What was written.
  ///
  /// @param renamed whether the item is new to the engine but not to the client
  record Written(Item item, boolean renamed) {
    WriteResult told(WriteResult result) {
      return renamed
          ? new WriteResult(
              Effect.REPLACED, result.item(), result.lsn(), result.charge(), result.session())
          : result;
    }
  }

  /// @param text the body as the pre-triggers left it
  Written perform(Transaction transaction, @Nullable String text) {
    if (kind == Kind.DELETE) {
      ItemKey key = request.key(this.key, Objects.requireNonNull(id));
      return new Written(transaction.delete(key, request.expected()), false);
    }
    byte[] json = Objects.requireNonNull(text).getBytes(StandardCharsets.UTF_8);
    ItemBody item = ItemBody.parse(json, request.limits().itemBytes());
    ItemKey key = request.key(request.keyIn(item, this.key), item.id());
    var fresh = item.item(request.indexed());
    return switch (kind) {
      case CREATE -> new Written(transaction.create(key, fresh), false);
      case UPSERT -> {
        requireNewIfAsked(transaction, key);
        yield new Written(transaction.upsert(key, fresh, request.expected()), false);
      }
      case REPLACE -> {
        ItemKey old = request.key(this.key, Objects.requireNonNull(id));
        if (old.equals(key)) {
          yield new Written(transaction.replace(key, fresh, request.expected()), false);
        }
        Item _ = transaction.delete(old, request.expected());
        yield new Written(transaction.create(key, fresh), true);
      }
      case DELETE -> throw new IllegalStateException("handled above");
    };
  }

  private void requireNewIfAsked(Transaction transaction, ItemKey key) {
    boolean createsOnly =
        request.sql().header(Names.IF_NONE_MATCH).map(tag -> tag.equals("*")).orElse(false);
    if (createsOnly && transaction.find(key).isPresent()) {
      throw new OrreryException(
          ErrorCode.PRECONDITION_FAILED, "The item exists, which If-None-Match rules out.");
    }
  }
}
