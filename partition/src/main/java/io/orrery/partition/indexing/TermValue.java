// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;

/// A value as it stands in an index term.
///
/// Scalars stand in the order-preserving encoding, cut where they are longer than terms may be: a
/// cut term sorts behind the exact value of the same bytes and in front of every longer one, so a
/// scan that includes it misses nothing, and whoever needs the exact value looks at the item.
///
/// Containers have terms for their members. Of themselves they have one as well: in SQL's order,
/// which does not compare them, a mark without content behind all scalars; in the others their
/// encoding, as scalars.
///
/// BSON's undefined stands in the index as what is missing counts: nobody tells the two apart.
public final class TermValue {
  private static final int ARRAY = 0xF0;
  private static final int OBJECT = 0xF1;
  private static final int MAPPING = 0xF2;
  private static final int END = 0x00;
  private static final int ESCAPE = 0x01;
  private static final int CUT = 0xFE;

  private TermValue() {}

  /// The value the cursor stands on.
  static void write(ByteWriter out, StoredCursor cursor, TermForm form) {
    if (isMarked(cursor.kind(), form.order())) {
      out.writeByte(mark(cursor.kind()));
      return;
    }
    if (cursor.kind() == Kind.UNDEFINED) {
      KeyEncoding.write(out, form.order().missing(), form.order());
      return;
    }
    int start = out.size();
    cursor.writeKey(out, form.order(), form.bytesMax());
    cut(out, start, form.bytesMax());
  }

  /// The same for a value that is not inside an item: the bound of a scan. True if it was cut, and
  /// stands for every value that begins like it.
  public static boolean write(ByteWriter out, Value value, TermForm form) {
    if (isMarked(value.kind(), form.order())) {
      out.writeByte(mark(value.kind()));
      return false;
    }
    int start = out.size();
    boolean missing = value == Value.Undefined.UNDEFINED;
    KeyEncoding.write(out, missing ? form.order().missing() : value, form.order());
    return cut(out, start, form.bytesMax());
  }

  /// The lowest byte that the terms of values of this kind begin with.
  static int lowestTag(Kind kind, ValueOrder order) {
    return isMarked(kind, order) ? mark(kind) : KeyEncoding.lowestTag(kind, order);
  }

  /// The highest byte that the terms of values of this kind begin with.
  static int highestTag(Kind kind, ValueOrder order) {
    return isMarked(kind, order) ? mark(kind) : KeyEncoding.highestTag(kind, order);
  }

  private static boolean isMarked(Kind kind, ValueOrder order) {
    return kind.isContainer() && order == ValueOrder.SQL;
  }

  private static int mark(Kind container) {
    return container == Kind.ARRAY ? ARRAY : container == Kind.OBJECT ? OBJECT : MAPPING;
  }

  private static boolean cut(ByteWriter out, int start, int bytesMax) {
    if (out.size() - start <= bytesMax) {
      return false;
    }
    int end = start + bytesMax;
    int escapes = end;
    while (escapes > start && out.array()[escapes - 1] == ESCAPE) {
      escapes--;
    }
    // Never between the two bytes of an escape: an odd one out is the first of a pair.
    out.truncate(end - (end - escapes) % 2);
    out.writeByte(END).writeByte(CUT);
    return true;
  }
}
