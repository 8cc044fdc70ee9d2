// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Versions of items as etags: `"LLLLLLLL-LLLL-LLLL-IIII-0000CCCCCCCC"` with the hexadecimal digits
/// of the LSN, the index, and the number of the container. The latter is there because a container
/// made anew under an old name counts from the beginning.
public final class ItemTag {
  /// What no item has: stands for etags that are not ours.
  public static final ItemVersion NEVER = new ItemVersion(Long.MAX_VALUE, ItemVersion.INDEX_MAX);

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int LENGTH = 38;

  private ItemTag() {}

  /// The etag, with its quotes.
  public static String text(ItemVersion version, int container) {
    ByteWriter text = new ByteWriter(LENGTH);
    text.writeByte('"');
    write(version, container, text);
    text.writeByte('"');
    return new String(text.array(), 0, text.size(), StandardCharsets.US_ASCII);
  }

  /// The etag, without its quotes.
  static void write(ItemVersion version, int container, ByteWriter out) {
    digits(version.lsn() >>> 32, 8, out);
    out.writeByte('-');
    digits(version.lsn() >>> 16, 4, out);
    out.writeByte('-');
    digits(version.lsn(), 4, out);
    out.writeByte('-');
    digits(version.index(), 4, out);
    out.writeByte('-');
    digits(0, 4, out);
    digits(container, 8, out);
  }

  /// The lowest `count` hexadecimal digits.
  private static void digits(long number, int count, ByteWriter out) {
    for (int shift = 4 * (count - 1); shift >= 0; shift -= 4) {
      out.writeByte(DIGITS[(int) (number >>> shift) & 0xF]);
    }
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
