// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.option.CappedSize;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Keeps capped collections as small as they are to be: behind a write, and before it is answered,
/// the documents go that were inserted first. The newest one stays, however large it is.
///
/// Writes of such a collection come one after the other, as in MongoDB. So what it holds is known
/// from one insert to the next, and is found out anew behind everything else.
public final class CappedCollections {
  private static final int PAGE = 100;
  private static final Value.Document ALL = new Value.Document(new LinkedHashMap<>());

  private final Gateway gateway;
  private final MongoCollections collections;
  private final DocumentReads reads;
  private final ConcurrentHashMap<Integer, Tally> tallies = new ConcurrentHashMap<>();

  /// What a collection holds. Guarded by its lock.
  private static final class Tally {
    final ReentrantLock lock = new ReentrantLock();
    boolean known;
    long documents;
    long bytes;
    long newest = -1;
  }

  public CappedCollections(Gateway gateway, MongoCollections collections, DocumentReads reads) {
    this.gateway = gateway;
    this.collections = collections;
    this.reads = reads;
  }

  /// Has something written to a collection, and makes room for it if that is capped.
  ///
  /// @param inserts whether nothing but new documents is written
  public void write(
      ContainerHandle collection, boolean inserts, Runnable work, RequestContext context) {
    Optional<CappedSize> size = collections.capped(collection);
    if (size.isEmpty()) {
      work.run();
      return;
    }
    Tally tally = tallies.computeIfAbsent(collection.number(), _ -> new Tally());
    tally.lock.lock();
    try {
      tally.known &= inserts;
      work.run();
      count(collection, tally, context);
      trim(collection, size.get(), tally, context);
    } catch (RuntimeException | Error failure) {
      tally.known = false;
      throw failure;
    } finally {
      tally.lock.unlock();
    }
  }

  /// Somebody else has written to a collection.
  void changed(ContainerHandle collection) {
    Tally tally = tallies.get(collection.number());
    if (tally != null) {
      tally.lock.lock();
      try {
        tally.known = false;
      } finally {
        tally.lock.unlock();
      }
    }
  }

  /// Counts what is new, or everything.
  private void count(ContainerHandle collection, Tally tally, RequestContext context) {
    long last = tally.known ? tally.newest : -1;
    if (!tally.known) {
      tally.documents = 0;
      tally.bytes = 0;
      tally.newest = -1;
    }
    Optional<String> place = Optional.empty();
    do {
      DocumentReads.Rows rows = page(collection, true, place, context);
      for (Row row : rows.rows()) {
        if (row.item().rid() <= last) {
          tally.known = true;
          return;
        }
        tally.documents++;
        tally.bytes += bytes(row);
        tally.newest = Math.max(tally.newest, row.item().rid());
      }
      place = rows.next();
    } while (place.isPresent());
    tally.known = true;
  }

  private static long bytes(Row row) {
    return BsonBuilder.bytes(row.item().body()).length;
  }

  private void trim(
      ContainerHandle collection, CappedSize size, Tally tally, RequestContext context) {
    while (tally.documents > 1 && size.isExceededBy(tally.documents, tally.bytes)) {
      List<Operation> deletes = new ArrayList<>();
      for (Row row : page(collection, false, Optional.empty(), context).rows()) {
        if (tally.documents <= 1 || !size.isExceededBy(tally.documents, tally.bytes)) {
          break;
        }
        deletes.add(new Operation.Delete(row.key(), null));
        tally.documents--;
        tally.bytes -= bytes(row);
      }
      switch (gateway.batch(collection, deletes, context)) {
        case BatchOutcome.Committed _ -> {
          // There is room now, or a little more.
        }
        case BatchOutcome.Failed failed -> throw failed.reason();
      }
    }
  }

  private DocumentReads.Rows page(
      ContainerHandle collection,
      boolean newestFirst,
      Optional<String> place,
      RequestContext context) {
    Value.Document natural =
        new Value.Document(
            new LinkedHashMap<>(Map.of("$natural", new Value.Int32(newestFirst ? -1 : 1))));
    return reads.page(
        collection,
        new Selection(ALL, natural, 0, Long.MAX_VALUE),
        new PageRequest(PAGE, place.orElse(null)),
        context);
  }
}
