// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The index entries of an item under a policy: one per indexed path and value, one per composite
/// index. A value that stands twice in an array has one entry.
public final class IndexTerms {
  private static final long MILLIS_PER_SECOND = 1000;

  private final PathTree tree;
  private final List<CompositeIndex> composites;
  private final @Nullable PropertyPath time;
  private final boolean indexesTime;
  private final int termBytesMax;

  public IndexTerms(IndexingPolicy policy, int termBytesMax) {
    this.tree = new PathTree(policy);
    this.composites = policy.enabled() ? policy.composites() : List.of();
    this.time = policy.time();
    this.indexesTime = time != null && tree.indexes(time);
    this.termBytesMax = termBytesMax;
  }

  /// The keys of the item's entries in the space of `partition`, each once, in no particular order.
  ///
  /// @param timeMillis when the item was written
  public List<byte[]> keys(PartitionId partition, byte[] body, long rid, long timeMillis) {
    Value second = new Value.Int64(timeMillis / MILLIS_PER_SECOND);
    Walk walk = new Walk(partition, rid);
    StoredCursor cursor = StoredCursor.over(body);
    if (cursor.kind() == Value.Kind.OBJECT) {
      walk.members(cursor, tree.root(), tree.root().indexesBelow(false));
    }
    if (time != null && indexesTime) {
      walk.keys.add(timeKey(partition, time, second, rid));
    }
    for (CompositeIndex composite : composites) {
      walk.keys.add(compositeKey(partition, composite, body, second, rid));
    }
    return walk.inArray ? distinct(walk.keys) : walk.keys;
  }

  private byte[] timeKey(PartitionId partition, PropertyPath path, Value second, long rid) {
    ByteWriter out = Layout.term(partition);
    for (int level = 0; level < path.depth(); level++) {
      TermPath.property(out, path.name(level), 0, path.name(level).length);
    }
    TermPath.end(out);
    boolean _ = TermValue.write(out, second, termBytesMax);
    return out.writeLong(rid).toByteArray();
  }

  private byte[] compositeKey(
      PartitionId partition, CompositeIndex composite, byte[] body, Value second, long rid) {
    ByteWriter out = Layout.composite(partition, composite.id());
    for (CompositeIndex.Part part : composite.parts()) {
      int start = out.size();
      StoredCursor cursor = StoredCursor.over(body);
      if (part.path().equals(time)) {
        boolean _ = TermValue.write(out, second, termBytesMax);
      } else if (part.path().seek(cursor)) {
        TermValue.write(out, cursor, termBytesMax);
      } else {
        KeyEncoding.write(out, Value.Undefined.UNDEFINED);
      }
      if (part.descending()) {
        out.invert(start);
      }
    }
    return out.writeLong(rid).toByteArray();
  }

  private static List<byte[]> distinct(List<byte[]> keys) {
    keys.sort(Arrays::compareUnsigned);
    List<byte[]> distinct = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      if (distinct.isEmpty() || !Arrays.equals(distinct.getLast(), key)) {
        distinct.add(key);
      }
    }
    return distinct;
  }

  /// One pass over an item, with the term written so far in one buffer.
  private final class Walk {
    private final List<byte[]> keys = new ArrayList<>(16);
    private final ByteWriter term;
    private final long rid;
    private boolean inArray;

    Walk(PartitionId partition, long rid) {
      this.term = Layout.term(partition);
      this.rid = rid;
    }

    /// All members of the object or array the cursor stands on.
    void members(StoredCursor cursor, PathTree.@Nullable Node node, boolean indexed) {
      boolean array = cursor.kind() == Value.Kind.ARRAY;
      inArray |= array;
      int start = term.size();
      cursor.enter();
      while (cursor.next()) {
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
        value(cursor, member, indexed);
        term.truncate(start);
      }
      cursor.leave();
    }

    private void value(StoredCursor cursor, PathTree.@Nullable Node node, boolean inherited) {
      boolean container = cursor.kind() == Value.Kind.OBJECT || cursor.kind() == Value.Kind.ARRAY;
      boolean here = node == null ? inherited : node.indexesScalar(inherited);
      if (here) {
        int start = term.size();
        TermPath.end(term);
        TermValue.write(term, cursor, termBytesMax);
        keys.add(term.writeLong(rid).toByteArray());
        term.truncate(start);
      }
      if (container) {
        members(cursor, node, node == null ? inherited : node.indexesBelow(inherited));
      }
    }
  }
}
