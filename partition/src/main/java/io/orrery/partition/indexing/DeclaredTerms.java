// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.IndexForm;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.Sha256;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.partition.layout.Layout;
import io.orrery.plan.collation.CollationKeys;
import io.orrery.plan.derive.DerivedEntries;
import io.orrery.plan.derive.Spreading;
import io.orrery.plan.expression.Evaluator;
import io.orrery.plan.expression.ExpressionCodec;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.RowValues;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The entries of items in one declared index. Most items have no arrays at its paths: they are
/// read where they lie. The others are decoded and [spread][Spreading].
public final class DeclaredTerms {
  /// Longer values stand as their digest where only equality matters.
  private static final int UNIQUE_BYTES_MAX = 256;

  private final DeclaredIndex index;
  private final TermForm form;
  private final @Nullable PlanExpression filter;
  private final @Nullable CollationKeys collation;

  /// Takes values of an item that no other may have.
  public interface UniqueSink {
    void accept(int index, byte[] values);
  }

  DeclaredTerms(DeclaredIndex index, TermForm form) {
    this.index = index;
    this.form = form;
    this.collation = index.collation().isSimple() ? null : CollationKeys.of(index.collation());
    this.filter =
        index.filter().length == 0 ? null : ExpressionCodec.read(new ByteReader(index.filter()));
  }

  /// Adds the keys of an item's entries. Gives whether some may have been added twice.
  boolean addTo(EntryKeys keys, byte[] body) {
    boolean multiple = each(body, form, () -> Layout.relativeComposite(index.id()), keys::add);
    if (multiple) {
      keys.add(Layout.relativeMultiple(index.id()));
    }
    return multiple;
  }

  private interface Beginning {
    ByteWriter begin();
  }

  void uniqueValues(byte[] body, UniqueSink sink) {
    if (index.unique()) {
      var whole = new TermForm(form.order(), Integer.MAX_VALUE);
      boolean _ =
          each(
              body,
              whole,
              () -> new ByteWriter(64),
              values -> sink.accept(index.id(), digest(values)));
    }
  }

  private static byte[] digest(ByteWriter values) {
    return values.size() <= UNIQUE_BYTES_MAX
        ? values.toByteArray()
        : Sha256.of(values.array(), 0, values.size());
  }

  /// Gives whether the item may have several entries.
  private boolean each(byte[] body, TermForm in, Beginning beginning, Consumer<ByteWriter> sink) {
    if (StoredCursor.over(body).kind() != Value.Kind.OBJECT || !meetsFilter(body)) {
      return false;
    }
    if (!index.form().equals(IndexForm.Values.PLAIN)) {
      return derived(body, in, beginning, sink);
    }
    ByteWriter out = beginning.begin();
    boolean present = false;
    for (CompositeIndex.Part part : index.parts()) {
      StoredCursor cursor = StoredCursor.over(body);
      int start = out.size();
      switch (seek(part.path(), cursor)) {
        case FOUND -> {
          present = true;
          if (collation == null) {
            TermValue.write(out, cursor, in);
          } else {
            boolean _ = TermValue.write(out, collation.of(cursor.value()), in);
          }
        }
        case MISSING -> {
          boolean _ = TermValue.write(out, Value.Null.NULL, in);
        }
        case ARRAY -> {
          spread(body, in, beginning, sink);
          return true;
        }
      }
      if (part.descending()) {
        out.invert(start);
      }
    }
    if (present || !index.sparse()) {
      sink.accept(out);
    }
    return false;
  }

  private boolean derived(
      byte[] body, TermForm in, Beginning beginning, Consumer<ByteWriter> sink) {
    int[] count = new int[1];
    DerivedEntries.of(
        index.form(),
        StoredItems.decode(body),
        values -> {
          count[0]++;
          write(values, in, beginning, sink);
        });
    return count[0] > 1;
  }

  private void write(Value[] values, TermForm in, Beginning beginning, Consumer<ByteWriter> sink) {
    ByteWriter out = beginning.begin();
    for (int i = 0; i < values.length; i++) {
      int start = out.size();
      Value value = collation == null ? values[i] : collation.of(values[i]);
      boolean _ = TermValue.write(out, value, in);
      if (index.parts().get(i).descending()) {
        out.invert(start);
      }
    }
    sink.accept(out);
  }

  private boolean meetsFilter(byte[] body) {
    if (filter == null) {
      return true;
    }
    RowValues row = new RowValues();
    row.enter(StoredItems.decode(body));
    return new Evaluator(row).isTrue(filter);
  }

  private void spread(byte[] body, TermForm in, Beginning beginning, Consumer<ByteWriter> sink) {
    List<List<String>> paths = index.parts().stream().map(part -> part.path().segments()).toList();
    new Spreading(paths, index.sparse())
        .spread(StoredItems.decode(body), values -> write(values, in, beginning, sink));
  }

  private enum Sought {
    FOUND,
    MISSING,
    ARRAY
  }

  private static Sought seek(PropertyPath path, StoredCursor cursor) {
    for (int level = 0; level < path.depth(); level++) {
      if (cursor.kind() == Value.Kind.ARRAY) {
        return Sought.ARRAY;
      }
      if (cursor.kind() != Value.Kind.OBJECT || !member(cursor, path.name(level))) {
        return Sought.MISSING;
      }
    }
    return cursor.kind() == Value.Kind.ARRAY ? Sought.ARRAY : Sought.FOUND;
  }

  private static boolean member(StoredCursor cursor, byte[] name) {
    cursor.enter();
    while (cursor.next()) {
      if (cursor.nameIs(name)) {
        return true;
      }
    }
    return false;
  }
}
