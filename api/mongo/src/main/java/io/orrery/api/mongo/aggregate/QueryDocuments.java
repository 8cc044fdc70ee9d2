// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The documents that a query finds, a page at a time. Between pages there is only the place where
/// to go on, so splits do not matter, nor does another process.
final class QueryDocuments implements DocumentStream {
  private static final int PAGE = 1000;

  private final DocumentReads reads;
  private final ContainerHandle collection;
  private final QueryRequest query;
  private final PipelineRun run;
  private final Deque<Value.Document> page = new ArrayDeque<>();
  private @Nullable String place;
  private boolean over;
  private int pageMax = PAGE;

  QueryDocuments(
      DocumentReads reads, ContainerHandle collection, QueryRequest query, PipelineRun run) {
    this.reads = reads;
    this.collection = collection;
    this.query = query;
    this.run = run;
  }

  /// The query, whose places are worth nothing to another one.
  QueryRequest query() {
    return query;
  }

  /// Begins where another process has ended.
  void startAt(Optional<String> start) {
    place = start.orElse(null);
  }

  /// Reads no more documents ahead than are told at once: then all that is left is a place.
  void expect(long count) {
    pageMax = (int) Math.min(count, PAGE);
  }

  /// Whether documents were read that were not told yet.
  boolean hasRead() {
    return !page.isEmpty();
  }

  /// Whether there is nothing behind what was told.
  boolean isOver() {
    return over && page.isEmpty();
  }

  /// Where the documents begin that were not told yet; empty for the first.
  Optional<String> place() {
    if (!page.isEmpty()) {
      throw new IllegalStateException(page.size() + " documents were read ahead");
    }
    return Optional.ofNullable(place);
  }

  @Override
  public Value.@Nullable Document next() {
    while (page.isEmpty() && !over) {
      readOn();
    }
    return page.poll();
  }

  private void readOn() {
    try (QueryPage next =
        reads.open(collection, query, new PageRequest(pageMax, place), run.request())) {
      next.rows().forEach(row -> page.add(document(row)));
      place = next.continuation().orElse(null);
      over = place == null;
    } catch (OrreryException failure) {
      if (failure instanceof MongoFailure || failure.code() != ErrorCode.LIMIT_EXCEEDED) {
        throw failure;
      }
      throw new MongoFailure(
          MongoError.QUERY_EXCEEDED_MEMORY,
          "Exceeded memory limit for the stages of the partitions: " + failure.getMessage());
    }
  }

  private static Value.Document document(Result row) {
    return switch (row) {
      case Result.Whole(Row found) -> (Value.Document) StoredItems.decode(found.item().body());
      case Result.Computed(Value value) -> (Value.Document) value;
    };
  }
}
