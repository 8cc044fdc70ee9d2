// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.StoredPaths;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.indexing.TermForm;
import java.util.ArrayList;
import java.util.List;

/// What a partition needs to know of its container. It travels in commands, because what apply
/// decides must not depend on the machine it runs on.
///
/// @param uniqueKeys each a list of paths whose values together are unique in a logical partition
/// @param ttlSeconds [TimeToLive#OFF], [TimeToLive#NO_DEFAULT], or the default
/// @param historyMillis how long superseded and deleted versions are kept; 0 keeps none
/// @param merge what becomes of writes to the same item. Cells may end by themselves, so with them
///   `ttlSeconds` is not [TimeToLive#OFF], and there are no unique keys: a cell that ends cannot be
///   refused because the row then has the values of another
public record PartitionSettings(
    IndexingPolicy indexing,
    List<List<PropertyPath>> uniqueKeys,
    int ttlSeconds,
    long historyMillis,
    MergeRule merge,
    Bounds bounds) {
  private static final PropertyPath SQL_TIME = PropertyPath.parse("/_ts");

  /// The limits that apply enforces.
  ///
  /// @param termBytesMax of a value in one index entry
  /// @param itemBytesMax of an item that apply itself makes
  /// @param itemIndexBytesMax of all index entries of an item
  /// @param writeBytesMax that one write changes in the store
  public record Bounds(
      long logicalBytesMax,
      long physicalBytesMax,
      int termBytesMax,
      long itemBytesMax,
      long itemIndexBytesMax,
      long writeBytesMax) {}

  public PartitionSettings {
    uniqueKeys = uniqueKeys.stream().map(List::copyOf).toList();
    if (!suits(merge, uniqueKeys, ttlSeconds)) {
      throw new IllegalArgumentException("rows of cells have time to live and no unique keys");
    }
  }

  /// Those of a container. The partition key's paths are indexed whatever the policy says, and
  /// `_ts` as if items had it.
  public static PartitionSettings of(ContainerDefinition definition, Limits limits) {
    IndexingPolicy indexing = definition.indexing();
    boolean sql = definition.api() == Api.SQL;
    MergeRule merge =
        definition.hasCells()
            ? new MergeRule.LastWriteWins(definition.tombstonesMillis())
            : MergeRule.WholeItems.WHOLE_ITEMS;
    boolean cellsMayEnd = definition.hasCells() && definition.ttlSeconds() == TimeToLive.OFF;
    return new PartitionSettings(
        new IndexingPolicy(
            indexing.enabled(),
            indexing.included(),
            indexing.excluded(),
            sql ? definition.key().paths() : indexing.always(),
            indexing.composites(),
            sql ? SQL_TIME : indexing.time(),
            indexing.order(),
            indexing.declared()),
        definition.uniqueKeys(),
        cellsMayEnd ? TimeToLive.NO_DEFAULT : definition.ttlSeconds(),
        definition.historyMillis(),
        merge,
        new Bounds(
            limits.logicalPartitionBytes(),
            limits.physicalPartitionBytes(),
            limits.indexTermBytes(),
            definition.api().itemBytesMax(limits),
            limits.itemIndexBytes(),
            definition.api().writeBytesMax(limits)));
  }

  /// Of a container whose items are written whole.
  public PartitionSettings(
      IndexingPolicy indexing,
      List<List<PropertyPath>> uniqueKeys,
      int ttlSeconds,
      long historyMillis,
      Bounds bounds) {
    this(indexing, uniqueKeys, ttlSeconds, historyMillis, MergeRule.WholeItems.WHOLE_ITEMS, bounds);
  }

  private static boolean suits(
      MergeRule merge, List<List<PropertyPath>> uniqueKeys, int ttlSeconds) {
    return switch (merge) {
      case MergeRule.WholeItems _ -> true;
      case MergeRule.LastWriteWins _ -> ttlSeconds != TimeToLive.OFF && uniqueKeys.isEmpty();
    };
  }

  /// How values stand in index terms.
  public TermForm termForm() {
    return new TermForm(indexing.order(), bounds.termBytesMax());
  }

  /// Whether items have the same index entries under both.
  public boolean indexesLike(PartitionSettings other) {
    return indexing.equals(other.indexing)
        && ttlSeconds == other.ttlSeconds
        && bounds.termBytesMax() == other.bounds.termBytesMax();
  }

  public void write(ByteWriter out) {
    indexing.write(out);
    out.writeVarint(uniqueKeys.size());
    uniqueKeys.forEach(paths -> StoredPaths.writeAll(out, paths));
    out.writeSignedVarint(ttlSeconds).writeVarint(historyMillis);
    merge.write(out);
    out.writeVarint(bounds.logicalBytesMax()).writeVarint(bounds.physicalBytesMax());
    out.writeVarint(bounds.termBytesMax()).writeVarint(bounds.itemBytesMax());
    out.writeVarint(bounds.itemIndexBytesMax()).writeVarint(bounds.writeBytesMax());
  }

  public static PartitionSettings read(ByteReader in) {
    IndexingPolicy indexing = IndexingPolicy.read(in);
    List<List<PropertyPath>> uniqueKeys = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      uniqueKeys.add(StoredPaths.readProperties(in));
    }
    int ttlSeconds = Math.clamp(in.readSignedVarint(), TimeToLive.NO_DEFAULT, Integer.MAX_VALUE);
    long historyMillis = in.readVarint();
    MergeRule merge = MergeRule.read(in);
    if (!suits(merge, uniqueKeys, ttlSeconds)) {
      throw OrreryException.corrupted("rows of cells have time to live and no unique keys");
    }
    Bounds bounds =
        new Bounds(
            in.readVarint(),
            in.readVarint(),
            in.readLength(),
            in.readVarint(),
            in.readVarint(),
            in.readVarint());
    return new PartitionSettings(indexing, uniqueKeys, ttlSeconds, historyMillis, merge, bounds);
  }
}
