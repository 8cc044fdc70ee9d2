// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.StoredPaths;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// What a container is, as its creator said. Partition key and unique keys are for ever, the rest
/// can be replaced.
///
/// @param ttlSeconds as [TimeToLive] says
/// @param historyMillis how long superseded and deleted versions are kept; 0 keeps none
/// @param tombstonesMillis how long rows of cells keep tombstones, and so how late an earlier write
///   may come; only tables of CQL have such rows
/// @param properties what the container's API keeps with it, opaque to everybody else
public record ContainerDefinition(
    Api api,
    PartitionKeyDefinition key,
    IndexingPolicy indexing,
    List<List<PropertyPath>> uniqueKeys,
    int ttlSeconds,
    long historyMillis,
    long tombstonesMillis,
    byte[] properties) {
  /// Ten days, as Cassandra keeps them.
  private static final Duration TOMBSTONES_KEPT = Duration.ofDays(10);

  public ContainerDefinition {
    uniqueKeys = uniqueKeys.stream().map(List::copyOf).toList();
  }

  /// One that keeps tombstones as long as Cassandra does.
  public ContainerDefinition(
      Api api,
      PartitionKeyDefinition key,
      IndexingPolicy indexing,
      List<List<PropertyPath>> uniqueKeys,
      int ttlSeconds,
      long historyMillis,
      byte[] properties) {
    this(
        api,
        key,
        indexing,
        uniqueKeys,
        ttlSeconds,
        historyMillis,
        TOMBSTONES_KEPT.toMillis(),
        properties);
  }

  /// A container that indexes everything and keeps everything.
  public static ContainerDefinition of(Api api, PartitionKeyDefinition key) {
    return new ContainerDefinition(
        api, key, IndexingPolicy.ALL, List.of(), TimeToLive.OFF, 0, new byte[0]);
  }

  public ContainerDefinition withIndexing(IndexingPolicy newIndexing) {
    return new ContainerDefinition(
        api, key, newIndexing, uniqueKeys, ttlSeconds, historyMillis, tombstonesMillis, properties);
  }

  public ContainerDefinition withUniqueKeys(List<List<PropertyPath>> newUniqueKeys) {
    return new ContainerDefinition(
        api, key, indexing, newUniqueKeys, ttlSeconds, historyMillis, tombstonesMillis, properties);
  }

  public ContainerDefinition withTtlSeconds(int newTtlSeconds) {
    return new ContainerDefinition(
        api, key, indexing, uniqueKeys, newTtlSeconds, historyMillis, tombstonesMillis, properties);
  }

  public ContainerDefinition withHistoryMillis(long newHistoryMillis) {
    return new ContainerDefinition(
        api, key, indexing, uniqueKeys, ttlSeconds, newHistoryMillis, tombstonesMillis, properties);
  }

  public ContainerDefinition withTombstonesMillis(long newTombstonesMillis) {
    return new ContainerDefinition(
        api, key, indexing, uniqueKeys, ttlSeconds, historyMillis, newTombstonesMillis, properties);
  }

  public ContainerDefinition withProperties(byte[] newProperties) {
    return new ContainerDefinition(
        api, key, indexing, uniqueKeys, ttlSeconds, historyMillis, tombstonesMillis, newProperties);
  }

  /// Whether its rows are made of cells, each with a time of its own, of which the latest wins.
  public boolean hasCells() {
    return switch (api) {
      case CASSANDRA -> true;
      case SQL, MONGO, TABLE, GREMLIN -> false;
    };
  }

  /// Fails with INVALID_ARGUMENT and the reason if there cannot be such a container.
  public void validate(Limits limits) {
    require(ttlSeconds >= TimeToLive.NO_DEFAULT, "the time to live is negative");
    require(historyMillis >= 0, "the time history is kept is negative");
    require(tombstonesMillis >= 0, "the time tombstones are kept is negative");
    require(uniqueKeys.size() <= limits.uniqueKeys(), "it has too many unique keys");
    require(
        uniqueKeys.isEmpty() || !hasCells(),
        "its rows are merged cell by cell, and cannot have unique keys");
    for (List<PropertyPath> paths : uniqueKeys) {
      require(!paths.isEmpty(), "a unique key has no path");
      require(paths.size() <= limits.uniqueKeyPaths(), "a unique key has too many paths");
    }
    require(
        indexing.included().size() + indexing.excluded().size() <= limits.indexPaths(),
        "its indexing policy has too many paths");
    for (IndexPath path : indexing.included()) {
      require(
          !indexing.excluded().contains(path), "the path " + path + " is included and excluded");
    }
    require(
        indexing.composites().size() <= limits.compositeIndexes(),
        "it has too many composite indexes");
    require(
        indexing.declared().size() <= limits.declaredIndexes(), "it has too many declared indexes");
    TreeSet<Integer> ids = new TreeSet<>();
    for (DeclaredIndex index : indexing.declared()) {
      require(ids.add(index.id()), "two indexes have the same id");
      require(
          index.parts().size() <= limits.declaredIndexPaths(),
          "a declared index has too many paths");
    }
    for (CompositeIndex composite : indexing.composites()) {
      require(ids.add(composite.id()), "two composite indexes have the same id");
      require(
          composite.parts().size() <= limits.compositePaths(),
          "a composite index has too many paths");
    }
  }

  /// Fails with INVALID_ARGUMENT if this cannot take the place of `old`.
  public void validateReplacing(ContainerDefinition old) {
    require(api == old.api, "its API cannot be changed");
    require(key.equals(old.key), "its partition key cannot be changed");
    require(uniqueKeys.equals(old.uniqueKeys), "its unique keys cannot be changed");
  }

  private static void require(boolean valid, String reason) {
    if (!valid) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The container is not valid: " + reason + ".");
    }
  }

  public void write(ByteWriter out) {
    out.writeByte(api.code());
    key.write(out);
    indexing.write(out);
    out.writeVarint(uniqueKeys.size());
    uniqueKeys.forEach(paths -> StoredPaths.writeAll(out, paths));
    out.writeSignedVarint(ttlSeconds).writeVarint(historyMillis).writeBlock(properties);
    if (hasCells()) {
      out.writeVarint(tombstonesMillis);
    }
  }

  public static ContainerDefinition read(ByteReader in) {
    Api api = Api.ofCode(in.readByte());
    PartitionKeyDefinition key = PartitionKeyDefinition.read(in);
    IndexingPolicy indexing = IndexingPolicy.read(in);
    List<List<PropertyPath>> uniqueKeys = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      uniqueKeys.add(StoredPaths.readProperties(in));
    }
    int ttlSeconds = Math.clamp(in.readSignedVarint(), TimeToLive.NO_DEFAULT, Integer.MAX_VALUE);
    ContainerDefinition definition =
        new ContainerDefinition(
            api, key, indexing, uniqueKeys, ttlSeconds, in.readVarint(), in.readBlock());
    return api == Api.CASSANDRA ? definition.withTombstonesMillis(in.readVarint()) : definition;
  }
}
