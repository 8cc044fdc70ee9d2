// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.PropertyPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An index over one or several paths that lead through arrays, as MongoDB has them: an item has an
/// entry for each element of an array on the way or at the end, and null where it has nothing.
///
/// @param id names it in the store, as that of a composite index does; a container never gives the
///   same one to another definition
/// @param sparse whether items without any of the paths have no entry
/// @param unique whether no two items of a logical partition may have an entry alike
/// @param filter a condition of the plan language, encoded, that items must meet to have entries;
///   empty for all items
/// @param collation how texts in it compare
/// @param form what its entries are made of; its paths name what conditions ask for
public record DeclaredIndex(
    int id,
    List<CompositeIndex.Part> parts,
    boolean sparse,
    boolean unique,
    byte[] filter,
    Collation collation,
    IndexForm form) {
  private static final int SPARSE = 1;
  private static final int UNIQUE = 2;
  private static final int COLLATED = 4;
  private static final int FORMED = 8;

  public DeclaredIndex {
    parts = List.copyOf(parts);
    if (id < 0 || parts.isEmpty()) {
      throw new IllegalArgumentException("declared index " + id + " over " + parts);
    }
  }

  /// Whether some items have no entries.
  public boolean isPartial() {
    return sparse || filter.length > 0;
  }

  void write(ByteWriter out) {
    boolean collated = !collation.isSimple();
    boolean formed = !form.equals(IndexForm.Values.PLAIN);
    out.writeVarint(id)
        .writeByte(
            (sparse ? SPARSE : 0)
                | (unique ? UNIQUE : 0)
                | (collated ? COLLATED : 0)
                | (formed ? FORMED : 0));
    if (collated) {
      collation.write(out);
    }
    if (formed) {
      form.write(out);
    }
    out.writeBlock(filter).writeVarint(parts.size());
    for (CompositeIndex.Part part : parts) {
      StoredPaths.write(out, part.path());
      out.writeByte(part.descending() ? 1 : 0);
    }
  }

  static DeclaredIndex read(ByteReader in) {
    int id = in.readLength();
    int flags = in.readByte();
    Collation collation = (flags & COLLATED) != 0 ? Collation.read(in) : Collation.SIMPLE;
    IndexForm form = (flags & FORMED) != 0 ? IndexForm.read(in) : IndexForm.Values.PLAIN;
    byte[] filter = in.readBlock();
    List<CompositeIndex.Part> parts = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      PropertyPath path = StoredPaths.readProperty(in);
      parts.add(new CompositeIndex.Part(path, in.readByte() != 0));
    }
    if (parts.isEmpty()) {
      throw OrreryException.corrupted("a declared index has no paths");
    }
    return new DeclaredIndex(
        id, parts, (flags & SPARSE) != 0, (flags & UNIQUE) != 0, filter, collation, form);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeclaredIndex that
        && id == that.id
        && parts.equals(that.parts)
        && sparse == that.sparse
        && unique == that.unique
        && collation.equals(that.collation)
        && form.equals(that.form)
        && Arrays.equals(filter, that.filter);
  }

  @Override
  public int hashCode() {
    return 31 * id + parts.hashCode();
  }
}
