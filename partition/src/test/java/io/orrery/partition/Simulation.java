// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.Counters;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.PartitionState.PendingSplit;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.CommandCodec;
import io.orrery.partition.command.Expectation;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.log.LogPosition;
import io.orrery.plan.update.Edit;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.Update;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A container that random commands of all kinds are done to, beside a [Model] of it. The same seed
/// gives the same commands.
final class Simulation {
  private static final int KEYS = 25;
  private static final int IDS = 6;
  private static final int ACTIVE_MAX = 6;

  /// Enough for every item but those with long arrays, where these are indexed.
  private static final int ITEM_INDEX_BYTES_MAX = 2048;

  private static final int LONG_ARRAY = 60;
  private static final String LONG_NAME = "name".repeat(20);
  private static final int LONG_BODY = LONG_NAME.length() + 2 * LONG_ARRAY;
  private static final int CROWD = StateMachine.DELETED_AT_ONCE_MAX + 3;

  private static final IndexingPolicy TIMED =
      new IndexingPolicy(
          true,
          Samples.indexPaths("/*"),
          List.of(),
          List.of(),
          List.of(
              new CompositeIndex(
                  3,
                  List.of(
                      new CompositeIndex.Part(PropertyPath.parse("/time"), true),
                      new CompositeIndex.Part(PropertyPath.parse("/v"), false)))),
          PropertyPath.parse("/time"),
          ValueOrder.SQL);

  private static final List<PartitionSettings> SETTINGS =
      List.of(
          settings(IndexingPolicy.ALL, 0, 0),
          settings(TIMED, TimeToLive.NO_DEFAULT, 4_000),
          settings(policy("/t/*"), 8, 6_000),
          settings(policy("/w/?"), 20, 4_000),
          settings(IndexingPolicy.NONE, 8, 0));

  /// A command and the partition it was for, as a log would hold it.
  record Logged(PartitionId partition, LogPosition position, byte[] command) {}

  final Store store;
  final Model model = new Model();
  final List<Logged> log = new ArrayList<>();
  final List<PartitionId> active = new ArrayList<>(List.of(Sandbox.ID));
  private final Random random;
  private int nextOrdinal = 1;

  /// The last index in the log of each partition.
  private final Map<Integer, Integer> indexes = new TreeMap<>();

  /// How many items had too many index entries.
  int tooLarge;

  Simulation(Store store, long seed) {
    this.store = store;
    this.random = new Random(seed);
    create(store);
    model.now = Sandbox.START;
    model.ttlSeconds = SETTINGS.getFirst().ttlSeconds();
  }

  /// The container as every simulation finds it.
  static void create(Store store) {
    Batch batch = store.newBatch();
    Partition.create(batch, Sandbox.ID, HashRange.FULL, SETTINGS.getFirst());
    store.write(batch);
  }

  private static PartitionSettings settings(
      IndexingPolicy indexing, int ttlSeconds, long historyMillis) {
    return new PartitionSettings(
        indexing,
        List.of(List.of(PropertyPath.parse("/u"))),
        ttlSeconds,
        historyMillis,
        new PartitionSettings.Bounds(1 << 30, 1 << 30, 24, 2 << 20, ITEM_INDEX_BYTES_MAX, 1 << 22));
  }

  private static IndexingPolicy policy(String excluded) {
    return new IndexingPolicy(
        true,
        Samples.indexPaths("/*"),
        Samples.indexPaths(excluded),
        List.of(),
        List.of(
            new CompositeIndex(
                2,
                List.of(
                    new CompositeIndex.Part(PropertyPath.parse("/v"), true),
                    new CompositeIndex.Part(PropertyPath.parse("/w"), false)))));
  }

  PartitionState state(PartitionId id) {
    return PartitionState.decode(Objects.requireNonNull(store.get(Family.META, Layout.state(id))));
  }

  void step() {
    model.now += random.nextInt(4) == 0 ? random.nextInt(800) : 0;
    PartitionId any = active.get(random.nextInt(active.size()));
    int steps = (1 + random.nextInt(8)) * (random.nextBoolean() ? 3 : 80);
    switch (random.nextInt(100)) {
      case 0, 1 -> deleteLogicalPartition();
      case 2, 3 -> configure();
      case 4 -> {
        if (random.nextInt(3) == 0) {
          crowd();
        }
      }
      case 5, 6, 7, 8, 9, 10 -> maintain(any, new Command.Sweep(model.now, steps));
      case 11, 12, 13, 14, 15 -> maintain(any, new Command.Reindex(model.now, steps));
      case 16, 17, 18, 19, 20, 21, 22 -> maintain(any, new Command.TakeOver(model.now, steps));
      case 23, 24, 25, 26 -> maintain(any, new Command.PurgeHistory(model.now, steps));
      case 27, 28, 29 -> split(randomKey().position());
      default -> write();
    }
  }

  private ItemKey randomKey() {
    return Samples.key("p" + random.nextInt(KEYS), "i" + random.nextInt(IDS));
  }

  private PartitionId home(EffectivePartitionKey position) {
    return active.stream()
        .filter(id -> state(id).range().contains(position))
        .findFirst()
        .orElseThrow();
  }

  private Outcome apply(PartitionId id, Command command) {
    byte[] bytes = CommandCodec.encode(command);
    LogPosition position = new LogPosition(0, indexes.merge(id.ordinal(), 1, Integer::sum));
    log.add(new Logged(id, position, bytes));
    return new Group(store, id).apply(position, List.of(CommandCodec.decode(bytes))).getFirst();
  }

  private void write() {
    List<Operation> operations = new ArrayList<>();
    ItemKey first = randomKey();
    for (int count = random.nextInt(3) == 0 ? 4 : 1; count > 0; count--) {
      ItemKey key = first.withRowKey(Samples.row("i" + random.nextInt(IDS)));
      Item present = model.items.get(key);
      ItemVersion expected =
          switch (random.nextInt(6)) {
            case 0 -> present == null ? null : present.version();
            case 1 -> new ItemVersion(random.nextInt(20), 0);
            default -> null;
          };
      operations.add(operation(key, expected));
    }
    write(operations);
  }

  private Operation operation(ItemKey key, @Nullable ItemVersion expected) {
    return switch (random.nextInt(12)) {
      case 10, 11 -> modification(key, expected);
      case 0, 1, 2 -> new Operation.Create(key, item());
      case 3, 4, 5, 6 -> new Operation.Upsert(key, item(), expected);
      case 7 -> new Operation.Replace(key, item(), expected);
      case 8 -> new Operation.Delete(key, expected);
      default -> new Operation.Read(key, expected);
    };
  }

  private Operation modification(ItemKey key, @Nullable ItemVersion expected) {
    Value number = new Value.Int32(random.nextInt(3));
    Edit edit =
        switch (random.nextInt(4)) {
          case 0 -> new Edit.Set(List.of("u"), number, Edit.Parents.REQUIRED);
          case 1 -> new Edit.AddToSet(List.of("s"), List.of(number), ValueOrder.SQL);
          case 2 ->
              new Edit.Increment(
                  List.of("c", "n"), number, Edit.Arithmetic.TYPED, Edit.Parents.CREATED);
          default -> new Edit.CurrentTime(List.of("w"), Edit.TimeForm.DATE_TIME);
        };
    return new Operation.Modify(
        key, Update.of(edit), random.nextBoolean() ? item() : null, expected);
  }

  private NewItem item() {
    String unique = random.nextInt(4) == 0 ? "" : "'u':" + random.nextInt(30) + ",";
    String json =
        "{%s'v':%s,'w':'%s','t':[%d,%d,'x',{'y':%d}%s],'%s':[{'z':%d}]}"
            .formatted(
                unique,
                random.nextBoolean()
                    ? random.nextInt(9)
                    : "'" + "v".repeat(random.nextInt(40)) + "'",
                random.nextInt(5),
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(5) == 0 ? longArray() : "",
                LONG_NAME,
                random.nextInt(3));
    int ttlSeconds =
        switch (random.nextInt(6)) {
          case 0 -> Item.TTL_NEVER;
          case 1 -> 1 + random.nextInt(5);
          default -> Item.TTL_DEFAULT;
        };
    return new NewItem(Samples.body(json), ttlSeconds, random.nextInt(12) > 0);
  }

  private static String longArray() {
    return IntStream.range(0, LONG_ARRAY)
        .mapToObj(number -> "," + number * 1001)
        .collect(Collectors.joining());
  }

  private static boolean hasLongArray(Operation operation) {
    return switch (operation) {
      case Operation.Create create -> create.item().body().length > LONG_BODY;
      case Operation.Upsert upsert -> upsert.item().body().length > LONG_BODY;
      case Operation.Replace replace -> replace.item().body().length > LONG_BODY;
      case Operation.Delete _, Operation.Read _, Operation.Merge _ -> false;
      case Operation.Modify _ -> true; // What is there may have one.
    };
  }

  /// What the model says about the items, which holds as long as the partition agrees.
  private List<Expectation> expectations(List<Operation> operations) {
    if (random.nextInt(3) > 0) {
      return List.of();
    }
    List<Expectation> expectations = new ArrayList<>();
    for (Operation operation : operations) {
      Item present = model.live(operation.key());
      expectations.add(
          new Expectation.Version(operation.key(), present == null ? null : present.version()));
    }
    return expectations;
  }

  /// Nothing happens if one expectation does not hold, whatever the operations are.
  private void expectWrongly(PartitionId home, List<Operation> operations) {
    if (random.nextInt(10) > 0) {
      return;
    }
    ItemKey key = operations.getFirst().key();
    Expectation wrong =
        model.live(key) == null
            ? new Expectation.Version(key, new ItemVersion(0, 0))
            : new Expectation.Version(key, null);
    Outcome outcome = apply(home, new Command.Write(model.now, List.of(wrong), operations));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> assertThat(refused.refusal()).isEqualTo(new Outcome.Refusal.Outdated()));
  }

  private void write(List<Operation> operations) {
    PartitionId home = home(operations.getFirst().key().position());
    expectWrongly(home, operations);
    Outcome outcome =
        apply(home, new Command.Write(model.now, expectations(operations), operations));
    switch (outcome) {
      case Outcome.Written(long lsn, List<Outcome.Result> results) -> {
        assertThat(results)
            .extracting(each -> each.getClass().getSimpleName())
            .isEqualTo(model.write(operations, lsn));
        adopt(operations, results);
      }
      case Outcome.Refused(long _, int index, Outcome.Refusal refusal)
          when isIndexTooLarge(refusal) -> {
        assertThat(hasLongArray(operations.get(index))).isTrue();
        tooLarge++;
      }
      case Outcome.Refused refused -> {
        List<String> expected = model.write(operations, refused.lsn() + 1);
        assertThat(refused.operation()).isEqualTo(expected.size() - 1);
        assertThat(refused.refusal().getClass().getSimpleName()).isEqualTo(expected.getLast());
      }
      case Outcome.Done _, Outcome.Declined _, Outcome.Moved _ ->
          throw new AssertionError("a write became " + outcome);
    }
  }

  private static boolean isIndexTooLarge(Outcome.Refusal refusal) {
    return refusal instanceof Outcome.Refusal.IndexTooLarge
        || (refusal instanceof Outcome.Refusal.NotModified(var cause, _) && isIndexTooLarge(cause));
  }

  private void adopt(List<Operation> operations, List<Outcome.Result> results) {
    Map<ItemKey, Item> last = new TreeMap<>();
    for (int i = 0; i < results.size(); i++) {
      last.put(operations.get(i).key(), results.get(i).item());
    }
    last.forEach(
        (key, item) -> {
          Item expected = model.items.get(key);
          if (expected != null) {
            assertThat(item.version()).isEqualTo(expected.version());
            assertThat(item.timeMillis()).isEqualTo(expected.timeMillis());
            model.adopt(key, item);
          }
        });
  }

  /// A logical partition too large to be deleted at once.
  private void crowd() {
    List<Operation> operations = new ArrayList<>();
    String pk = "p" + random.nextInt(KEYS);
    for (int i = 0; i < CROWD; i++) {
      NewItem item =
          new NewItem(Samples.body("{'u':" + (1000 + i) + ",'v':1}"), Item.TTL_NEVER, true);
      operations.add(new Operation.Upsert(Samples.key(pk, "c" + i), item, null));
    }
    write(operations);
    delete(Samples.key(pk, ""));
  }

  private void deleteLogicalPartition() {
    delete(randomKey());
  }

  private void delete(ItemKey key) {
    Outcome outcome =
        apply(home(key.position()), new Command.DeleteLogicalPartition(model.now, key));
    Outcome.Done done = (Outcome.Done) outcome;
    if (done.more()) {
      model.addTombstone(key, done.lsn());
    } else {
      model.removeAll(each -> each.sharesPartitionKey(key), done.lsn());
    }
  }

  private void configure() {
    PartitionSettings settings = SETTINGS.get(random.nextInt(SETTINGS.size()));
    List.copyOf(active).forEach(id -> apply(id, new Command.Configure(model.now, settings)));
    model.ttlSeconds = settings.ttlSeconds();
  }

  private void maintain(PartitionId id, Command command) {
    Outcome outcome = apply(id, command);
    if (outcome instanceof Outcome.Done done && command instanceof Command.Sweep) {
      int before = model.items.size();
      model.removeAll(
          key ->
              model.isDead(key)
                  && store.get(Family.ITEMS, Layout.item(id.container(), key)) == null,
          done.lsn());
      assertThat(before - model.items.size()).isEqualTo(done.touched());
    }
  }

  private void split(EffectivePartitionKey at) {
    PartitionId id = home(at);
    PartitionState state = state(id);
    PendingSplit pending = state.split();
    if (pending == null || random.nextInt(5) == 0) {
      boolean possible = state.inheritance() == null && !at.equals(state.range().min());
      assertThat(apply(id, new Command.PrepareSplit(model.now, at)) instanceof Outcome.Done)
          .isEqualTo(possible);
      if (random.nextInt(10) == 0) {
        apply(id, new Command.CancelSplit(model.now));
      }
    } else if (active.size() < ACTIVE_MAX) {
      HashRange range = new HashRange(state.range().min(), pending.at());
      Counters left = count(range).minus(pending.leftSince());
      apply(id, new Command.Split(model.now, pending.at(), nextOrdinal, nextOrdinal + 1, left));
      active.remove(id);
      active.add(id.sibling(nextOrdinal));
      active.add(id.sibling(nextOrdinal + 1));
      nextOrdinal += 2;
    }
  }

  private Counters count(HashRange range) {
    Counters sum = Counters.ZERO;
    var keys = Layout.counters(Sandbox.ID.container(), range);
    try (Cursor cursor = store.scan(Family.ITEMS, keys, Direction.FORWARD)) {
      while (cursor.next()) {
        sum = sum.plus(LogicalPartition.decode(cursor.value()).counters());
      }
    }
    return sum;
  }
}
