// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.PartitionView;
import io.orrery.partition.RowRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.Operation;
import io.orrery.partition.command.Operation.NewItem;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.ItemVersion;
import io.orrery.partition.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads and writes of one logical partition that take place together or not at all. Reads see one
/// state, and what the transaction itself has written; writes wait until it is committed. Belongs
/// to one thread at a time. Made by [Gateway#transact].
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

  private final Visit visit;
  private final Admission admission;
  private final WriteLimits limits;
  private final RequestContext context;
  private final ItemKey partition;
  private final long startMillis;
  private final long bodyBytesMax;
  private final TreeMap<ItemKey, Optional<Item>> written = new TreeMap<>();
  private final Map<ItemKey, Optional<Item>> read = new LinkedHashMap<>();
  private final List<Operation> operations = new ArrayList<>();
  private final List<Item> provisional = new ArrayList<>();
  private boolean scanned;
  private long bodyBytes;

  Transaction(
      Visit visit,
      Admission admission,
      GatewaySettings settings,
      ItemKey partition,
      RequestContext context) {
    this.visit = visit;
    this.admission = admission;
    this.limits = new WriteLimits(settings.limits());
    this.context = context;
    this.partition = partition;
    this.startMillis = settings.clock().millis();
    this.bodyBytesMax = settings.limits().transactionBytes() / BODY_SHARE;
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
    spend(RequestCharge.read(item.map(found -> found.body().length).orElse(0)));
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
    return read.computeIfAbsent(key, visit.view()::find);
  }

  /// Fails with CONFLICT if the item exists.
  public Item create(ItemKey key, NewItem item) {
    if (look(key).isPresent()) {
      throw Refusals.exception(new Refusal.Exists());
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
    Item item = look(key).orElseThrow(() -> Refusals.exception(new Refusal.NotFound()));
    if (expected != null && !expected.equals(item.version())) {
      throw Refusals.exception(new Refusal.VersionDiffers(item));
    }
    return item;
  }

  private Item put(Operation operation, NewItem item, @Nullable Item old) {
    Item made =
        new Item(
            new ItemVersion(PROVISIONAL_LSN, operations.size()),
            old == null ? PROVISIONAL_RID + operations.size() : old.rid(),
            startMillis,
            item.ttlSeconds(),
            item.indexed(),
            item.body());
    add(operation, made);
    written.put(operation.key(), Optional.of(made));
    return made;
  }

  private void add(Operation operation, Item result) {
    limits.check(operation);
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
    scanned = true;
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    Walk walk = new Walk(afterRow);
    try (walk) {
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
    }
    spend(RequestCharge.scan(rows.size(), bytes));
    context.throwIfDone();
    return rows;
  }

  /// The items of the partition and those of the transaction, each in the order of their keys.
  private final class Walk implements AutoCloseable {
    private final ItemCursor stored;
    private final TreeMap<ItemKey, Optional<Item>> own;
    private @Nullable Row next;

    Walk(byte[] afterRow) {
      PartitionView view = visit.view();
      RowRange range =
          afterRow.length == 0
              ? RowRange.ALL
              : new RowRange(Arrays.copyOf(afterRow, afterRow.length + 1), null);
      this.stored = view.logicalPartition(partition, range, Direction.FORWARD);
      ItemKey after = partition.withRowKey(afterRow);
      this.own = new TreeMap<>(written.tailMap(after, afterRow.length == 0));
      this.next = advance();
    }

    private @Nullable Row advance() {
      return stored.next() ? new Row(stored.key(), stored.item()) : null;
    }

    @Nullable Row next() {
      while (true) {
        boolean ownFirst =
            !own.isEmpty() && (next == null || own.firstKey().compareTo(next.key()) <= 0);
        if (!ownFirst) {
          Row result = next;
          next = result == null ? null : advance();
          return result;
        }
        var entry = own.pollFirstEntry();
        if (next != null && entry.getKey().equals(next.key())) {
          next = advance();
        }
        if (entry.getValue().isPresent()) {
          return new Row(entry.getKey(), entry.getValue().get());
        }
      }
    }

    @Override
    public void close() {
      stored.close();
    }
  }

  private void spend(RequestCharge charge) {
    admission.spend(
        visit.route(), charge, SessionToken.of(visit.route().ordinal(), visit.lsn()), context);
  }

  /// Whether it only read, and is done.
  boolean isReadOnly() {
    return operations.isEmpty();
  }

  /// What it wants to do, if what it has seen is still so.
  Command command() {
    List<Expectation> expectations = new ArrayList<>();
    if (scanned) {
      expectations.add(new Expectation.Unchanged(partition, visit.view().changed(partition)));
    } else {
      read.forEach(
          (key, item) ->
              expectations.add(new Expectation.Version(key, item.map(Item::version).orElse(null))));
    }
    return new Command.Write(startMillis, expectations, operations);
  }

  /// What its operations left while they were provisional.
  List<Item> provisional() {
    return provisional;
  }
}
