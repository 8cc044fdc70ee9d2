// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;

/// What `$indexStats` tells of the indexes of a collection.
final class IndexStatistics {
  private final MongoCollections collections;
  private final DocumentReads reads;
  private final Value since;

  IndexStatistics(MongoCollections collections, DocumentReads reads, InstantSource clock) {
    this.collections = collections;
    this.reads = reads;
    this.since = new Value.DateTime(clock.millis(), 0);
  }

  /// Nothing of a collection that is not there.
  List<Value> of(Namespace namespace) {
    return collections
        .find(namespace)
        .map(
            collection ->
                reads.indexes(collection).listed().stream()
                    .map(spec -> told(collection, spec))
                    .toList())
        .orElse(List.of());
  }

  private Value told(ContainerHandle collection, IndexSpec spec) {
    LinkedHashMap<String, Value> accesses = new LinkedHashMap<>();
    accesses.put("ops", new Value.Int64(reads.uses().of(collection, spec)));
    accesses.put("since", since);
    Value.Document listed = spec.toDocument();
    LinkedHashMap<String, Value> told = new LinkedHashMap<>();
    told.put("name", new Value.Text(spec.name()));
    told.put("key", listed.property("key"));
    told.put("accesses", new Value.Document(accesses));
    told.put("spec", listed);
    return new Value.Document(told);
  }
}
