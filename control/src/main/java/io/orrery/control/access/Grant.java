// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.access;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What a permission allows.
///
/// @param writes whether it allows to change things, not only to read them
/// @param resource the address of the resource, as the one who granted it wrote it
/// @param container the number of the container it lies in
/// @param child the type and id of the one thing in the container it is limited to, `docs/17`; null
///   for the whole container
/// @param partitionKey the JSON array of the partition key it is limited to; null for all
public record Grant(
    boolean writes,
    String resource,
    int container,
    @Nullable String child,
    @Nullable String partitionKey) {

  void write(ByteWriter out) {
    out.writeByte(writes ? 1 : 0).writeBlock(utf8(resource)).writeVarint(container);
    writeOptional(out, child);
    writeOptional(out, partitionKey);
  }

  static Grant read(ByteReader in) {
    return new Grant(
        in.readByte() != 0, text(in), in.readLength(), readOptional(in), readOptional(in));
  }

  private static void writeOptional(ByteWriter out, @Nullable String text) {
    out.writeByte(text == null ? 0 : 1);
    if (text != null) {
      out.writeBlock(utf8(text));
    }
  }

  private static @Nullable String readOptional(ByteReader in) {
    return in.readByte() == 0 ? null : text(in);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ByteReader in) {
    return new String(in.readBlock(), StandardCharsets.UTF_8);
  }
}
