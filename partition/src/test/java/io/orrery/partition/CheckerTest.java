// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.Change;
import io.orrery.model.container.Counters;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.check.Finding;
import io.orrery.partition.check.PartitionChecker;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.MemoryStore;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every kind of damage is found; that nothing is found where there is none, [SimulationTest] says.
class CheckerTest {
  private static final PartitionId ID = Sandbox.ID;
  private static final ItemKey KEY = key("a", "1");
  private static final ItemKey STRANGER = key("a", "stranger");
  private static final byte[] COUNTERS = Layout.counters(1, KEY);

  private final Sandbox sandbox =
      new Sandbox(
          new PartitionSettings(
              IndexingPolicy.ALL,
              List.of(List.of(PropertyPath.parse("/u"))),
              100,
              3_600_000,
              Samples.BOUNDS));

  @BeforeEach
  void fill() {
    for (int i = 0; i < 6; i++) {
      sandbox.create("a", "" + i, "{'n':" + i + ",'u':" + i + "}");
      sandbox.create("b", "" + i, "{'n':" + i + ",'u':" + i + "}");
    }
    sandbox.upsert("a", "1", "{'n':11,'u':1}");
    sandbox.delete("a", "2");
    sandbox.assertSound();
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  /// Does some damage, and expects the finding that belongs to it; others may follow from it.
  private void damage(String expected, Consumer<Batch> damage) {
    damage(expected, damage, ID);
  }

  private void damage(String expected, Consumer<Batch> damage, PartitionId id) {
    assertThat(findings(damage, id))
        .extracting(Finding::sentence)
        .allMatch(sentence -> sentence.endsWith("."))
        .anyMatch(sentence -> sentence.contains(expected));
  }

  private List<Finding> findings(Consumer<Batch> damage, PartitionId id) {
    Batch batch = sandbox.store.newBatch();
    damage.accept(batch);
    sandbox.store.write(batch);
    return PartitionChecker.check(sandbox.store, id, 10);
  }

  private Item item() {
    return Item.decode(read(Family.ITEMS, Layout.item(1, KEY)));
  }

  private byte[] read(Family family, byte[] key) {
    return Objects.requireNonNull(sandbox.store.get(family, key));
  }

  /// The n-th key of an item's own that a family has in a range.
  private byte[] nth(Family family, KeyRange range, int n) {
    try (Cursor cursor = sandbox.store.scan(family, range, Direction.FORWARD)) {
      for (int i = 0; i <= n; i++) {
        assertThat(cursor.next()).isTrue();
      }
      return cursor.key();
    }
  }

  private static byte[] deadline(long epochMillis, long rid) {
    return Layout.inSpace(ID, Layout.relativeDeadline(epochMillis).writeLong(rid).toByteArray());
  }

  @Test
  void lostIndexEntry() {
    damage(
        "lacks an index entry.",
        batch -> batch.delete(Family.INDEX, nth(Family.INDEX, Layout.space(ID), 3)));
  }

  @Test
  void lostDeadline() {
    byte[] deadline = nth(Family.INDEX, Layout.deadlines(ID, 0, Long.MAX_VALUE), 0);
    damage("lacks an index entry.", batch -> batch.delete(Family.INDEX, deadline));
  }

  @Test
  void strayIndexEntryOfNobody() {
    byte[] entry = deadline(Sandbox.START, 99);
    damage(
        "An index entry is none of its item " + STRANGER,
        batch -> batch.put(Family.INDEX, entry, STRANGER.encoded()));
  }

  @Test
  void strayIndexEntryOfAnItem() {
    byte[] entry = deadline(Sandbox.START, item().rid());
    damage(
        "An index entry is none of its item %s.".formatted(KEY),
        batch -> batch.put(Family.INDEX, entry, KEY.encoded()));
  }

  @Test
  void strayIndexEntryThatNamesNothing() {
    damage(
        "An index entry cannot be read",
        batch -> batch.put(Family.INDEX, deadline(1, 1), new byte[0]));
  }

  @Test
  void indexEntryThatNamesAnother() {
    byte[] entry = nth(Family.INDEX, Layout.space(ID), 2);
    damage("names another item.", batch -> batch.put(Family.INDEX, entry, STRANGER.encoded()));
  }

  @Test
  void wrongLogicalCounters() {
    Counters counters = LogicalPartition.decode(read(Family.ITEMS, COUNTERS)).counters();
    var more = new LogicalPartition(counters.plus(new Counters(0, 1, 0)), 1);
    damage("dataBytes=276", batch -> batch.put(Family.ITEMS, COUNTERS, more.encode()));
    damage("is counted as Counters[items=0", batch -> batch.delete(Family.ITEMS, COUNTERS));
  }

  @Test
  void countersOfNothing() {
    byte[] stray = Layout.counters(1, key("nobody", ""));
    damage(
        "has counters of 3 logical partitions, items of 2.",
        batch -> batch.put(Family.ITEMS, stray, LogicalPartition.NONE.encode()));
  }

  @Test
  void unreadableCounters() {
    damage("A counter cannot be read", batch -> batch.put(Family.ITEMS, COUNTERS, new byte[] {1}));
  }

  @Test
  void wrongPartitionState() {
    PartitionState state = sandbox.partition.state();
    replace("counts Counters[items=0", with(state, state.lsn(), state.ridNext(), Counters.ZERO));
    replace(
        "Item " + KEY + " is from the future",
        with(state, state.lsn() - 3, state.ridNext(), state.counters()));
    replace("has yet to give.", with(state, state.lsn(), 5, state.counters()));
    damage(
        "Partition 1/0 cannot be read",
        batch -> batch.put(Family.META, Layout.state(ID), new byte[] {1, 2}));
    damage("Partition 1/0 has no state.", batch -> batch.delete(Family.META, Layout.state(ID)));
  }

  private void replace(String expected, PartitionState wrong) {
    damage(expected, batch -> batch.put(Family.META, Layout.state(ID), wrong.encode()));
  }

  private static PartitionState with(
      PartitionState state, long lsn, long ridNext, Counters counters) {
    return new PartitionState(
        state.applied(),
        state.range(),
        state.epoch(),
        null,
        lsn,
        ridNext,
        state.timeMillis(),
        counters,
        state.historySince(),
        state.historyPurged(),
        null,
        null,
        List.of(),
        0);
  }

  @Test
  void lostUniqueKey() {
    KeyRange range = Layout.uniques(1, HashRange.FULL);
    byte[] unique = nth(Family.ITEMS, range, 1);
    damage("does not own one of its unique keys.", batch -> batch.delete(Family.ITEMS, unique));
  }

  @Test
  void strayUniqueKey() {
    byte[] stray = Layout.unique(1, KEY, 0, new byte[] {9});
    damage(
        "A unique key belongs to item " + KEY + ", which does not have it.",
        batch -> batch.put(Family.ITEMS, stray, KEY.rowKey()));
  }

  @Test
  void lostItem() {
    damage(
        "The change 14.0 of item " + KEY + " leads nowhere.",
        batch -> batch.delete(Family.ITEMS, Layout.item(1, KEY)));
  }

  @Test
  void unreadableItem() {
    byte[] record = item().encode();
    record[0] = 77; // another format
    damage(
        "An item cannot be read: an item has the unknown format 77.",
        batch -> batch.put(Family.ITEMS, Layout.item(1, KEY), record));
    damage(
        "An item cannot be read",
        batch -> batch.put(Family.ITEMS, Layout.item(1, KEY), new byte[] {1, 1}));
  }

  @Test
  void lostChangeOfAnItem() {
    damage(
        "Item " + KEY + " has no change for its version 14.0.",
        batch -> batch.delete(Family.FEED, Layout.change(ID, item().version())));
  }

  @Test
  void changeOfAnotherItem() {
    Change wrong = new Change(Change.Operation.CREATE, sandbox.now, key("a", "3").encoded(), null);
    damage(
        "The change 14.0 is not the one that wrote item " + KEY,
        batch -> batch.put(Family.FEED, Layout.change(ID, item().version()), wrong.encode()));
  }

  @Test
  void lostImage() {
    byte[] image = nth(Family.FEED, Layout.images(ID), 0);
    damage(
        "The change 14.0 lacks the version 4.0 that it superseded.",
        batch -> batch.delete(Family.FEED, image));
  }

  @Test
  void strayImage() {
    byte[] stray = Layout.image(ID, new ItemVersion(4, 7));
    damage(
        "The image 4.7 in the space of 1/0 belongs to no change.",
        batch -> batch.put(Family.FEED, stray, item().encode()));
  }

  @Test
  void imageOfTheLatestVersion() {
    byte[] stray = Layout.image(ID, item().version());
    damage(
        "The image 14.0 of item " + KEY + " is of no earlier version.",
        batch -> batch.put(Family.FEED, stray, item().encode()));
  }

  @Test
  void strayChange() {
    Change stray = new Change(Change.Operation.CREATE, sandbox.now, STRANGER.encoded(), null);
    damage(
        "The change 4.7 of item " + STRANGER + " leads nowhere.",
        batch -> batch.put(Family.FEED, Layout.change(ID, new ItemVersion(4, 7)), stray.encode()));
  }

  @Test
  void changeFromTheFuture() {
    Change stray = new Change(Change.Operation.DELETE, sandbox.now, KEY.encoded(), null);
    ItemVersion future = new ItemVersion(1000, 0);
    damage(
        "The change 1000.0 does not belong where it is, in the space of 1/0.",
        batch -> batch.put(Family.FEED, Layout.change(ID, future), stray.encode()));
  }

  @Test
  void strayEntryInTheParentsSpace() {
    EffectivePartitionKey middle = Samples.DEFINITION.middle(HashRange.FULL);
    sandbox.split(middle, 1, 2);
    PartitionId home = ID.sibling(KEY.position().compareTo(middle) < 0 ? 1 : 2);
    PartitionId other = ID.sibling(3 - home.ordinal());
    byte[] entry = deadline(Sandbox.START, item().rid());

    damage(
        "An index entry is none of its item " + KEY,
        batch -> batch.put(Family.INDEX, entry, KEY.encoded()),
        home);

    assertThat(PartitionChecker.check(sandbox.store, other, 10)).isEmpty();
    assertThat(PartitionChecker.check(sandbox.store, ID, 10)).isEmpty();
    try (Sandbox child = sandbox.sibling(home.ordinal())) {
      child.submit(new Command.TakeOver(child.now, 1000)); // the parent's entries count no longer
      child.assertSound();
    }
  }

  @Test
  void findingsAreBounded() {
    List<Finding> findings =
        findings(batch -> batch.deleteRange(Family.INDEX, Layout.space(ID)), ID);

    assertThat(findings).hasSize(11);
    assertThat(findings.getLast().sentence()).startsWith("And ").endsWith(" more findings.");
  }

  /// Whatever the bytes are, the checker comes to its end and says so.
  @Test
  void randomDamageIsNeverThrown() {
    long seed = 5;
    Random random = new Random(seed);
    for (int round = 0; round < 150; round++) {
      List<Family> families = List.of(Family.values());
      Family family = families.get(random.nextInt(families.size()));
      try (MemoryStore store = new MemoryStore()) {
        Batch batch = store.newBatch();
        int at = 0;
        for (Family each : Family.values()) {
          try (Cursor cursor = sandbox.store.scan(each, KeyRange.ALL, Direction.FORWARD)) {
            while (cursor.next()) {
              byte[] value = cursor.value();
              if (each == family && random.nextInt(10) == 0 && value.length > 0) {
                value[random.nextInt(value.length)] ^= (byte) (1 << random.nextInt(8));
                at++;
              }
              batch.put(each, cursor.key(), value);
            }
          }
        }
        store.write(batch);
        List<Finding> findings = PartitionChecker.check(store, ID, 10);
        // A single bit in a body may make another valid body, in META other valid bounds.
        assertThat(family == Family.INDEX && at > 0 && findings.isEmpty())
            .as("seed %d round %d", seed, round)
            .isFalse();
      }
    }
  }
}
