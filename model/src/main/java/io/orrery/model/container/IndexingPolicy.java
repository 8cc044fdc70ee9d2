// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a container indexes. Of the included and excluded paths that cover a value, the most
/// precise one decides; the paths in `always` (those of the partition key) are indexed whatever the
/// others say.
///
/// @param enabled false keeps nothing but `always` in the index
/// @param time the path at which items seem to have the second they were written, for the index as
///   any other; null if there is none
/// @param order which value comes before which, in the index and in the container's row keys
/// @param declared indexes that clients have named; they are kept whatever the paths say
public record IndexingPolicy(
    boolean enabled,
    List<IndexPath> included,
    List<IndexPath> excluded,
    List<PropertyPath> always,
    List<CompositeIndex> composites,
    @Nullable PropertyPath time,
    ValueOrder order,
    List<DeclaredIndex> declared) {

  /// Every path of every item.
  public static final IndexingPolicy ALL =
      new IndexingPolicy(true, List.of(IndexPath.ALL), List.of(), List.of(), List.of());

  /// Nothing at all: items are found by their keys only.
  public static final IndexingPolicy NONE =
      new IndexingPolicy(false, List.of(), List.of(), List.of(), List.of());

  /// Says in the byte of the order that declared indexes follow.
  private static final int DECLARED = 0x10;

  public IndexingPolicy {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
    always = List.copyOf(always);
    composites = List.copyOf(composites);
    declared = List.copyOf(declared);
  }

  /// A policy without declared indexes.
  public IndexingPolicy(
      boolean enabled,
      List<IndexPath> included,
      List<IndexPath> excluded,
      List<PropertyPath> always,
      List<CompositeIndex> composites,
      @Nullable PropertyPath time,
      ValueOrder order) {
    this(enabled, included, excluded, always, composites, time, order, List.of());
  }

  /// A policy for items that do not show when they were written, in SQL's order.
  public IndexingPolicy(
      boolean enabled,
      List<IndexPath> included,
      List<IndexPath> excluded,
      List<PropertyPath> always,
      List<CompositeIndex> composites) {
    this(enabled, included, excluded, always, composites, null, ValueOrder.SQL);
  }

  /// The same paths in another order.
  public IndexingPolicy in(ValueOrder otherOrder) {
    return new IndexingPolicy(
        enabled, included, excluded, always, composites, time, otherOrder, declared);
  }

  /// The same paths with other declared indexes.
  public IndexingPolicy declaring(List<DeclaredIndex> indexes) {
    return new IndexingPolicy(
        enabled, included, excluded, always, composites, time, order, indexes);
  }

  /// Whether every item has its values at this path in the index.
  public boolean indexes(List<IndexPath.Segment> path) {
    return new PathTree(this).indexes(path);
  }

  public void write(ByteWriter out) {
    out.writeByte(enabled ? 1 : 0);
    StoredPaths.writeAll(out, included);
    StoredPaths.writeAll(out, excluded);
    StoredPaths.writeAll(out, always);
    out.writeVarint(composites.size());
    composites.forEach(composite -> composite.write(out));
    StoredPaths.writeAll(out, time == null ? List.of() : List.of(time));
    out.writeByte(code(order) | (declared.isEmpty() ? 0 : DECLARED));
    if (!declared.isEmpty()) {
      out.writeVarint(declared.size());
      declared.forEach(index -> index.write(out));
    }
  }

  public static IndexingPolicy read(ByteReader in) {
    boolean enabled = in.readByte() != 0;
    List<IndexPath> included = StoredPaths.readIndexed(in);
    List<IndexPath> excluded = StoredPaths.readIndexed(in);
    List<PropertyPath> always = StoredPaths.readProperties(in);
    int count = in.readLength();
    List<CompositeIndex> composites = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      composites.add(CompositeIndex.read(in));
    }
    List<PropertyPath> time = StoredPaths.readProperties(in);
    if (time.size() > 1) {
      throw OrreryException.corrupted("an indexing policy has several paths of the time");
    }
    int form = in.readByte();
    return new IndexingPolicy(
        enabled,
        included,
        excluded,
        always,
        composites,
        time.isEmpty() ? null : time.getFirst(),
        order(form & ~DECLARED),
        (form & DECLARED) == 0 ? List.of() : readDeclared(in));
  }

  private static List<DeclaredIndex> readDeclared(ByteReader in) {
    List<DeclaredIndex> declared = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      declared.add(DeclaredIndex.read(in));
    }
    return declared;
  }

  /// Stands in stored policies, so it never changes.
  private static int code(ValueOrder order) {
    return switch (order) {
      case SQL -> 0;
      case BSON -> 1;
      case CQL -> 2;
    };
  }

  private static ValueOrder order(int code) {
    return switch (code) {
      case 0 -> ValueOrder.SQL;
      case 1 -> ValueOrder.BSON;
      case 2 -> ValueOrder.CQL;
      default -> throw OrreryException.corrupted("there is no order of values " + code);
    };
  }
}
