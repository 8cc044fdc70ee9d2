// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.encoding.GeneralisedUtf8;

/// The ids of items: what one may be, and the row key it makes.
public final class ItemId {
  private ItemId() {}

  /// The id that a row key was made of.
  public static String text(byte[] rowKey) {
    return GeneralisedUtf8.decode(rowKey, 0, rowKey.length);
  }

  /// The row key of an id. Fails with INVALID_ARGUMENT if no item can have it.
  public static byte[] rowKey(String id, int bytesMax) {
    if (id.isEmpty()) {
      throw Refusals.invalid("The id of an item must not be empty.");
    }
    if (id.indexOf('\\') >= 0) {
      throw Refusals.invalid("The id '%s' has a backslash, which no id may have.".formatted(id));
    }
    byte[] rowKey = GeneralisedUtf8.encode(id);
    if (rowKey.length > bytesMax) {
      throw Refusals.invalid(
          "The id has %d bytes, more than the %d it may have.".formatted(rowKey.length, bytesMax));
    }
    return rowKey;
  }
}
