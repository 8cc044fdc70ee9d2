// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.command.WriteCommand.Removal;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.IdFilter;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.read.DocumentStore;
import io.orrery.api.mongo.read.DocumentStore.Changing;
import io.orrery.api.mongo.validate.Validators;
import io.orrery.api.mongo.write.NewDocuments.NewDocument;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.TakenUniqueKey;
import io.orrery.gateway.UnfitUpdate;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Collation;
import io.orrery.model.container.ItemKey;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Changes and removals of single documents, each in one atomic write that expects the document as
/// it was matched; if somebody got ahead, it is matched again.
final class Statements {
  /// What a write fails with when another one was faster.
  private static final Set<ErrorCode> OVERTAKEN =
      EnumSet.of(ErrorCode.CONFLICT, ErrorCode.NOT_FOUND, ErrorCode.PRECONDITION_FAILED);

  private static final int ATTEMPTS_MAX = 100;
  private static final Value.Document NO_ORDER = new Value.Document(new LinkedHashMap<>());

  /// What became of a document.
  ///
  /// @param upserted the id of a document that was made
  record Changed(
      boolean matched,
      boolean modified,
      Optional<Value> upserted,
      Optional<Value.Document> before,
      Optional<Value.Document> after) {
    static final Changed NOTHING =
        new Changed(false, false, Optional.empty(), Optional.empty(), Optional.empty());

    Changed withoutImages() {
      return new Changed(matched, modified, upserted, Optional.empty(), Optional.empty());
    }

    Changed onlyBefore() {
      return new Changed(matched, modified, upserted, before, Optional.empty());
    }

    Changed onlyAfter() {
      return new Changed(matched, modified, upserted, Optional.empty(), after);
    }
  }

  /// What is written together with a change, made from what the change does.
  interface Companion {
    /// Nothing is, and nobody wants to know what the document was.
    Companion NONE =
        new Companion() {
          @Override
          public Optional<Operation> of(Changed changed, ItemKey document) {
            return Optional.empty();
          }

          @Override
          public boolean needsImages() {
            return false;
          }
        };

    /// Nothing is, but what the document was and became is told.
    Companion TOLD = (_, _) -> Optional.empty();

    /// What is to be written beside it.
    ///
    /// @param document of which all this is true
    Optional<Operation> of(Changed changed, ItemKey document);

    /// Whether what the document was and became has to be known.
    default boolean needsImages() {
      return true;
    }
  }

  private final DocumentStore store;
  private final ChangedDocuments documents;
  private final DuplicateKeys duplicates;
  private final Validators validators;

  Statements(
      DocumentStore store, DuplicateKeys duplicates, Validators validators, InstantSource clock) {
    this.validators = validators;
    this.store = store;
    this.duplicates = duplicates;
    this.documents = new ChangedDocuments(clock);
  }

  /// Changes the first document of a filter, or makes it.
  Changed changeOne(
      ContainerHandle collection,
      Change change,
      Value.Document sort,
      Companion companion,
      RequestContext context) {
    if (store.updates() && !companion.needsImages() && isBlind(collection, change)) {
      try {
        return changeBlindly(collection, change, context);
      } catch (TakenUniqueKey _) {
        // Done with the document in sight, it can be said which values are taken.
      }
    }
    var selection = new Selection(change.filter(), sort, 0, 1, change.hint());
    for (int attempts = 0; attempts < ATTEMPTS_MAX; attempts++) {
      Optional<Row> found = store.first(collection, selection, context);
      Optional<Changed> done =
          found.isPresent()
              ? change(collection, found.get(), change, companion, context)
              : change.upsert()
                  ? upsert(collection, change, companion, context)
                  : Optional.of(Changed.NOTHING);
      if (done.isPresent()) {
        return done.get();
      }
    }
    throw tooManyAttempts();
  }

  /// Whether it can be left to the partition: nothing has to be read for it, and nobody has to see
  /// what becomes of the document.
  private boolean isBlind(ContainerHandle collection, Change change) {
    return !change.upsert()
        && validators.of(collection, change.bypass()).isEmpty()
        && change.arrayFilters().isEmpty()
        && change.pipeline().isEmpty()
        && !NewDocuments.isReplacement(change.change())
        && DocumentKeys.isKey(collection, FilterReader.read(change.filter()))
        && UpdateOperators.of(change).isIndependent(collection);
  }

  private Changed changeBlindly(ContainerHandle collection, Change change, RequestContext context) {
    Filter filter = FilterReader.read(change.filter());
    ItemKey key = DocumentKeys.only(collection, filter).orElseThrow();
    var places = new ConcretePaths(filter, List.of(), Collation.SIMPLE);
    var update = new Update(UpdateOperators.of(change).edits(NO_ORDER, places), null, null, false);
    try {
      WriteResult result = store.update(collection, key, update, context);
      boolean modified = result.effect() == WriteResult.Effect.REPLACED;
      return new Changed(true, modified, Optional.empty(), Optional.empty(), Optional.empty());
    } catch (UnfitUpdate unfit) {
      throw EditFailures.failure(unfit.failure());
    } catch (OrreryException failure) {
      if (failure.code() == ErrorCode.NOT_FOUND) {
        return Changed.NOTHING;
      }
      throw failure;
    }
  }

  /// Changes every document of a filter; gives how many matched and how many became different.
  long[] changeAll(ContainerHandle collection, Change change, RequestContext context) {
    long[] counts = new long[2];
    Filter filter = FilterReader.read(change.filter());
    // A pipeline may change whatever there is.
    List<List<String>> changed =
        change.pipeline().isPresent()
            ? List.of(List.of())
            : UpdateOperators.of(change).changed().stream()
                .map(path -> DocumentPath.of(path).names())
                .toList();
    forEach(
        collection,
        new Changing(change.filter(), change.hint(), changed),
        context,
        row -> {
          for (Optional<Row> found = Optional.of(row); found.isPresent(); ) {
            Optional<Changed> done =
                change(collection, found.get(), change, Companion.NONE, context);
            if (done.isPresent()) {
              counts[0]++;
              counts[1] += done.get().modified() ? 1 : 0;
              return;
            }
            found = again(collection, row.key(), filter, context);
          }
        });
    return counts;
  }

  /// The document as it is now, if it still passes.
  private Optional<Row> again(
      ContainerHandle collection, ItemKey key, Filter filter, RequestContext context) {
    return store
        .find(collection, key, context)
        .filter(item -> Matching.matches(filter, StoredItems.decode(item.body())))
        .map(item -> new Row(key, item));
  }

  private interface RowAction {
    void accept(Row row);
  }

  private void forEach(
      ContainerHandle collection, Changing wanted, RequestContext context, RowAction action) {
    Optional<String> place = Optional.empty();
    do {
      DocumentReads.Rows rows = store.next(collection, wanted, place, context);
      rows.rows().forEach(action::accept);
      place = rows.next();
    } while (place.isPresent());
  }

  /// Empty if somebody got ahead.
  private Optional<Changed> change(
      ContainerHandle collection,
      Row row,
      Change change,
      Companion companion,
      RequestContext context) {
    Value.Document before = (Value.Document) StoredItems.decode(row.item().body());
    byte[] after = documents.changed(change, before, row.item().body());
    boolean modified = !Arrays.equals(after, row.item().body());
    ShardKey.requireSame(collection, ShardKey.of(collection, row.item().body()), after);
    Changed result =
        new Changed(
            true,
            modified,
            Optional.empty(),
            Optional.of(before),
            Optional.of((Value.Document) StoredItems.decode(after)));
    if (!modified) {
      return Optional.of(result);
    }
    validators
        .of(collection, change.bypass())
        .ifPresent(each -> each.requireChanged(before, after));
    NewItem item = new NewItem(after, row.item().ttlSeconds(), true);
    var replace =
        new Operation.Replace(row.key(), item, row.item().version(), !isReplacement(change));
    return write(collection, replace, companion.of(result, row.key()), context)
        ? Optional.of(result)
        : Optional.empty();
  }

  private static boolean isReplacement(Change change) {
    return change.pipeline().isEmpty() && NewDocuments.isReplacement(change.change());
  }

  /// Empty if somebody made such a document meanwhile.
  private Optional<Changed> upsert(
      ContainerHandle collection, Change change, Companion companion, RequestContext context) {
    Filter filter = FilterReader.read(change.filter());
    NewDocument document = documents.made(change, filter);
    validators.of(collection, change.bypass()).ifPresent(each -> each.require(document.body()));
    Changed result =
        new Changed(
            false,
            false,
            Optional.of(document.id()),
            Optional.empty(),
            Optional.of((Value.Document) StoredItems.decode(document.body())));
    NewItem item = new NewItem(document.body(), 0, true);
    ItemKey key = DocumentKeys.of(collection, document.id(), document.body());
    var create = new Operation.Create(key, item);
    boolean written = write(collection, create, companion.of(result, key), context);
    if (!written && IdFilter.only(filter).isEmpty()) {
      throw duplicates.explain(
          collection, new OrreryException(ErrorCode.CONFLICT, ""), document.body());
    }
    return written ? Optional.of(result) : Optional.empty();
  }

  /// Removes the first document of a filter.
  Changed removeOne(
      ContainerHandle collection,
      Selection selection,
      Companion companion,
      RequestContext context) {
    for (int attempts = 0; attempts < ATTEMPTS_MAX; attempts++) {
      Optional<Row> found = store.first(collection, selection, context);
      if (found.isEmpty()) {
        return Changed.NOTHING;
      }
      Row row = found.get();
      Changed result =
          new Changed(
              true,
              true,
              Optional.empty(),
              Optional.of((Value.Document) StoredItems.decode(row.item().body())),
              Optional.empty());
      var delete = new Operation.Delete(row.key(), row.item().version());
      if (write(collection, delete, companion.of(result, row.key()), context)) {
        return result;
      }
    }
    throw tooManyAttempts();
  }

  /// Removes every document of a filter; gives how many there were.
  long removeAll(ContainerHandle collection, Removal removal, RequestContext context) {
    long[] count = new long[1];
    Filter read = FilterReader.read(removal.filter());
    forEach(
        collection,
        new Changing(removal.filter(), removal.hint(), List.of()),
        context,
        row -> {
          for (Optional<Row> found = Optional.of(row); found.isPresent(); ) {
            var delete = new Operation.Delete(row.key(), found.get().item().version());
            if (write(collection, delete, Optional.empty(), context)) {
              count[0]++;
              return;
            }
            found = again(collection, row.key(), read, context);
          }
        });
    return count[0];
  }

  private static byte[] body(Operation operation) {
    return switch (operation) {
      case Operation.Create(_, NewItem item) -> item.body();
      case Operation.Replace(_, NewItem item, _, _) -> item.body();
      case Operation other -> throw new IllegalStateException("no values of " + other.key());
    };
  }

  /// False if the document is not as it was, or is there where it was not.
  ///
  /// @throws AlreadyDone if the companion is there: then all of this took place before
  private boolean write(
      ContainerHandle collection,
      Operation operation,
      Optional<Operation> companion,
      RequestContext context) {
    List<Operation> operations = new ArrayList<>();
    companion.ifPresent(operations::add);
    operations.add(operation);
    return switch (store.write(collection, operations, context)) {
      case BatchOutcome.Committed _ -> true;
      case BatchOutcome.Failed failed -> {
        if (failed.index() == 0 && companion.isPresent()) {
          throw new AlreadyDone();
        }
        if (!OVERTAKEN.contains(failed.code())) {
          throw duplicates.explain(collection, failed.reason(), body(operation));
        }
        yield false;
      }
    };
  }

  /// A statement that was done before, and came again.
  static final class AlreadyDone extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static OrreryException tooManyAttempts() {
    return new OrreryException(
        ErrorCode.RETRY_WITH, "Other writes to the same document kept getting ahead of this one.");
  }
}
