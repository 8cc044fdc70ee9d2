// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.item.StoredMembers;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of an item as a client sent it, understood: what is stored, and what the engine must
/// know of it.
///
/// @param stored without the properties that the server adds to every answer
public record ItemBody(byte[] stored, String id, int ttlSeconds) {
  /// The property that says how long an item lives.
  public static final String TTL_NAME = "ttl";

  private static final byte[] ID = utf8("id");
  private static final byte[] TTL = utf8(ItemBody.TTL_NAME);
  private static final List<byte[]> SYSTEM =
      List.of(utf8("_rid"), utf8("_self"), utf8("_etag"), utf8("_attachments"), utf8("_ts"));

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Reads JSON. Fails with MALFORMED, with INVALID_ARGUMENT if it cannot be an item, or with
  /// ITEM_TOO_LARGE.
  public static ItemBody parse(byte[] json, int bytesMax) {
    if (json.length > bytesMax) {
      throw new OrreryException(
          ErrorCode.ITEM_TOO_LARGE,
          "The item has %d bytes, more than the %d it may have.".formatted(json.length, bytesMax));
    }
    return of(StoredItems.fromJson(json));
  }

  /// As [#parse], of something in the stored form already.
  public static ItemBody of(byte[] stored) {
    StoredCursor cursor = StoredCursor.over(stored);
    if (cursor.kind() != Value.Kind.OBJECT) {
      throw Refusals.invalid("An item must be a JSON object.");
    }
    String id = null;
    int ttl = Item.TTL_DEFAULT;
    boolean system = false;
    cursor.enter();
    while (cursor.next()) {
      if (cursor.nameIs(ID)) {
        id = id(cursor.value());
      } else if (cursor.nameIs(TTL)) {
        ttl = ttl(cursor.value());
      } else {
        system |= isSystem(cursor);
      }
    }
    if (id == null) {
      throw Refusals.invalid("The item has no id; the property 'id' must be a string.");
    }
    return new ItemBody(system ? StoredMembers.without(stored, SYSTEM) : stored, id, ttl);
  }

  /// Whether something in the stored form has an id; not whether it is a good one.
  public static boolean hasId(byte[] stored) {
    StoredCursor cursor = StoredCursor.over(stored);
    if (cursor.kind() != Value.Kind.OBJECT) {
      return false;
    }
    cursor.enter();
    while (cursor.next()) {
      if (cursor.nameIs(ID)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSystem(StoredCursor cursor) {
    if (cursor.nameLength() == 0 || cursor.bytes()[cursor.nameOffset()] != '_') {
      return false;
    }
    for (byte[] name : SYSTEM) {
      if (cursor.nameIs(name)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String id(Value value) {
    return switch (value) {
      case Value.Text(String text) -> text;
      case Value.Null _ -> null;
      case Value.Scalar _, Value.Composite _ ->
          throw Refusals.invalid("The property 'id' must be a string.");
    };
  }

  private static int ttl(Value value) {
    return switch (value) {
      case Value.Int32(int seconds) when seconds > 0 || seconds == Item.TTL_NEVER -> seconds;
      case Value.Float64(double seconds)
          when seconds == (int) seconds && (seconds > 0 || seconds == Item.TTL_NEVER) ->
          (int) seconds;
      case Value.Scalar _, Value.Composite _ ->
          throw Refusals.invalid(
              "The property 'ttl' must be a positive whole number of seconds below 2^31, or -1.");
    };
  }

  public NewItem item(boolean indexed) {
    return new NewItem(stored, ttlSeconds, indexed);
  }
}
