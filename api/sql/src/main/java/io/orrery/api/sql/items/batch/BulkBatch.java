// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.items.RangeHeaders;
import io.orrery.api.sql.items.patch.Patch;
import io.orrery.api.sql.items.query.ContainerTraits;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.SqlErrors;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.ReadResult;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.plan.update.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A bulk request: each operation by itself, whatever becomes of the others. Those on one item take
/// place in their order, the rest side by side.
final class BulkBatch {
  private static final int SERVER_ERRORS = 500;

  /// A split seldom takes longer; if it does, the next one is as far away.
  private static final Duration SPLITS_MAX = Duration.ofSeconds(5);

  private final Gateway gateway;

  BulkBatch(Gateway gateway) {
    this.gateway = gateway;
  }

  List<EntryResult> run(ItemRequest request, List<Entry> entries) {
    requireCurrentRanges(request);
    List<EntryResult> results =
        request.sql().flag(Names.BATCH_CONTINUE_ON_ERROR)
            ? runAll(request, entries)
            : runUntilFailure(request, entries);
    return fitting(entries, results, request.limits().pageBytes());
  }

  /// The answer is limited: what was read and has no room must be asked for again. What was written
  /// is told in any case, and came in a body that is limited itself.
  private static List<EntryResult> fitting(
      List<Entry> entries, List<EntryResult> results, long bytesMax) {
    List<EntryResult> fitting = new ArrayList<>(results.size());
    long bytes = 0;
    for (int i = 0; i < results.size(); i++) {
      EntryResult result = results.get(i);
      boolean fits = bytes + result.length() <= bytesMax;
      if (fits || entries.get(i).kind() != Entry.Kind.READ) {
        bytes += result.length();
        fitting.add(result);
      } else {
        fitting.add(result.withoutRoom());
      }
    }
    return fitting;
  }

  /// Fails with RANGE_GONE if the client's view of the ranges is outdated. Clients take that only a
  /// few times per operation, the Java SDK twice, so where one split follows another they are told
  /// after the last. They take it for the request only, not for some of its operations: once these
  /// have begun, the children of the range do the rest.
  private void requireCurrentRanges(ItemRequest request) {
    try {
      RangeHeaders.find(request)
          .ifPresent(
              range ->
                  gateway.answerFor(request.owner().handle(), range.ordinal(), request.context()));
    } catch (OrreryException gone) {
      request.owner().handle().awaitSettled(SPLITS_MAX);
      throw gone;
    }
  }

  private List<EntryResult> runUntilFailure(ItemRequest request, List<Entry> entries) {
    List<EntryResult> results = new ArrayList<>(entries.size());
    boolean failed = false;
    for (Entry entry : entries) {
      EntryResult result = failed ? EntryResult.FAILED_DEPENDENCY : attempt(request, entry);
      failed |= result.isFailure();
      results.add(result);
    }
    return results;
  }

  private List<EntryResult> runAll(ItemRequest request, List<Entry> entries) {
    SequencedMap<String, List<Integer>> byItem = new LinkedHashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      byItem.computeIfAbsent(itemName(entries.get(i), i), _ -> new ArrayList<>()).add(i);
    }
    List<EntryResult> results =
        new ArrayList<>(Collections.nCopies(entries.size(), EntryResult.FAILED_DEPENDENCY));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      SequencedMap<List<Integer>, Future<List<EntryResult>>> running = new LinkedHashMap<>();
      for (List<Integer> group : byItem.values()) {
        running.put(group, threads.submit(() -> runGroup(request, entries, group)));
      }
      running.forEach(
          (group, future) -> {
            List<EntryResult> done = await(future);
            for (int i = 0; i < group.size(); i++) {
              results.set(group.get(i), done.get(i));
            }
          });
    }
    return results;
  }

  private List<EntryResult> runGroup(
      ItemRequest request, List<Entry> entries, List<Integer> group) {
    List<EntryResult> results = new ArrayList<>(group.size());
    for (int index : group) {
      results.add(attempt(request, entries.get(index)));
    }
    return results;
  }

  /// Tells items apart, as far as it can be told before the operation is understood.
  private static String itemName(Entry entry, int index) {
    try {
      byte[] body = entry.body();
      String id = entry.id() != null || body == null ? entry.id() : ItemBody.of(body).id();
      return entry.partitionKey() + "/" + id;
    } catch (OrreryException invalid) {
      return "operation " + index; // Fails when its turn comes.
    }
  }

  private static List<EntryResult> await(Future<List<EntryResult>> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OrreryException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private EntryResult attempt(ItemRequest request, Entry entry) {
    try {
      return perform(request, entry);
    } catch (OrreryException failure) {
      if (SqlErrors.status(failure.code()).code() >= SERVER_ERRORS) {
        throw failure;
      }
      return EntryResult.failed(failure.code(), RequestCharge.REFUSED, failure.retryAfterMillis());
    }
  }

  private EntryResult perform(ItemRequest request, Entry entry) {
    String stated = entry.partitionKey();
    PartitionKey key =
        stated == null
            ? request.requireKey()
            : PartitionKeyHeader.parse(stated, request.owner().keyPaths());
    return switch (entry.kind()) {
      case READ -> read(request, entry, key);
      case PATCH -> EntryResult.of(entry, patch(request, entry, key), request);
      case CREATE, UPSERT, REPLACE, DELETE ->
          EntryResult.of(entry, write(request, entry.operation(request, key)), request);
    };
  }

  private EntryResult read(ItemRequest request, Entry entry, PartitionKey key) {
    ReadResult result = gateway.read(request.handle(), entry.key(request, key), request.context());
    Item item = result.item().orElseThrow();
    return EntryResult.found(entry, item, result.charge(), request);
  }

  private WriteResult patch(ItemRequest request, Entry entry, PartitionKey key) {
    Patch patch =
        Patch.of(
            StoredItems.decode(entry.requireBody()),
            ContainerTraits.of(request.handle()).surroundings(request.sql().clock()),
            request.context()::nanos);
    patch.requireNotIn(request.handle().definition());
    return patch.carryOut(gateway, request, entry.key(request, key), entry.expected(request));
  }

  private WriteResult write(ItemRequest request, Operation operation) {
    return switch (gateway.batch(request.handle(), List.of(operation), request.context())) {
      case BatchOutcome.Committed committed -> committed.results().getFirst();
      case BatchOutcome.Failed failed -> throw new OrreryException(failed.code(), failed.message());
    };
  }
}
