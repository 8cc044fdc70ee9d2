// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.PropertyPath;
import java.util.ArrayList;
import java.util.List;

/// An index over several paths at once, each ascending or descending.
///
/// @param id names it in the store; a container never gives the same one to another definition
public record CompositeIndex(int id, List<Part> parts) {

  /// One path of a composite index.
  public record Part(PropertyPath path, boolean descending) {}

  public CompositeIndex {
    parts = List.copyOf(parts);
    if (id < 0 || parts.isEmpty()) {
      throw new IllegalArgumentException("composite index " + id + " over " + parts);
    }
  }

  void write(ByteWriter out) {
    out.writeVarint(id).writeVarint(parts.size());
    for (Part part : parts) {
      StoredPaths.write(out, part.path());
      out.writeByte(part.descending() ? 1 : 0);
    }
  }

  static CompositeIndex read(ByteReader in) {
    int id = in.readLength();
    int count = in.readLength();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PropertyPath path = StoredPaths.readProperty(in);
      parts.add(new Part(path, in.readByte() != 0));
    }
    if (parts.isEmpty()) {
      throw OrreryException.corrupted("a composite index has no paths");
    }
    return new CompositeIndex(id, parts);
  }
}
