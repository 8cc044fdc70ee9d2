// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.PathTree;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.partition.layout.Layout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The index entries of an item under a policy: one per indexed path and value, one per composite
/// index.
public final class IndexTerms {
  private static final long MILLIS_PER_SECOND = 1000;

  private final PathTree tree;
  private final List<CompositeIndex> composites;
  private final List<DeclaredTerms> declared;
  private final @Nullable PropertyPath time;
  private final byte @Nullable [] timePath;
  private final TermForm form;

  public IndexTerms(IndexingPolicy policy, int termBytesMax) {
    this.tree = new PathTree(policy);
    this.composites = policy.enabled() ? policy.composites() : List.of();
    this.time = policy.time();
    this.timePath = time == null || !tree.indexes(time) ? null : path(time);
    this.form = new TermForm(policy.order(), termBytesMax);
    this.declared =
        policy.declared().stream().map(index -> new DeclaredTerms(index, form)).toList();
  }

  private static byte[] path(PropertyPath path) {
    ByteWriter out = Layout.relativeTerm();
    TermPath.write(out, PathTree.segments(path));
    return out.toByteArray();
  }

  /// Adds the keys of the item's entries, some of them perhaps twice, until there are too many.
  ///
  /// @param timeMillis when the item was written
  /// @return whether some may have been added twice
  public boolean addTo(EntryKeys keys, byte[] body, long timeMillis) {
    Value second = new Value.Int64(timeMillis / MILLIS_PER_SECOND);
    Walk walk = new Walk(keys);
    StoredCursor cursor = StoredCursor.over(body);
    if (cursor.kind() == Value.Kind.OBJECT) {
      walk.members(cursor, tree.root(), tree.root().indexesBelow(false));
    }
    if (timePath != null) {
      ByteWriter term = new ByteWriter(timePath.length + 12).writeBytes(timePath);
      boolean _ = TermValue.write(term, second, form);
      keys.add(term);
    }
    for (CompositeIndex composite : composites) {
      keys.add(compositeTerm(composite, body, second));
    }
    boolean repeats = walk.inArray;
    for (DeclaredTerms each : declared) {
      repeats |= each.addTo(keys, body);
    }
    return repeats;
  }

  /// The values of an item in unique declared indexes, as bytes that are equal when the values are.
  public void uniqueValues(byte[] body, DeclaredTerms.UniqueSink sink) {
    for (DeclaredTerms each : declared) {
      each.uniqueValues(body, sink);
    }
  }

  private ByteWriter compositeTerm(CompositeIndex composite, byte[] body, Value second) {
    ByteWriter out = Layout.relativeComposite(composite.id());
    for (CompositeIndex.Part part : composite.parts()) {
      int start = out.size();
      StoredCursor cursor = StoredCursor.over(body);
      if (part.path().equals(time)) {
        boolean _ = TermValue.write(out, second, form);
      } else if (part.path().seek(cursor)) {
        TermValue.write(out, cursor, form);
      } else {
        KeyEncoding.write(out, form.order().missing(), form.order());
      }
      if (part.descending()) {
        out.invert(start);
      }
    }
    return out;
  }

  /// One pass over an item, with the term written so far in one buffer.
  private final class Walk {
    private final EntryKeys keys;
    private final ByteWriter term = Layout.relativeTerm();
    private final int pathStart = term.size();
    private boolean inArray;

    Walk(EntryKeys keys) {
      this.keys = keys;
    }

    /// All members of the container the cursor stands on. The values of a mapping are its elements;
    /// its keys have no terms.
    void members(StoredCursor cursor, PathTree.@Nullable Node node, boolean indexed) {
      boolean mapping = cursor.kind() == Value.Kind.MAPPING;
      boolean array = mapping || cursor.kind() == Value.Kind.ARRAY;
      inArray |= array;
      int start = term.size();
      cursor.enter();
      while (cursor.next() && !keys.isOverfull()) {
        if (mapping && !cursor.next()) {
          break;
        }
        PathTree.Node member =
            node == null ? null : array ? node.elements() : node.property(cursor);
        if (member == null && !indexed) {
          continue;
        }
        if (array) {
          TermPath.elements(term);
        } else {
          TermPath.property(term, cursor.bytes(), cursor.nameOffset(), cursor.nameLength());
        }
        if (TermPath.isLong(term, pathStart)) {
          folded(cursor, member, indexed, start);
        } else {
          value(cursor, member, indexed);
        }
        term.truncate(start);
      }
      cursor.leave();
    }

    /// Folding overwrites the path above, which its other members still need.
    private void folded(
        StoredCursor cursor, PathTree.@Nullable Node node, boolean inherited, int start) {
      byte[] above = Arrays.copyOf(term.array(), start);
      TermPath.fold(term, pathStart);
      value(cursor, node, inherited);
      term.truncate(0);
      term.writeBytes(above);
    }

    private void value(StoredCursor cursor, PathTree.@Nullable Node node, boolean inherited) {
      boolean container = cursor.kind().isContainer();
      boolean here = node == null ? inherited : node.indexesScalar(inherited);
      if (here) {
        int start = term.size();
        TermPath.end(term);
        TermValue.write(term, cursor, form);
        keys.add(term);
        term.truncate(start);
      }
      if (container) {
        members(cursor, node, node == null ? inherited : node.indexesBelow(inherited));
      }
    }
  }
}
