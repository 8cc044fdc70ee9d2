// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;

/// Names and paths in stored records.
public final class CatalogText {
  private CatalogText() {}

  public static void write(ByteWriter out, String text) {
    out.writeBlock(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String read(ByteReader in) {
    return new String(in.readBlock(), StandardCharsets.UTF_8);
  }
}
