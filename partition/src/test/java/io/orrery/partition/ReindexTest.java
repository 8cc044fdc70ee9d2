// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Layout;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReindexTest {
  private static final PartitionSettings ALL = settings(List.of("/*"), List.of(), 100);
  private static final PartitionSettings LESS = settings(List.of("/*"), List.of("/b/*"), 100);
  private static final PartitionSettings OTHER =
      new PartitionSettings(
          new IndexingPolicy(
              true,
              List.of(),
              List.of(IndexPath.ALL),
              List.of(),
              List.of(
                  new CompositeIndex(
                      1,
                      List.of(
                          new CompositeIndex.Part(PropertyPath.parse("/a"), true),
                          new CompositeIndex.Part(PropertyPath.parse("/b/c"), false))))),
          List.of(),
          200,
          0,
          Samples.BOUNDS);

  private final Sandbox sandbox = new Sandbox(ALL);

  private static PartitionSettings settings(
      List<String> included, List<String> excluded, int ttlSeconds) {
    return new PartitionSettings(
        new IndexingPolicy(
            true,
            Samples.indexPaths(included.toArray(String[]::new)),
            Samples.indexPaths(excluded.toArray(String[]::new)),
            List.of(),
            List.of()),
        List.of(),
        ttlSeconds,
        0,
        Samples.BOUNDS);
  }

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  private void fill() {
    for (int i = 0; i < 30; i++) {
      sandbox.create("p" + i % 5, "i" + i, "{'a':" + i + ",'b':{'c':" + i + ",'d':['x',1]}}");
    }
  }

  private Outcome.Done reindex(int items) {
    return (Outcome.Done) sandbox.submit(new Command.Reindex(sandbox.now, items));
  }

  /// The keys of INDEX, as if all items had been written under the settings.
  private static Set<String> index(Sandbox sandbox) {
    Set<String> keys = new TreeSet<>();
    try (Cursor cursor = sandbox.store.scan(Family.INDEX, KeyRange.ALL, Direction.FORWARD)) {
      while (cursor.next()) {
        keys.add(HexFormat.of().formatHex(cursor.key()));
      }
    }
    return keys;
  }

  private void assertLikeFresh(PartitionSettings settings) {
    SettingsHistory history = SettingsHistory.of(settings);
    Set<String> expected = new TreeSet<>();
    try (Cursor cursor =
        sandbox.store.scan(Family.ITEMS, Layout.items(1, HashRange.FULL), Direction.FORWARD)) {
      while (cursor.next()) {
        byte[] itemKey = Layout.itemKey(cursor.key()).encoded();
        history
            .entries(itemKey, Item.decode(cursor.value()), Sandbox.ID)
            .forEach(key -> expected.add(HexFormat.of().formatHex(key)));
      }
    }
    assertThat(index(sandbox)).isEqualTo(expected);
    assertThat(sandbox.partition.settings().isIndexing()).isFalse();
    assertThat(sandbox.partition.settings().inForce()).containsExactly(settings);
  }

  @Test
  void goesThroughTheItemsInSteps() {
    fill();
    sandbox.configure(LESS);
    assertThat(sandbox.partition.settings().isIndexing()).isTrue();
    assertThat(sandbox.partition.settings().inForce()).containsExactly(ALL);
    byte[] before = sandbox.partition.settings().cursor();

    for (int done = 7; done < 28; done += 7) {
      assertThat(reindex(7)).isEqualTo(new Outcome.Done(31, 7, true));
      assertThat(sandbox.partition.settings().inForce()).containsExactly(LESS, ALL);
      assertThat(Arrays.compareUnsigned(before, sandbox.partition.settings().cursor()))
          .isNegative();
      before = sandbox.partition.settings().cursor();
      sandbox.assertSound();
    }
    assertThat(reindex(7).more()).isTrue();
    assertThat(reindex(7)).isEqualTo(new Outcome.Done(31, 2, false));
    assertThat(reindex(7)).isEqualTo(new Outcome.Done(31, 0, false));
    assertLikeFresh(LESS);
  }

  @Test
  void writesMeanwhileGetTheEntriesOfTheirPlace() {
    fill();
    sandbox.configure(OTHER);
    for (int step = 0; sandbox.partition.settings().isIndexing(); step++) {
      sandbox.upsert("p" + step % 5, "i" + step, "{'a':-1,'b':{'c':-2}}");
      sandbox.create("p" + step % 5, "new" + step, "{'a':-3,'b':{'d':[1,2,3]}}");
      sandbox.delete("p" + (29 - step) % 5, "i" + (29 - step));
      sandbox.assertSound();
      reindex(4);
      sandbox.assertSound();
    }
    assertLikeFresh(OTHER);
  }

  @Test
  void changesAgainInTheMiddle() {
    fill();
    sandbox.configure(LESS);
    reindex(10);
    sandbox.configure(OTHER);
    sandbox.assertSound();
    reindex(3);
    sandbox.assertSound();
    assertThat(sandbox.partition.settings().inForce()).containsExactly(OTHER, LESS, ALL);
    sandbox.configure(ALL);
    sandbox.upsert("p1", "i1", "{'b':1}");
    sandbox.assertSound();
    reindex(1);
    sandbox.configure(LESS);
    sandbox.settle(5);
    assertLikeFresh(LESS);
  }

  @Test
  void settingsThatNeverCoveredAnythingAreForgotten() {
    fill();
    for (int i = 0; i < 50; i++) {
      sandbox.configure(i % 2 == 0 ? LESS : OTHER);
    }
    assertThat(sandbox.partition.settings().inForce()).containsExactly(ALL);
    assertThat(sandbox.partition.settings().encode().length).isLessThan(500);
    sandbox.settle(100);
    assertLikeFresh(OTHER);
  }

  @Test
  void settingsThatIndexAlikeNeedNoWork() {
    fill();
    sandbox.configure(
        new PartitionSettings(ALL.indexing(), ALL.uniqueKeys(), 100, 5_000, Samples.BOUNDS));
    assertThat(sandbox.partition.settings().isIndexing()).isFalse();
    assertThat(sandbox.partition.find(key("p1", "i1"), sandbox.now)).isPresent();
  }

  @Test
  void anEmptyPartitionIsDoneAtOnce() {
    sandbox.configure(LESS);
    assertThat(reindex(1)).isEqualTo(new Outcome.Done(1, 0, false));
    assertLikeFresh(LESS);
  }

  private static PartitionSettings bounded(PartitionSettings settings, long itemIndexBytesMax) {
    var bounds =
        new PartitionSettings.Bounds(1 << 30, 1 << 30, 1024, 2 << 20, itemIndexBytesMax, 1 << 22);
    return new PartitionSettings(
        settings.indexing(), settings.uniqueKeys(), settings.ttlSeconds(), 0, bounds);
  }

  /// Under a policy without `b`, an item that has too much there for one with it.
  private void fillWithAnObstacle() {
    sandbox.configure(bounded(LESS, 3_000));
    sandbox.settle(7);
    fill();
    sandbox.create(
        "p2", "obstacle", "{'a':1,'b':" + IntStream.range(0, 100).boxed().toList() + "}");
    sandbox.settle(7);
  }

  private List<ItemKey> found(String path) {
    try (PartitionView view = sandbox.view();
        TermCursor cursor =
            view.terms(
                TermRange.of(IndexPath.parse(path).segments()),
                HashRange.FULL,
                Direction.FORWARD)) {
      return Scans.keys(cursor);
    }
  }

  @Test
  void anItemWithTooManyEntriesHoldsOnlyTheNewPathsUp() {
    fillWithAnObstacle();
    sandbox.configure(bounded(ALL, 3_000));
    sandbox.settle(7);

    SettingsHistory settings = sandbox.partition.settings();
    assertThat(settings.isIndexing()).isTrue();
    assertThat(settings.isHeldUp()).isTrue();
    assertThat(SettingsHistory.decode(settings.encode()).isHeldUp()).isTrue();
    // Whatever both policies index has every item; on the rest nobody may rely.
    assertThat(settings.inForce()).contains(bounded(LESS, 3_000));
    assertThat(found("/a/?")).hasSize(31);
    sandbox.assertSound();
    sandbox.upsert("p3", "i3", "{'a':3,'b':5}");
    assertThat(sandbox.refused(new Operation.Upsert(key("p3", "i3"), large(), null)))
        .isEqualTo(new Outcome.Refusal.IndexTooLarge(3_000));
    sandbox.assertSound();
  }

  private static Operation.NewItem large() {
    return Samples.item("{'a':1,'b':" + IntStream.range(0, 100).boxed().toList() + "}");
  }

  @Test
  void itemsEndWhileReindexingIsHeldUp() {
    fillWithAnObstacle();
    sandbox.configure(bounded(ALL, 3_000));
    sandbox.settle(7);
    sandbox.now += 101_000;
    sandbox.settle(7);
    assertThat(sandbox.partition.state().counters().items()).isZero();
    assertLikeFresh(bounded(ALL, 3_000));
  }

  @Test
  void reindexingGoesOnWhenItsObstacleIsGone() {
    fillWithAnObstacle();
    sandbox.configure(bounded(ALL, 3_000));
    sandbox.settle(7);
    sandbox.upsert("p2", "obstacle", "{'a':1,'b':2}");
    sandbox.settle(7);
    assertLikeFresh(bounded(ALL, 3_000));
  }

  @Test
  void reindexingGoesOnWithOtherSettings() {
    fillWithAnObstacle();
    sandbox.configure(bounded(ALL, 3_000));
    sandbox.settle(7);
    sandbox.configure(bounded(ALL, 1 << 20));
    sandbox.settle(7);
    assertLikeFresh(bounded(ALL, 1 << 20));
  }

  /// Only the child that has the obstacle waits for it.
  @Test
  void aPartitionThatIsHeldUpSplits() {
    fillWithAnObstacle();
    sandbox.configure(bounded(ALL, 3_000));
    sandbox.settle(7);
    sandbox.split(key("p1", "").position(), 1, 2);
    int heldUp = 0;
    for (int ordinal = 1; ordinal <= 2; ordinal++) {
      try (Sandbox child = sandbox.sibling(ordinal)) {
        child.settle(7);
        child.assertSound();
        heldUp += child.partition.settings().isHeldUp() ? 1 : 0;
      }
    }
    assertThat(heldUp).isEqualTo(1);
  }
}
