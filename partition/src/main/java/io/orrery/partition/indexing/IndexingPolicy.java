// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.indexing;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import java.util.ArrayList;
import java.util.List;

/// What a container indexes. Of the included and excluded paths that cover a value, the most
/// precise one decides; the paths in `always` (those of the partition key) are indexed whatever the
/// others say.
///
/// @param enabled false keeps nothing but `always` in the index
public record IndexingPolicy(
    boolean enabled,
    List<IndexPath> included,
    List<IndexPath> excluded,
    List<PropertyPath> always,
    List<CompositeIndex> composites) {

  /// Every path of every item.
  public static final IndexingPolicy ALL =
      new IndexingPolicy(true, List.of(IndexPath.ALL), List.of(), List.of(), List.of());

  /// Nothing at all: items are found by their keys only.
  public static final IndexingPolicy NONE =
      new IndexingPolicy(false, List.of(), List.of(), List.of(), List.of());

  public IndexingPolicy {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
    always = List.copyOf(always);
    composites = List.copyOf(composites);
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
    return new IndexingPolicy(enabled, included, excluded, always, composites);
  }
}
