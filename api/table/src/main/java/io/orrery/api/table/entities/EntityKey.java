// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.Limits;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.key.PartitionKey;
import io.orrery.wire.http.PercentEncoding;

/// What names an entity within its table. Row keys are stored as their UTF-8, so that a scan of a
/// logical partition is in their order.
public record EntityKey(String partitionKey, String rowKey) {
  private static final String FORBIDDEN = "/\\#?";
  private static final int DELETE = 0x7F;
  private static final int CONTROL_END = 0x9F;

  public ItemKey in(ContainerHandle table) {
    return table.key(PartitionKey.text(partitionKey), rowBytes(rowKey));
  }

  public static byte[] rowBytes(String rowKey) {
    return GeneralisedUtf8.encode(rowKey);
  }

  /// Fails with KeyValueTooLarge or OutOfRangeInput if no entity may have this key.
  ///
  /// @param bytesMax how much of a key the index keeps
  public void requireValid(int bytesMax) {
    check(partitionKey, bytesMax);
    check(rowKey, bytesMax);
  }

  private static void check(String key, int bytesMax) {
    if (key.length() > Limits.TABLE_KEY_LENGTH || GeneralisedUtf8.encode(key).length > bytesMax) {
      throw new TableRefusal(
          TableError.KEY_VALUE_TOO_LARGE,
          "The key of an entity has more than %d characters, or than %d bytes in UTF-8."
              .formatted(Limits.TABLE_KEY_LENGTH, bytesMax));
    }
    for (int i = 0; i < key.length(); i++) {
      char next = key.charAt(i);
      if (next < ' ' || (next >= DELETE && next <= CONTROL_END) || FORBIDDEN.indexOf(next) >= 0) {
        throw new TableRefusal(
            TableError.OUT_OF_RANGE_INPUT,
            "One of the request inputs is out of range: keys have no control characters and none of"
                + " / \\ # ?.");
      }
    }
  }

  /// As it stands in addresses.
  public String address(String table) {
    return "%s(PartitionKey='%s',RowKey='%s')"
        .formatted(table, quoted(partitionKey), quoted(rowKey));
  }

  private static String quoted(String key) {
    return PercentEncoding.encodeWhole(key.replace("'", "''"));
  }
}
