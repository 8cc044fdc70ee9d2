// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.index.IndexDefinitions;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes documents whose time is over, as indexes with `expireAfterSeconds` say: every minute, as
/// MongoDB does. Until then they are there.
final class Expiry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final long MILLIS_PER_SECOND = 1000;

  private final MongoCollections collections;
  private final IndexDefinitions indexes;
  private final DataAnswers data;
  private final InstantSource clock;
  private final CountDownLatch closed = new CountDownLatch(1);

  Expiry(
      MongoCollections collections,
      IndexDefinitions indexes,
      DataAnswers data,
      InstantSource clock) {
    this.collections = collections;
    this.indexes = indexes;
    this.data = data;
    this.clock = clock;
  }

  void start() {
    Thread _ = Thread.ofVirtual().name("mongo expiry").start(this::run);
  }

  private void run() {
    try {
      while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        sweep();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Removes what is over in all collections. What cannot be removed now is tried again later.
  void sweep() {
    for (String database : collections.databases()) {
      for (String name : collections.collections(database)) {
        Namespace namespace = new Namespace(database, name);
        try {
          indexes.of(namespace).specs().forEach(spec -> sweep(namespace, spec));
        } catch (OrreryException failure) {
          LOG.warn("documents of {} that are over stay for now: {}", name, failure.getMessage());
        }
      }
    }
  }

  /// What is no date never ends; of several dates the earliest counts.
  private void sweep(Namespace namespace, IndexSpec spec) {
    if (spec.expireAfterSeconds().isEmpty() || spec.isOfTime()) {
      return;
    }
    long before = clock.millis() - spec.expireAfterSeconds().get() * MILLIS_PER_SECOND;
    Value.Document over = document("$lt", new Value.DateTime(before, 0));
    Value.Document filter = document(spec.paths().getFirst(), over);
    var removal = new WriteCommand.Removal(filter, false, Value.Undefined.UNDEFINED);
    data.answer(
        new WriteCommand.Delete(namespace, List.of(removal), false, Optional.empty()),
        Optional.empty(),
        new BsonBuilder(),
        data.request(Optional.empty()));
  }

  private static Value.Document document(String name, Value value) {
    return new Value.Document(new LinkedHashMap<>(Map.of(name, value)));
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
