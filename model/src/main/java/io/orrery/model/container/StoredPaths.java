// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Paths inside stored settings: their text, preceded by its length. A path that does not parse was
/// not written by us, so it is damage and not somebody's bad argument.
public final class StoredPaths {
  private StoredPaths() {}

  public static void writeAll(ByteWriter out, List<?> paths) {
    out.writeVarint(paths.size());
    paths.forEach(path -> write(out, path));
  }

  public static List<PropertyPath> readProperties(ByteReader in) {
    return readAll(in, PropertyPath::parse);
  }

  static List<IndexPath> readIndexed(ByteReader in) {
    return readAll(in, IndexPath::parse);
  }

  static void write(ByteWriter out, Object path) {
    out.writeBlock(path.toString().getBytes(StandardCharsets.UTF_8));
  }

  static PropertyPath readProperty(ByteReader in) {
    return read(in, PropertyPath::parse);
  }

  private static <T> List<T> readAll(ByteReader in, Function<String, T> parse) {
    List<T> paths = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      paths.add(read(in, parse));
    }
    return paths;
  }

  private static <T> T read(ByteReader in, Function<String, T> parse) {
    String text = new String(in.readBlock(), StandardCharsets.UTF_8);
    try {
      return parse.apply(text);
    } catch (OrreryException e) {
      throw new OrreryException(ErrorCode.CORRUPTED, "a stored path is none: " + e.getMessage(), e);
    }
  }
}
