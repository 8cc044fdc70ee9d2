// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.collection.MongoCollections;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.command.WriteCommand;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.command.WriteCommand.Removal;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.read.DocumentStore;
import io.orrery.api.mongo.read.Projection;
import io.orrery.api.mongo.validate.Validators;
import io.orrery.api.mongo.write.Receipts.Receipt;
import io.orrery.api.mongo.write.Statements.AlreadyDone;
import io.orrery.api.mongo.write.Statements.Changed;
import io.orrery.api.mongo.write.Statements.Companion;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.RequestContext;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Answers writes of documents, statement by statement.
public final class DocumentWrites {
  private static final Value.Document NONE = new Value.Document(new LinkedHashMap<>());

  private final MongoCollections collections;
  private final DocumentStore store;
  private final Statements statements;
  private final Receipts receipts;
  private final Inserts inserts;
  private final CappedCollections capped;

  /// @param capped makes room in collections that may not grow
  public DocumentWrites(
      MongoCollections collections,
      Receipts receipts,
      DocumentStore store,
      CappedCollections capped,
      InstantSource clock) {
    this.capped = capped;
    DuplicateKeys duplicates = new DuplicateKeys(collections);
    Validators validators = collections.validators();
    this.collections = collections;
    this.store = store;
    this.statements = new Statements(store, duplicates, validators, clock);
    this.receipts = receipts;
    this.inserts = new Inserts(store, receipts, duplicates, validators, clock);
  }

  public void answer(WriteCommand command, BsonBuilder reply, RequestContext context) {
    if (command instanceof WriteCommand.Insert insert) {
      ContainerHandle collection = collections.require(insert.namespace());
      capped.write(
          collection, true, () -> inserts.answer(collection, insert, reply, context), context);
      return;
    }
    collections
        .find(command.namespace())
        .ifPresentOrElse(
            collection ->
                capped.write(collection, false, () -> change(command, reply, context), context),
            () -> change(command, reply, context));
  }

  private void change(WriteCommand command, BsonBuilder reply, RequestContext context) {
    switch (command) {
      case WriteCommand.Insert _ -> throw new IllegalStateException("an insert changes nothing");
      case WriteCommand.Update update -> update(update, reply, context);
      case WriteCommand.Delete delete -> delete(delete, reply, context);
      case WriteCommand.FindAndModify both -> findAndModify(both, reply, context);
    }
  }

  private void update(WriteCommand.Update update, BsonBuilder reply, RequestContext context) {
    WriteReply answer = new WriteReply(update.ordered());
    boolean makes = update.changes().stream().anyMatch(Change::upsert);
    Optional<ContainerHandle> collection = collection(update.namespace(), makes);
    for (int i = 0; i < update.changes().size() && answer.goesOn(); i++) {
      Change change = update.changes().get(i);
      int statement = i;
      answer.attempt(
          i,
          () -> {
            check(change);
            if (collection.isEmpty()) {
              return;
            }
            requireTarget(collection.get(), change);
            if (change.multi()) {
              multi(collection.get(), change, statement, answer, context);
            } else {
              answer.changed(
                  statement,
                  once(
                      collection.get(),
                      FilterReader.read(change.filter()),
                      update.retry(),
                      statement,
                      answer,
                      Changed::withoutImages,
                      companion ->
                          statements.changeOne(
                              collection.get(), change, change.sort(), companion, context),
                      context));
            }
          });
    }
    finish(answer);
    answer.writeUpdate(reply);
  }

  /// A wrong statement is one also where there is nothing to change.
  private static void check(Change change) {
    var _ = FilterReader.read(change.filter());
    if (change.pipeline().isPresent()) {
      PipedChanges.require(change.pipeline().get());
    } else if (!NewDocuments.isReplacement(change.change())) {
      var _ = UpdateOperators.of(change);
    } else if (change.multi()) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE, "multi update is not supported for replacement-style update");
    }
  }

  private void multi(
      ContainerHandle collection,
      Change change,
      int statement,
      WriteReply answer,
      RequestContext context) {
    long[] counts = statements.changeAll(collection, change, context);
    if (counts[0] > 0 || !change.upsert()) {
      answer.counted(counts[0], counts[1]);
    } else {
      answer.changed(
          statement, statements.changeOne(collection, change, NONE, Companion.NONE, context));
    }
  }

  private Optional<ContainerHandle> collection(Namespace namespace, boolean makes) {
    return makes ? Optional.of(collections.require(namespace)) : collections.find(namespace);
  }

  /// Does a statement, or tells what became of it when it came before.
  ///
  /// @param remembered what is to be told then
  private Changed once(
      ContainerHandle collection,
      Filter filter,
      Optional<Retry> retry,
      int statement,
      WriteReply answer,
      UnaryOperator<Changed> remembered,
      Function<Companion, Changed> work,
      RequestContext context) {
    if (retry.isEmpty()) {
      return work.apply(Companion.NONE);
    }
    PartitionKey partition =
        ShardKey.only(collection, filter).orElseThrow(() -> notTargeted(collection));
    Companion receipt =
        (changed, document) ->
            Optional.of(
                Receipts.write(
                    collection,
                    collection.partitionKey(document),
                    retry.get(),
                    statement,
                    new Receipt(1, Outcomes.write(remembered.apply(changed)))));
    Optional<Receipt> known = receipts.find(collection, partition, retry.get(), statement, context);
    if (known.isEmpty()) {
      try {
        return work.apply(receipt);
      } catch (AlreadyDone done) {
        known = receipts.find(collection, partition, retry.get(), statement, context);
      }
    }
    answer.retried(statement);
    return Outcomes.read(known.orElseThrow().outcome());
  }

  /// Whether a write took place is known where it would have.
  private static MongoFailure notTargeted(ContainerHandle collection) {
    return new MongoFailure(
        MongoError.SHARD_KEY_NOT_FOUND,
        "A retryable write to a sharded collection needs the shard key '%s' in its filter."
            .formatted(ShardKey.path(collection)));
  }

  /// What is made is made in one place, which the filter names.
  private static void requireTarget(ContainerHandle collection, Change change) {
    Filter filter = FilterReader.read(change.filter());
    if (change.upsert() && ShardKey.only(collection, filter).isEmpty()) {
      throw new MongoFailure(
          MongoError.SHARD_KEY_NOT_FOUND,
          "Failed to target upsert by query :: could not extract exact shard key '%s'"
              .formatted(ShardKey.path(collection)));
    }
  }

  private void delete(WriteCommand.Delete delete, BsonBuilder reply, RequestContext context) {
    WriteReply answer = new WriteReply(delete.ordered());
    Optional<ContainerHandle> collection = collections.find(delete.namespace());
    List<Removal> removals = delete.removals();
    for (int i = 0; i < removals.size() && answer.goesOn(); i++) {
      Removal removal = removals.get(i);
      int statement = i;
      answer.attempt(
          i,
          () -> {
            var _ = FilterReader.read(removal.filter());
            if (collection.isEmpty()) {
              return;
            }
            if (!removal.one()) {
              answer.counted(statements.removeAll(collection.get(), removal, context), 0);
              return;
            }
            var selection = new Selection(removal.filter(), NONE, 0, 1, removal.hint());
            answer.changed(
                statement,
                once(
                    collection.get(),
                    FilterReader.read(removal.filter()),
                    delete.retry(),
                    statement,
                    answer,
                    Changed::withoutImages,
                    companion ->
                        statements.removeOne(collection.get(), selection, companion, context),
                    context));
          });
    }
    finish(answer);
    answer.writeDelete(reply);
  }

  private void finish(WriteReply answer) {
    if (answer.hasFailures()) {
      store.failed();
    }
  }

  private void findAndModify(
      WriteCommand.FindAndModify both, BsonBuilder reply, RequestContext context) {
    both.change().ifPresent(DocumentWrites::check);
    Projection projection =
        Projection.read(
            both.projection(), FilterReader.read(both.filter()), CollatedFilters.of(both.filter()));
    boolean makes = both.change().map(Change::upsert).orElse(false);
    Optional<ContainerHandle> collection = collection(both.namespace(), makes);
    collection.ifPresent(found -> both.change().ifPresent(change -> requireTarget(found, change)));
    WriteReply answer = new WriteReply(true);
    Changed changed =
        collection
            .map(
                found ->
                    once(
                        found,
                        FilterReader.read(both.filter()),
                        both.retry(),
                        0,
                        answer,
                        each -> both.tellsNew() ? each.onlyAfter() : each.onlyBefore(),
                        companion -> modify(found, both, companion, context),
                        context))
            .orElse(Changed.NOTHING);
    Optional<Value.Document> told =
        (both.tellsNew() ? changed.after() : changed.before()).map(projection::apply);
    reply.beginDocument("lastErrorObject");
    reply.put("n", changed.matched() || changed.upserted().isPresent() ? 1 : 0);
    if (both.change().isPresent()) {
      reply.put("updatedExisting", changed.matched());
      changed.upserted().ifPresent(id -> reply.put("upserted", id));
    }
    reply.end().put("value", told.isPresent() ? told.get() : Value.Null.NULL);
    answer.writeRetried(reply);
  }

  private Changed modify(
      ContainerHandle collection,
      WriteCommand.FindAndModify both,
      Companion companion,
      RequestContext context) {
    // What is told must be what was there: so this is never left to the partition alone.
    Companion seen = companion.needsImages() ? companion : Companion.TOLD;
    return both.change().isPresent()
        ? statements.changeOne(collection, both.change().get(), both.sort(), seen, context)
        : statements.removeOne(
            collection,
            new Selection(both.filter(), both.sort(), 0, 1, both.hint()),
            seen,
            context);
  }
}
