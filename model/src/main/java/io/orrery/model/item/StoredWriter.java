// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import java.util.Arrays;

/// Writes a stored value member by member, for doors whose own form need not become a tree first.
///
/// ```java
/// writer.beginObject();
/// writer.name("a");
/// writer.value(value);
/// writer.end();
/// ```
public final class StoredWriter {
  private final ByteWriter out;
  private final StoredText text;
  private final PropertyNames names = new PropertyNames();
  private int[] begins = new int[8];
  private boolean[] objects = new boolean[8];
  private int depth;

  /// @param capacity about how many bytes there will be
  public StoredWriter(int capacity) {
    this.out = new ByteWriter(capacity);
    this.text = new StoredText(out);
  }

  public void beginObject() {
    begin(StoredTag.OBJECT);
  }

  public void beginArray() {
    begin(StoredTag.ARRAY);
  }

  private void begin(int tag) {
    if (depth == Limits.ITEM_DEPTH) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The value nests deeper than " + Limits.ITEM_DEPTH + " arrays and objects.");
    }
    if (depth == begins.length) {
      begins = Arrays.copyOf(begins, 2 * depth);
      objects = Arrays.copyOf(objects, 2 * depth);
    }
    objects[depth] = tag == StoredTag.OBJECT;
    if (objects[depth]) {
      names.openObject();
    }
    begins[depth++] = StoredEncoding.begin(out, tag);
  }

  /// Ends the array or object begun last.
  public void end() {
    StoredEncoding.end(out, begins[--depth]);
    if (objects[depth]) {
      names.closeObject();
    }
  }

  /// The name of the next member of an object. Fails with INVALID_ARGUMENT if it has one of that
  /// name already.
  public void name(String name) {
    if (!names.add(name)) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "An object has the property '" + name + "' twice.");
    }
    text.writeName(name);
  }

  /// An element, a member's value, or the whole.
  public void value(Value value) {
    new StoredEncoding(out, Limits.ITEM_DEPTH - depth).write(value);
  }

  public byte[] toByteArray() {
    return out.toByteArray();
  }
}
