// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.write.DocumentWrites;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Makes capped collections of others: what fits of their documents, without their indexes.
///
/// @param patience for each portion of documents
record CappedCopies(
    Gateway gateway,
    MongoCollections collections,
    DocumentReads reads,
    DocumentWrites writes,
    Duration patience) {
  private static final int PORTION = 500;
  private static final Selection ALL =
      new Selection(
          new Value.Document(new LinkedHashMap<>()),
          new Value.Document(new LinkedHashMap<>()),
          0,
          Long.MAX_VALUE);

  void convert(Namespace namespace, CollectionOptions size) {
    if (collections.find(namespace).filter(ShardKey::isSharded).isPresent()) {
      throw new MongoFailure(
          MongoError.ILLEGAL_OPERATION, "You can't convertToCapped a sharded collection");
    }
    collections.remake(namespace, size, this::copy);
  }

  private void copy(ContainerHandle from, Namespace to) {
    Optional<String> place = Optional.empty();
    do {
      DocumentReads.Rows rows =
          reads.page(
              from, ALL, new PageRequest(PORTION, place.orElse(null)), gateway.request(patience));
      List<RawDocument> documents =
          rows.rows().stream()
              .map(row -> RawDocument.of(BsonBuilder.bytes(row.item().body())))
              .toList();
      if (!documents.isEmpty()) {
        writes.answer(
            new WriteCommand.Insert(to, documents, true, Optional.empty(), true),
            new BsonBuilder(),
            gateway.request(patience));
      }
      place = rows.next();
    } while (place.isPresent());
  }
}
