// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.EscapedBytes;
import io.orrery.model.key.IndexPath;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A path as it stands in an index term: prefix-free, so that no path's terms lie among another's.
public final class TermPath {
  private static final int END = 0x01;
  private static final int PROPERTY = 0x02;
  private static final int ELEMENTS = 0x03;

  private TermPath() {}

  /// The whole path, ended.
  public static void write(ByteWriter out, List<IndexPath.Segment> segments) {
    for (IndexPath.Segment segment : segments) {
      switch (segment) {
        case IndexPath.Name(String name) -> {
          byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
          property(out, bytes, 0, bytes.length);
        }
        case IndexPath.Elements.ALL -> elements(out);
      }
    }
    end(out);
  }

  static void property(ByteWriter out, byte[] bytes, int offset, int length) {
    out.writeByte(PROPERTY);
    EscapedBytes.write(out, bytes, offset, length);
  }

  static void elements(ByteWriter out) {
    out.writeByte(ELEMENTS);
  }

  static void end(ByteWriter out) {
    out.writeByte(END);
  }
}
