// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/// The body of every answer with several items.
public final class DocumentList {
  private static final int HEAD_LENGTH = 128;

  private DocumentList() {}

  /// The rows in their order.
  ///
  /// @param write writes a row as JSON
  /// @param length about how long a row is; a good guess spares copying
  public static <T> ByteWriter json(
      ItemOwner owner, List<T> rows, BiConsumer<T, ByteWriter> write, ToIntFunction<T> length) {
    ByteWriter out = new ByteWriter(length(rows, length));
    out.writeBytes(ascii("{\"_rid\":\"" + owner.rid() + "\",\"Documents\":["));
    for (int i = 0; i < rows.size(); i++) {
      if (i > 0) {
        out.writeByte(',');
      }
      write.accept(rows.get(i), out);
    }
    out.writeBytes(ascii("],\"_count\":" + rows.size() + "}"));
    return out;
  }

  private static <T> int length(List<T> rows, ToIntFunction<T> length) {
    int all = HEAD_LENGTH;
    for (T row : rows) {
      all += length.applyAsInt(row);
    }
    return all;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
