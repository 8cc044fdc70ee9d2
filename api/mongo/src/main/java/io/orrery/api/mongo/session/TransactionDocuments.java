// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.collection.DocumentKeys;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.api.mongo.read.DistanceOrder;
import io.orrery.api.mongo.read.DocumentReads;
import io.orrery.api.mongo.read.DocumentStore;
import io.orrery.api.mongo.read.SnapshotRows;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.ContainerSnapshot;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.SessionToken;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a transaction sees: the collections as they were when it first touched them, and what it
/// has written itself. The writes wait here until it is committed.
///
/// All of them go to one collection, and lie in one partition, so that they can be one command.
final class TransactionDocuments implements DocumentStore {
  private static final int WRITES_MAX = 4000;
  private static final long BYTES_MAX = 16L << 20;

  /// Far above every LSN there will be.
  private static final long PROVISIONAL_LSN = Long.MAX_VALUE - 1;

  private static final Value.Document EMPTY = new Value.Document(new LinkedHashMap<>());

  /// A document as the transaction leaves it.
  ///
  /// @param before as it was found in the snapshot
  /// @param edited whether nothing but its parts was changed
  private record Own(Optional<Item> now, Optional<Item> before, boolean edited) {}

  private final Gateway gateway;
  private final SnapshotRows rows;
  private final WriteIntents intents;

  /// Has as much time as the whole transaction.
  private final RequestContext lifetime;

  private final Consumer<ContainerHandle> begun;
  private final Map<Integer, ContainerSnapshot> snapshots = new HashMap<>();
  private final TreeMap<ItemKey, Own> own = new TreeMap<>();
  private final List<ItemKey> claimed = new ArrayList<>();
  private int claimedIn;
  private @Nullable ContainerHandle written;
  private CollectionOptions writtenUnder = CollectionOptions.NONE;
  private int versions;
  private long bytes;
  private boolean failed;

  TransactionDocuments(Gateway gateway, WriteIntents intents, RequestContext lifetime) {
    this(gateway, intents, lifetime, _ -> {});
  }

  /// @param begun is told of each collection when its state is held, and may refuse it
  TransactionDocuments(
      Gateway gateway,
      WriteIntents intents,
      RequestContext lifetime,
      Consumer<ContainerHandle> begun) {
    this.begun = begun;
    this.gateway = gateway;
    this.rows = new SnapshotRows(gateway);
    this.intents = intents;
    this.lifetime = lifetime;
  }

  private ContainerSnapshot snapshot(ContainerHandle collection) {
    ContainerSnapshot known = snapshots.get(collection.number());
    if (known != null) {
      return known;
    }
    ContainerSnapshot fresh = gateway.snapshot(collection, lifetime);
    boolean fits = false;
    try {
      begun.accept(collection);
      fits = true;
    } finally {
      if (!fits) {
        fresh.close();
      }
    }
    snapshots.put(collection.number(), fresh);
    return fresh;
  }

  private boolean isWritten(ContainerHandle collection) {
    return written != null && written.number() == collection.number();
  }

  @Override
  public Optional<Item> find(ContainerHandle collection, ItemKey key, RequestContext context) {
    Own mine = isWritten(collection) ? own.get(key) : null;
    return mine != null ? mine.now() : rows.find(collection, key, snapshot(collection), context);
  }

  /// The documents of a selection, in its order.
  List<Row> select(ContainerHandle collection, Selection wanted, RequestContext context) {
    Filter filter = FilterReader.read(wanted.filter());
    Selection selection = DistanceOrder.in(wanted, filter);
    Optional<ItemKey> key = DocumentKeys.only(collection, filter);
    if (key.isPresent()) {
      return find(collection, key.get(), context)
          .filter(item -> passes(filter, item))
          .map(item -> new Row(key.get(), item))
          .stream()
          .skip(selection.skip())
          .toList();
    }
    if (!isWritten(collection)) {
      return rows.read(collection, selection, snapshot(collection), context);
    }
    Selection all = new Selection(selection.filter(), EMPTY, 0, Long.MAX_VALUE);
    List<Row> found = new ArrayList<>();
    rows.read(collection, all, snapshot(collection), context).stream()
        .filter(row -> !own.containsKey(row.key()))
        .forEach(found::add);
    own.forEach(
        (each, mine) ->
            mine.now()
                .filter(item -> passes(filter, item))
                .ifPresent(item -> found.add(new Row(each, item))));
    Comparator<Value> order =
        SortOrder.read(selection.sort(), CollatedFilters.of(selection.filter())).comparator();
    return found.stream()
        .sorted(
            Comparator.comparing((Row row) -> StoredItems.decode(row.item().body()), order)
                .thenComparing(Row::key))
        .skip(selection.skip())
        .limit(selection.limit())
        .toList();
  }

  private static boolean passes(Filter filter, Item item) {
    return Matching.matches(filter, StoredItems.decode(item.body()));
  }

  @Override
  public Optional<Row> first(
      ContainerHandle collection, Selection selection, RequestContext context) {
    return select(collection, selection, context).stream().findFirst();
  }

  @Override
  public DocumentReads.Rows next(
      ContainerHandle collection, Changing wanted, Optional<String> place, RequestContext context) {
    Selection all = new Selection(wanted.filter(), EMPTY, 0, Long.MAX_VALUE);
    return new DocumentReads.Rows(select(collection, all, context), Optional.empty());
  }

  /// What the transaction has written before decides more than that.
  @Override
  public boolean areTogether(ContainerHandle collection, ItemKey one, ItemKey other) {
    return one.sharesPartitionKey(other);
  }

  @Override
  public BatchOutcome write(
      ContainerHandle collection, List<Operation> operations, RequestContext context) {
    TreeMap<ItemKey, Own> staged = new TreeMap<>();
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      requireTogether(collection, operation.key());
      Own before =
          staged.containsKey(operation.key())
              ? staged.get(operation.key())
              : own.get(operation.key());
      if (before == null) {
        Optional<Item> found = find(collection, operation.key(), context);
        before = new Own(found, found, true);
        claim(collection, operation.key(), found, context);
      }
      ErrorCode refused = refusal(operation, before.now());
      if (refused != null) {
        return new BatchOutcome.Failed(
            i,
            new OrreryException(refused, "The document is not as expected."),
            RequestCharge.NONE,
            SessionToken.NONE);
      }
      boolean edited =
          before.edited() && operation instanceof Operation.Replace replace && replace.edited();
      staged.put(operation.key(), new Own(after(operation), before.before(), edited));
    }
    if (written == null) {
      writtenUnder = options(collection);
    }
    written = collection;
    own.putAll(staged);
    return new BatchOutcome.Committed(List.of(), 0, RequestCharge.NONE, SessionToken.NONE);
  }

  /// One command is all that can be committed.
  private void requireTogether(ContainerHandle collection, ItemKey key) {
    boolean together =
        written == null
            || (isWritten(collection) && gateway.areTogether(collection, own.firstKey(), key));
    if (!together) {
      throw new MongoFailure(
          MongoError.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "A transaction writes to one partition of one collection, and this document lies in"
              + " another.");
    }
    if (own.size() >= WRITES_MAX) {
      throw tooLarge();
    }
  }

  /// Fails with WRITE_CONFLICT if somebody else has changed the document since, or is about to.
  private void claim(
      ContainerHandle collection, ItemKey key, Optional<Item> seen, RequestContext context) {
    Optional<ItemVersion> now = gateway.find(collection, key, context).item().map(Item::version);
    if (!now.equals(seen.map(Item::version)) || !intents.claim(collection.number(), key, this)) {
      throw conflict();
    }
    claimed.add(key);
    claimedIn = collection.number();
  }

  static MongoFailure conflict() {
    return new MongoFailure(
        MongoError.WRITE_CONFLICT,
        "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please"
            + " retry your operation or multi-document transaction.");
  }

  private static MongoFailure tooLarge() {
    return new MongoFailure(
        MongoError.TRANSACTION_TOO_LARGE, "The transaction has more writes than one commit takes.");
  }

  private static @Nullable ErrorCode refusal(Operation operation, Optional<Item> now) {
    return switch (operation) {
      case Operation.Create _ -> now.isPresent() ? ErrorCode.CONFLICT : null;
      case Operation.Replace(ItemKey _, NewItem _, ItemVersion expected, _) ->
          mismatch(now, expected);
      case Operation.Delete(ItemKey _, ItemVersion expected) -> mismatch(now, expected);
      case Operation.Upsert _, Operation.Modify _, Operation.Merge _, Operation.Read _ ->
          throw new IllegalStateException("statements do not " + operation);
    };
  }

  private static @Nullable ErrorCode mismatch(Optional<Item> now, @Nullable ItemVersion expected) {
    if (now.isEmpty()) {
      return ErrorCode.NOT_FOUND;
    }
    return expected == null || expected.equals(now.get().version())
        ? null
        : ErrorCode.PRECONDITION_FAILED;
  }

  private Optional<Item> after(Operation operation) {
    return switch (operation) {
      case Operation.Create(ItemKey _, NewItem item) -> Optional.of(item(item));
      case Operation.Replace(ItemKey _, NewItem item, ItemVersion _, _) -> Optional.of(item(item));
      case Operation.Delete _ -> Optional.empty();
      case Operation.Upsert _, Operation.Modify _, Operation.Merge _, Operation.Read _ ->
          throw new IllegalStateException("statements do not " + operation);
    };
  }

  private Item item(NewItem item) {
    bytes += item.body().length;
    if (bytes > BYTES_MAX || versions == ItemVersion.INDEX_MAX) {
      throw tooLarge();
    }
    return new Item(
        new ItemVersion(PROVISIONAL_LSN, versions++),
        0,
        0,
        item.ttlSeconds(),
        item.indexed(),
        item.body());
  }

  @Override
  public boolean updates() {
    return false;
  }

  @Override
  public WriteResult update(
      ContainerHandle collection, ItemKey key, Update update, RequestContext context) {
    throw new IllegalStateException("a transaction reads what it changes");
  }

  @Override
  public void failed() {
    failed = true;
  }

  /// Whether a statement could not do all it was to do, after which there is no commit.
  boolean hasFailed() {
    return failed;
  }

  /// Whether documents that were checked when they were written would be checked otherwise now.
  boolean areOptionsChanged() {
    return written != null && !options(written).equals(writtenUnder);
  }

  private static CollectionOptions options(ContainerHandle collection) {
    return CollectionOptions.of(collection.container().definition());
  }

  /// The collection that was written to; empty if none was.
  Optional<ContainerHandle> written() {
    return operations().isEmpty() ? Optional.empty() : Optional.ofNullable(written);
  }

  /// What is left to be done, each expecting the document as the transaction saw it.
  List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    own.forEach(
        (key, each) -> {
          ItemVersion seen = each.before().map(Item::version).orElse(null);
          if (each.now().isPresent()) {
            Item item = each.now().get();
            NewItem fresh = new NewItem(item.body(), item.ttlSeconds(), item.indexed());
            operations.add(
                seen == null
                    ? new Operation.Create(key, fresh)
                    : new Operation.Replace(key, fresh, seen, each.edited()));
          } else if (seen != null) {
            operations.add(new Operation.Delete(key, seen));
          }
        });
    return operations;
  }

  /// Nothing is held for it any more.
  void release() {
    snapshots.values().forEach(ContainerSnapshot::close);
    snapshots.clear();
    claimed.forEach(key -> intents.release(claimedIn, key, this));
    claimed.clear();
  }
}
