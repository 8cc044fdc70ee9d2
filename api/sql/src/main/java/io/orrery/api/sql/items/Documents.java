// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.layout.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/// The body of every answer with several items.
public final class Documents {
  private static final int ROW_LENGTH = 512;
  private static final int ITEM_OVERHEAD = 320;

  private Documents() {}

  /// The rows in their order.
  ///
  /// @param write writes a row as JSON
  public static <T> byte[] json(ItemOwner owner, List<T> rows, BiConsumer<T, ByteWriter> write) {
    return json(owner, rows, write, rows.size() * ROW_LENGTH);
  }

  /// As above.
  ///
  /// @param length about how long the rows are; a good guess spares copying
  public static <T> byte[] json(
      ItemOwner owner, List<T> rows, BiConsumer<T, ByteWriter> write, int length) {
    ByteWriter out = new ByteWriter(length + ROW_LENGTH);
    out.writeBytes(ascii("{\"_rid\":\"" + owner.rid() + "\",\"Documents\":["));
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0) {
        out.writeByte(',');
      }
      write.accept(rows.get(i), out);
    }
    out.writeBytes(ascii("],\"_count\":" + rows.size() + "}"));
    return out.toByteArray();
  }

  /// About how long an item is as JSON, with what the server adds to it.
  public static int length(Item item) {
    int body = item.body().length;
    return body + body / 8 + ITEM_OVERHEAD;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
