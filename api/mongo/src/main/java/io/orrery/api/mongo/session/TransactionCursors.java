// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;

/// What a transaction has found and not yet told. It is in memory: later writes of the transaction
/// do not change what was found before.
final class TransactionCursors {
  private static final int CURSORS_MAX = 16;
  private static final long FIRST_BATCH = 101;
  private static final int BATCH_BYTES_MAX = 12 << 20;

  private record Rest(Namespace namespace, Queue<byte[]> documents) {}

  private final Map<Long, Rest> cursors = new HashMap<>();

  /// Answers with the first of some documents, and keeps the others.
  ///
  /// @param time what the state they were found in is called, if others may ask for it
  void open(
      Namespace namespace,
      Collection<byte[]> documents,
      long batchSize,
      boolean single,
      Optional<Value.Timestamp> time,
      BsonBuilder reply) {
    Queue<byte[]> rest = new ArrayDeque<>(documents);
    reply.beginDocument("cursor").beginArray("firstBatch");
    fill(rest, batchSize < 0 ? FIRST_BATCH : batchSize, reply);
    long id = 0;
    if (!rest.isEmpty() && !single) {
      if (cursors.size() == CURSORS_MAX) {
        throw new MongoFailure(
            MongoError.EXCEEDED_MEMORY_LIMIT,
            "A transaction has at most %d open cursors.".formatted(CURSORS_MAX));
      }
      // Only the session of the transaction can ask for it.
      id = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
      cursors.put(id, new Rest(namespace, rest));
    }
    reply.end().put("id", id).put("ns", namespace.toString());
    time.ifPresent(each -> reply.put("atClusterTime", each));
    reply.end();
  }

  void next(long id, Namespace namespace, long batchSize, BsonBuilder reply) {
    Rest rest = cursors.get(id);
    if (rest == null || !rest.namespace().equals(namespace)) {
      throw new MongoFailure(MongoError.CURSOR_NOT_FOUND, "cursor id %d not found".formatted(id));
    }
    reply.beginDocument("cursor").beginArray("nextBatch");
    fill(rest.documents(), batchSize <= 0 ? Long.MAX_VALUE : batchSize, reply);
    if (rest.documents().isEmpty()) {
      cursors.remove(id);
    }
    long next = rest.documents().isEmpty() ? 0 : id;
    reply.end().put("id", next).put("ns", namespace.toString()).end();
  }

  private static void fill(Queue<byte[]> rest, long count, BsonBuilder reply) {
    for (long i = 0; i < count && !rest.isEmpty() && reply.size() < BATCH_BYTES_MAX; i++) {
      reply.add(rest.remove());
    }
  }

  boolean has(long id) {
    return cursors.containsKey(id);
  }

  boolean kill(long id) {
    return cursors.remove(id) != null;
  }

  void clear() {
    cursors.clear();
  }
}
