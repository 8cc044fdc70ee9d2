// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.CollectionItems;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.index.IndexDefinitions;
import io.orrery.api.mongo.option.CappedSize;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.gateway.RequestContext;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;

/// How much collections hold. Documents are counted, since not every item of a container is one;
/// bytes are those of all items.
final class CollectionFigures {
  private final Gateway gateway;
  private final MongoCollections collections;
  private final IndexDefinitions indexes;
  private final DocumentReads reads;

  CollectionFigures(
      Gateway gateway,
      MongoCollections collections,
      IndexDefinitions indexes,
      DocumentReads reads) {
    this.gateway = gateway;
    this.collections = collections;
    this.indexes = indexes;
    this.reads = reads;
  }

  /// What a collection holds; one that is not there holds nothing.
  ///
  /// @param capped how much it holds at most
  record Figures(long documents, Counters sizes, int indexes, Optional<CappedSize> capped) {
    static final Figures NOTHING = new Figures(0, Counters.ZERO, 0, Optional.empty());

    /// In the words of MongoDB.
    ///
    /// @param scale by how many bytes sizes are divided
    LinkedHashMap<String, Value> fields(long scale) {
      LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
      fields.put("size", new Value.Int64(sizes.dataBytes() / scale));
      fields.put("count", new Value.Int64(documents));
      if (documents > 0) {
        fields.put("avgObjSize", new Value.Int64(sizes.dataBytes() / documents));
      }
      fields.put("storageSize", new Value.Int64(sizes.dataBytes() / scale));
      fields.put("nindexes", new Value.Int32(indexes));
      fields.put("totalIndexSize", new Value.Int64(sizes.indexBytes() / scale));
      fields.put("totalSize", new Value.Int64(sizes.bytes() / scale));
      fields.put("capped", Value.Bool.of(capped.isPresent()));
      capped.ifPresent(
          most -> {
            long max = most.documents() == Long.MAX_VALUE ? 0 : most.documents();
            fields.put("max", new Value.Int64(max));
            fields.put("maxSize", new Value.Int64(most.bytes() / scale));
          });
      fields.put("scaleFactor", new Value.Int64(scale));
      return fields;
    }
  }

  /// Empty if there is no such collection.
  Optional<Figures> find(Namespace namespace, RequestContext context) {
    return collections.find(namespace).map(collection -> figures(namespace, collection, context));
  }

  /// What came of reading every document of a collection.
  record Validity(long documents, long unreadable, int indexes) {}

  /// Reads every document; empty if there is no such collection.
  Optional<Validity> validity(Namespace namespace, RequestContext context) {
    return collections
        .find(namespace)
        .map(
            collection -> {
              long[] counts = new long[2];
              new CollectionItems(gateway)
                  .forEach(
                      collection,
                      context,
                      item ->
                          counts[isReadable(item) ? 0 : 1] +=
                              CollectionItems.isDocument(item) ? 1 : 0);
              return new Validity(
                  counts[0] + counts[1], counts[1], indexes.of(namespace).listed().size());
            });
  }

  private static boolean isReadable(Item item) {
    try {
      byte[] _ = BsonBuilder.bytes((Value.Document) StoredItems.decode(item.body()));
      return true;
    } catch (OrreryException _) {
      return false;
    }
  }

  private Figures figures(Namespace namespace, ContainerHandle collection, RequestContext context) {
    Counters sizes = Counters.ZERO;
    for (PartitionStatistics partition : gateway.partitions(collection)) {
      sizes = sizes.plus(partition.counters());
    }
    return new Figures(
        reads.documents(collection, context),
        sizes,
        indexes.of(namespace).listed().size(),
        collections.capped(collection));
  }
}
