// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.read.DocumentStore;
import io.orrery.api.mongo.validate.DocumentCheck;
import io.orrery.api.mongo.validate.Validators;
import io.orrery.api.mongo.write.NewDocuments.NewDocument;
import io.orrery.api.mongo.write.Receipts.Receipt;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.RequestContext;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// New documents, as many in one atomic write as fit. Where one of them cannot be, those in front
/// of it are written by themselves: whoever looks sees what writing them singly would have left.
final class Inserts {
  /// Beside them there is room for a receipt.
  private static final int DOCUMENTS_MAX = 99;

  private static final int BYTES_MAX = 1 << 20;

  private final DocumentStore store;
  private final Receipts receipts;
  private final NewDocuments documents;
  private final DuplicateKeys duplicates;
  private final Validators validators;

  Inserts(
      DocumentStore store,
      Receipts receipts,
      DuplicateKeys duplicates,
      Validators validators,
      InstantSource clock) {
    this.validators = validators;
    this.store = store;
    this.duplicates = duplicates;
    this.receipts = receipts;
    this.documents = new NewDocuments(clock);
  }

  void answer(
      ContainerHandle collection,
      WriteCommand.Insert insert,
      BsonBuilder reply,
      RequestContext context) {
    WriteReply answer = new WriteReply(insert.ordered());
    int at = 0;
    while (at < insert.documents().size() && answer.goesOn()) {
      at += known(collection, insert, at, answer, context);
      if (at < insert.documents().size()) {
        at += some(collection, insert, at, answer, context);
      }
    }
    if (answer.hasFailures()) {
      store.failed();
    }
    answer.writeInsert(reply);
  }

  /// How many documents from here on were written when the command came before.
  private int known(
      ContainerHandle collection,
      WriteCommand.Insert insert,
      int at,
      WriteReply answer,
      RequestContext context) {
    if (insert.retry().isEmpty()) {
      return 0;
    }
    Optional<PartitionKey> partition = partition(collection, insert.documents().get(at));
    Optional<Receipt> receipt =
        partition.flatMap(
            where -> receipts.find(collection, where, insert.retry().get(), at, context));
    int count = receipt.map(each -> (int) each.statements()).orElse(0);
    for (int i = 0; i < count; i++) {
      answer.retried(at + i);
    }
    answer.counted(count, 0);
    return count;
  }

  /// Where a document belongs; empty if it does not say, and then it was never written.
  private static Optional<PartitionKey> partition(
      ContainerHandle collection, RawDocument document) {
    if (!ShardKey.isSharded(collection)) {
      return Optional.of(PartitionKey.NONE);
    }
    try {
      return Optional.of(ShardKey.of(collection, document.toStored()));
    } catch (OrreryException unfit) {
      return Optional.empty();
    }
  }

  /// Writes some documents that lie together from here on; gives how many are done with, well or
  /// not.
  private int some(
      ContainerHandle collection,
      WriteCommand.Insert insert,
      int at,
      WriteReply answer,
      RequestContext context) {
    Portion portion = new Portion(at, new ArrayList<>(), new ArrayList<>());
    List<NewDocument> wanted = portion.documents();
    List<Operation> creates = portion.creates();
    Optional<DocumentCheck> check = validators.of(collection, insert.bypass());
    int next = at;
    try {
      long bytes = 0;
      while (next < insert.documents().size() && wanted.size() < DOCUMENTS_MAX) {
        RawDocument raw = insert.documents().get(next);
        DocumentSize.require(raw.length());
        NewDocument document = documents.of(raw.toStored());
        check.ifPresent(each -> each.require(document.body()));
        if (!wanted.isEmpty() && bytes + document.body().length > BYTES_MAX) {
          break; // what is too large for an item is written alone, and refused alone
        }
        ItemKey key = DocumentKeys.of(collection, document.id(), document.body());
        if (!creates.isEmpty() && !store.areTogether(collection, creates.getFirst().key(), key)) {
          break;
        }
        creates.add(new Operation.Create(key, new NewItem(document.body(), 0, true)));
        wanted.add(document);
        bytes += document.body().length;
        next++;
      }
    } catch (OrreryException unfit) {
      if (wanted.isEmpty()) {
        answer.failed(at, unfit);
        return 1;
      }
      // Those in front of it first.
    }
    return write(collection, insert, portion, answer, context);
  }

  /// Documents that are written together, from one of the command's on.
  private record Portion(int at, List<NewDocument> documents, List<Operation> creates) {
    int size() {
      return creates.size();
    }

    Portion first(int count) {
      return new Portion(at, documents.subList(0, count), creates.subList(0, count));
    }

    /// Those in front that lie in the logical partition of the first, and so always together.
    Portion ofOneKey() {
      ItemKey key = creates.getFirst().key();
      int count = 1;
      while (count < size() && creates.get(count).key().sharesPartitionKey(key)) {
        count++;
      }
      return first(count);
    }
  }

  private int write(
      ContainerHandle collection,
      WriteCommand.Insert insert,
      Portion portion,
      WriteReply answer,
      RequestContext context) {
    List<Operation> operations = new ArrayList<>();
    PartitionKey partition = collection.partitionKey(portion.creates().getFirst().key());
    Receipt receipt = new Receipt(portion.size(), Value.Null.NULL);
    insert
        .retry()
        .ifPresent(
            retry ->
                operations.add(
                    Receipts.write(collection, partition, retry, portion.at(), receipt)));
    int first = operations.size();
    operations.addAll(portion.creates());
    int[] done = new int[1];
    answer.attempt(
        portion.at(),
        () -> {
          done[0] = 1;
          Optional<BatchOutcome> outcome = written(collection, operations, context);
          if (outcome.isEmpty()) {
            done[0] = write(collection, insert, portion.ofOneKey(), answer, context);
            return;
          }
          switch (outcome.get()) {
            case BatchOutcome.Committed _ -> {
              answer.counted(portion.size(), 0);
              done[0] = portion.size();
            }
            case BatchOutcome.Failed failed when failed.index() < first ->
                done[0] = 0; // somebody sent the same meanwhile: there is a receipt now
            case BatchOutcome.Failed failed when failed.index() > first -> {
              Portion good = portion.first(failed.index() - first);
              done[0] = write(collection, insert, good, answer, context);
            }
            case BatchOutcome.Failed failed ->
                throw duplicates.explain(
                    collection, failed.reason(), portion.documents().getFirst().body());
          }
        });
    return done[0];
  }

  /// Empty if a split has taken the documents apart before they came.
  private Optional<BatchOutcome> written(
      ContainerHandle collection, List<Operation> operations, RequestContext context) {
    try {
      return Optional.of(store.write(collection, operations, context));
    } catch (OrreryException failure) {
      ItemKey first = operations.getFirst().key();
      boolean apart =
          failure.code() == ErrorCode.NOT_SUPPORTED
              && !operations.stream().allMatch(each -> each.key().sharesPartitionKey(first));
      if (apart) {
        return Optional.empty();
      }
      throw failure;
    }
  }
}
