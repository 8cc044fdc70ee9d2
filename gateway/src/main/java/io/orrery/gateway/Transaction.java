// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.gateway.PartitionCalls.Entry;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.RowRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionAnswer.FoundAll;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionRequest.FindAll;
import io.orrery.partition.service.PartitionRequest.ScanRows;
import io.orrery.partition.service.PartitionRequest.Sight;
import io.orrery.partition.throughput.Charges;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads and writes of one logical partition that take place together or not at all. Reads see one
/// state, and what the transaction itself has written; writes wait until it is committed. Belongs
/// to one thread at a time. Made by [Gateway#transact].
///
/// Nobody keeps that state for the transaction: each read says what was seen before, and fails with
/// RETRY_WITH if that is no longer so. Such a transaction is over, and is done again.
///
/// What is read becomes an [Expectation]: a transaction is committed only if everything it has seen
/// is still so. Items that it writes have versions and numbers of their own until then: made up,
/// but told apart, and given final ones by [Committed].
public final class Transaction {
  /// Far above every LSN there will be.
  private static final long PROVISIONAL_LSN = Long.MAX_VALUE - 1;

  /// Far above every number there will be, below the kinds of other resources.
  private static final long PROVISIONAL_RID = 1L << 59;

  private static final int OPERATIONS_MAX = Command.OPERATIONS_MAX - 1;

  /// Index and feed take their part of what a command may write.
  private static final int BODY_SHARE = 8;

  private final PartitionCalls calls;
  private final ContainerHandle container;
  private final WriteLimits limits;
  private final RequestContext context;
  private final ItemKey partition;
  private final long startMillis;
  private final long bodyBytesMax;
  private final TreeMap<ItemKey, Optional<Item>> written = new TreeMap<>();
  private final Map<ItemKey, Optional<Item>> read = new HashMap<>();

  /// Of what it has read: said with every further read, so not made anew each time.
  private final List<Expectation> versions = new ArrayList<>();

  private final List<Operation> operations = new ArrayList<>();
  private final List<Item> provisional = new ArrayList<>();
  private final List<Made> made = new ArrayList<>();
  private boolean scanned;
  private long bodyBytes;

  /// The state that is seen: the time at which items live, the partition's last LSN, and that of
  /// the last change here.
  private long asOfMillis;

  private long lsn = Sight.NOTHING;
  private long changed = Sight.NOTHING;

  private boolean outdated;
  private RequestCharge unpaid = RequestCharge.NONE;

  private Transaction(
      GatewaySettings settings,
      PartitionCalls calls,
      ContainerHandle container,
      ItemKey partition,
      RequestContext context) {
    this.calls = calls;
    this.container = container;
    this.limits = new WriteLimits(settings.limits());
    this.context = context;
    this.partition = partition;
    this.startMillis = settings.clock().millis();
    this.bodyBytesMax = settings.limits().transactionBytes() / BODY_SHARE;
  }

  /// An item that the transaction has made, with a version that was made up.
  ///
  /// @param isNew whether its number was made up, too
  public record Made(Item item, boolean isNew) {}

  /// What it has made so far, in order.
  public List<Made> made() {
    return Collections.unmodifiableList(made);
  }

  /// Is let in, and waits for what its session has seen.
  static Transaction begin(
      GatewaySettings settings,
      PartitionCalls calls,
      ContainerHandle container,
      ItemKey partition,
      RequestContext context) {
    var transaction = new Transaction(settings, calls, container, partition, context);
    FoundAll state =
        calls
            .ask(
                container,
                partition,
                new FindAll(Sight.first(partition), List.of()),
                Entry.READ,
                context)
            .answer();
    transaction.asOfMillis = state.asOfMillis();
    transaction.lsn = state.lsn();
    transaction.changed = state.changed();
    return transaction;
  }

  /// Whether there is room for another write.
  public boolean accepts() {
    return operations.size() < OPERATIONS_MAX
        && read.size() < OPERATIONS_MAX
        && bodyBytes < bodyBytesMax;
  }

  /// The item as the transaction sees it. Costs what a read costs.
  public Optional<Item> find(ItemKey key) {
    Optional<Item> item = look(key);
    spend(Charges.read(item.map(found -> found.body().length).orElse(0)));
    return item;
  }

  /// Without a charge: a write that looks is charged as a write.
  private Optional<Item> look(ItemKey key) {
    if (!key.sharesPartitionKey(partition)) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "A transaction does not leave its partition key.");
    }
    Optional<Item> own = written.get(key);
    if (own != null) {
      return own;
    }
    Optional<Item> known = read.get(key);
    if (known != null) {
      return known;
    }
    FoundAll found = ask(new FindAll(sight(), List.of(key)));
    note(found.outdated(), found.lsn(), found.changed());
    Optional<Item> item = found.items().getFirst();
    read.put(key, item);
    versions.add(new Expectation.Version(key, item.map(Item::version).orElse(null)));
    return item;
  }

  /// Free: what a transaction reads is paid for when it ends.
  private <A extends PartitionAnswer> A ask(PartitionRequest<A> request) {
    if (outdated) {
      throw WriteRefusals.exception(new Refusal.Outdated());
    }
    return calls.ask(container, partition, request, Entry.FREE, context).answer();
  }

  private Sight sight() {
    return new Sight(partition, asOfMillis, lsn, changed, expectations());
  }

  private void note(boolean isOutdated, long lastLsn, long lastChange) {
    if (isOutdated) {
      outdated = true;
      throw WriteRefusals.exception(new Refusal.Outdated());
    }
    lsn = lastLsn;
    changed = lastChange;
  }

  /// What it has seen must still be so.
  private List<Expectation> expectations() {
    return scanned ? List.of(new Expectation.Unchanged(partition, changed)) : versions;
  }

  /// Fails with CONFLICT if the item exists.
  public Item create(ItemKey key, NewItem item) {
    if (look(key).isPresent()) {
      throw WriteRefusals.exception(new Refusal.Exists());
    }
    return put(new Operation.Create(key, item), item, null);
  }

  /// Fails with NOT_FOUND if there is none, with PRECONDITION_FAILED if it has another version.
  public Item replace(ItemKey key, NewItem item, @Nullable ItemVersion expected) {
    Item old = require(key, expected);
    return put(new Operation.Replace(key, item, null), item, old);
  }

  /// Fails with PRECONDITION_FAILED if there is one and it has another version.
  public Item upsert(ItemKey key, NewItem item, @Nullable ItemVersion expected) {
    Item old = look(key).isPresent() ? require(key, expected) : null;
    return put(new Operation.Upsert(key, item, null), item, old);
  }

  /// Fails as [#replace] does; returns what was there.
  public Item delete(ItemKey key, @Nullable ItemVersion expected) {
    Item old = require(key, expected);
    add(new Operation.Delete(key, null), old);
    written.put(key, Optional.empty());
    return old;
  }

  private Item require(ItemKey key, @Nullable ItemVersion expected) {
    Item item = look(key).orElseThrow(() -> WriteRefusals.exception(new Refusal.NotFound()));
    if (expected != null && !expected.equals(item.version())) {
      throw WriteRefusals.exception(new Refusal.VersionDiffers(item));
    }
    return item;
  }

  private Item put(Operation operation, NewItem item, @Nullable Item old) {
    Item fresh =
        new Item(
            new ItemVersion(PROVISIONAL_LSN, operations.size()),
            old == null ? PROVISIONAL_RID + operations.size() : old.rid(),
            startMillis,
            item.ttlSeconds(),
            item.indexed(),
            item.body());
    add(operation, fresh);
    made.add(new Made(fresh, old == null));
    written.put(operation.key(), Optional.of(fresh));
    return fresh;
  }

  private void add(Operation operation, Item result) {
    limits.check(container.container().definition().api(), operation);
    long bytes = WriteLimits.bytes(operation);
    if (operations.size() == OPERATIONS_MAX || bodyBytes + bytes > 2 * bodyBytesMax) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "The transaction has %d operations with %d bytes, and no room for more."
              .formatted(operations.size(), bodyBytes));
    }
    bodyBytes += bytes;
    operations.add(operation);
    provisional.add(result);
  }

  /// The next items behind a row key, in the order of their row keys; an empty row key is before
  /// all.
  public List<Row> scan(byte[] afterRow, int itemsMax, long bytesMax) {
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    Walk walk = new Walk(afterRow, itemsMax, bytesMax);
    for (Row row = walk.next(); row != null; row = walk.next()) {
      bytes += PageBuilder.bytes(row.key(), row.item());
      if (!rows.isEmpty() && bytes > bytesMax) {
        break;
      }
      rows.add(row);
      if (rows.size() == itemsMax) {
        break;
      }
    }
    spend(Charges.scan(rows.size(), bytes));
    context.throwIfDone();
    return rows;
  }

  /// The items of the partition and those of the transaction, each in the order of their keys.
  private final class Walk {
    private final int itemsMax;
    private final long bytesMax;
    private final TreeMap<ItemKey, Optional<Item>> own;
    private final ArrayDeque<KeyedItem> stored = new ArrayDeque<>();
    private byte[] afterRow;
    private boolean more = true;

    Walk(byte[] afterRow, int itemsMax, long bytesMax) {
      this.afterRow = afterRow;
      this.itemsMax = itemsMax;
      this.bytesMax = bytesMax;
      ItemKey after = partition.withRowKey(afterRow);
      this.own = new TreeMap<>(written.tailMap(after, afterRow.length == 0));
    }

    @Nullable Row next() {
      while (true) {
        KeyedItem next = peek();
        boolean ownFirst =
            !own.isEmpty() && (next == null || own.firstKey().compareTo(next.key()) <= 0);
        if (!ownFirst) {
          stored.poll();
          return next == null ? null : new Row(next.key(), next.item());
        }
        var entry = own.pollFirstEntry();
        if (next != null && entry.getKey().equals(next.key())) {
          stored.poll();
        }
        if (entry.getValue().isPresent()) {
          return new Row(entry.getKey(), entry.getValue().get());
        }
      }
    }

    private @Nullable KeyedItem peek() {
      if (stored.isEmpty() && more) {
        fetch();
      }
      return stored.peek();
    }

    private void fetch() {
      RowRange rest =
          afterRow.length == 0
              ? RowRange.ALL
              : new RowRange(Arrays.copyOf(afterRow, afterRow.length + 1), null);
      PartitionAnswer.Rows page =
          ask(new ScanRows(sight(), rest, Direction.FORWARD, itemsMax, bytesMax));
      note(page.outdated(), page.lsn(), page.changed());
      scanned = true;
      stored.addAll(page.rows());
      more = page.more();
      if (more) {
        afterRow = stored.getLast().key().rowKey();
      }
    }
  }

  private void spend(RequestCharge charge) {
    unpaid = unpaid.plus(charge);
  }

  /// Ends one that only read. If it has not even done that, it had the partition to itself all the
  /// same.
  void endReading() {
    if (unpaid.equals(RequestCharge.NONE) && context.charge().equals(RequestCharge.NONE)) {
      spend(Charges.read(0));
    }
  }

  /// Pays for what was read, whatever became of it.
  void pay() {
    if (!unpaid.equals(RequestCharge.NONE)) {
      calls.pay(container, partition, unpaid, context);
    }
  }

  /// Whether something it has seen is no longer so.
  boolean isOutdated() {
    return outdated;
  }

  /// Whether it only read, and is done.
  boolean isReadOnly() {
    return operations.isEmpty();
  }

  /// What it wants to do, if what it has seen is still so.
  Command command() {
    return new Command.Write(startMillis, expectations(), operations);
  }

  /// What its operations left while they were provisional.
  List<Item> provisional() {
    return provisional;
  }
}
