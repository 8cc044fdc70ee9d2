// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.EscapedBytes;
import io.orrery.model.encoding.Sha256;
import io.orrery.model.key.IndexPath;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A path as it stands in an index term: prefix-free, so that no path's terms lie among another's.
///
/// A term holds its whole path, and an array may have a hundred thousand terms at one. So a path
/// that grows longer than [#BYTES_MAX] is folded: a digest takes the place of everything so far,
/// and what follows is appended to that. Folding goes step by step, so that the members of an array
/// share the work; the same steps always give the same bytes.
public final class TermPath {
  private static final int END = 0x01;
  private static final int PROPERTY = 0x02;
  private static final int ELEMENTS = 0x03;
  private static final int FOLDED = 0x04;

  /// Longer than the paths people name.
  static final int BYTES_MAX = 64;

  /// Nobody finds two paths with the same 128 bits of SHA-256.
  private static final int DIGEST_BYTES = 16;

  private TermPath() {}

  /// The whole path, ended.
  public static void write(ByteWriter out, List<IndexPath.Segment> segments) {
    int start = out.size();
    for (IndexPath.Segment segment : segments) {
      switch (segment) {
        case IndexPath.Name(String name) -> {
          byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
          property(out, bytes, 0, bytes.length);
        }
        case IndexPath.Elements.ALL -> elements(out);
      }
      if (isLong(out, start)) {
        fold(out, start);
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

  /// Whether the path that begins at `start` has to be folded before it goes on.
  static boolean isLong(ByteWriter out, int start) {
    return out.size() - start > BYTES_MAX;
  }

  static void fold(ByteWriter out, int start) {
    byte[] digest = Sha256.of(out.array(), start, out.size() - start);
    out.truncate(start);
    out.writeByte(FOLDED).writeBytes(digest, 0, DIGEST_BYTES);
  }
}
