// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.partition.layout.ItemVersion;
import java.util.HexFormat;

/// Versions of items as etags: `"LLLLLLLL-LLLL-LLLL-IIII-0000CCCCCCCC"` with the hexadecimal digits
/// of the LSN, the index, and the number of the container. The latter is there because a container
/// made anew under an old name counts from the beginning.
public final class ItemTag {
  /// What no item has: stands for etags that are not ours.
  public static final ItemVersion NEVER = new ItemVersion(Long.MAX_VALUE, ItemVersion.INDEX_MAX);

  private static final HexFormat HEX = HexFormat.of();
  private static final int LENGTH = 38;

  private ItemTag() {}

  /// The etag, with its quotes.
  public static String text(ItemVersion version, int container) {
    StringBuilder text = new StringBuilder(LENGTH).append('"');
    text.append(HEX.toHexDigits((int) (version.lsn() >>> 32))).append('-');
    text.append(HEX.toHexDigits((short) (version.lsn() >>> 16))).append('-');
    text.append(HEX.toHexDigits((short) version.lsn())).append('-');
    text.append(HEX.toHexDigits((short) version.index())).append("-0000");
    return text.append(HEX.toHexDigits(container)).append('"').toString();
  }

  public static EntityTag of(ItemVersion version, int container) {
    return new EntityTag(text(version, container));
  }

  /// The version that an etag names; one that no item has if it is not an etag of the container.
  public static ItemVersion version(EntityTag tag, int container) {
    String digits = tag.text().replace("-", "").replace("\"", "");
    if (digits.length() != 32) {
      return NEVER;
    }
    try {
      long lsn = HexFormat.fromHexDigitsToLong(digits, 0, 16);
      int index = HexFormat.fromHexDigits(digits, 16, 20);
      ItemVersion version = lsn < 0 ? NEVER : new ItemVersion(lsn, index);
      return tag.text().equals(text(version, container)) ? version : NEVER;
    } catch (IllegalArgumentException notHexadecimal) {
      return NEVER;
    }
  }
}
