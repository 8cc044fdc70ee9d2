// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Counters;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.plan.update.Operation;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SplitTest {
  private static final EffectivePartitionKey MIDDLE = Samples.DEFINITION.middle(HashRange.FULL);

  private final Sandbox parent =
      new Sandbox(
          new PartitionSettings(IndexingPolicy.ALL, List.of(), 100, 3_600_000, Samples.BOUNDS));

  @AfterEach
  void close() {
    parent.close();
  }

  private void fill(int items) {
    for (int i = 0; i < items; i++) {
      parent.create("p" + i, "1", "{'n':" + i + "}");
    }
  }

  private static Sandbox of(ItemKey key, Sandbox left, Sandbox right) {
    return left.partition.state().range().contains(key.position()) ? left : right;
  }

  @Test
  void childrenShareWhatTheParentHad() {
    fill(40);
    parent.upsert("p3", "1", "{'n':-3}");
    long lsn = parent.partition.state().lsn();
    parent.split(MIDDLE, 1, 2);

    try (Sandbox left = parent.sibling(1);
        Sandbox right = parent.sibling(2)) {
      PartitionState leftState = left.partition.state();
      PartitionState rightState = right.partition.state();
      assertThat(leftState.range()).isEqualTo(new HashRange(EffectivePartitionKey.MIN, MIDDLE));
      assertThat(rightState.range()).isEqualTo(new HashRange(MIDDLE, EffectivePartitionKey.MAX));
      assertThat(leftState.lsn()).isEqualTo(rightState.lsn()).isEqualTo(lsn);
      assertThat(leftState.epoch()).isEqualTo(2);
      assertThat(leftState.counters().plus(rightState.counters()))
          .isEqualTo(parent.partition.state().counters());
      assertThat(leftState.counters().items()).isBetween(5L, 35L);
      left.assertSound();
      right.assertSound();
      for (int i = 0; i < 40; i++) {
        Sandbox home = of(key("p" + i, "1"), left, right);
        Sandbox other = home == left ? right : left;
        assertThat(home.find("p" + i, "1")).isPresent();
        assertThat(other.write(new Operation.Create(key("p" + i, "2"), item("{}"))))
            .isInstanceOf(Outcome.Declined.class);
      }
      long leftRid = of(key("x", "1"), left, right).create("x", "1", "{}").rid();
      long rightRid = of(key("y", "1"), left, right).create("y", "1", "{}").rid();
      assertThat(leftRid).isNotEqualTo(rightRid);
      assertThat(of(key("x", "1"), left, right).partition.state().lsn()).isGreaterThan(lsn);
    }
  }

  @Test
  void theFenceEndsTheParent() {
    fill(4);
    parent.split(MIDDLE, 1, 2);

    assertThat(parent.write(new Operation.Create(key("q", "1"), item("{}"))))
        .isEqualTo(new Outcome.Moved());
    assertThat(parent.submit(new Command.Sweep(parent.now, 1))).isEqualTo(new Outcome.Moved());
    assertThat(parent.partition.due(parent.now, 10)).isEmpty();
    assertThatThrownBy(() -> parent.find("p1", "1")).satisfies(SplitTest::isRangeGone);
    assertThatThrownBy(parent::view).satisfies(SplitTest::isRangeGone);
  }

  private static void isRangeGone(Throwable thrown) {
    assertThat(((OrreryException) thrown).code()).isEqualTo(ErrorCode.RANGE_GONE);
  }

  @Test
  void whatFollowsTheFenceInItsGroupIsMoved() {
    fill(4);
    Group group = new Group(parent.store, Sandbox.ID);
    List<Outcome> outcomes =
        group.apply(
            new Command.PrepareSplit(parent.now, MIDDLE),
            new Command.Split(parent.now, MIDDLE, 1, 2, Counters.ZERO),
            new Command.Write(
                parent.now, List.of(new Operation.Create(key("q", "1"), item("{}")))));

    assertThat(outcomes.getLast()).isEqualTo(new Outcome.Moved());
    try (Sandbox left = parent.sibling(1);
        Sandbox right = parent.sibling(2)) {
      assertThat(of(key("q", "1"), left, right).find("q", "1")).isEmpty();
    }
  }

  @Test
  void writesBetweenPreparationAndFenceAreCounted() {
    fill(20);
    parent.submit(new Command.PrepareSplit(parent.now, MIDDLE));
    for (int i = 10; i < 30; i++) {
      parent.upsert("p" + i, "1", "{'n':" + i + ",'more':[1,2,3]}");
      parent.refused(
          new Operation.Upsert(key("p" + i, "2"), item("{}"), null),
          new Operation.Create(key("p" + i, "1"), item("{}")));
    }
    parent.delete("p5", "1");
    Counters left = parent.leftAtPrepare(MIDDLE);
    parent.create("p50", "1", "{'n':50}");
    parent.submit(new Command.Split(parent.now, MIDDLE, 1, 2, left));

    try (Sandbox first = parent.sibling(1);
        Sandbox second = parent.sibling(2)) {
      first.assertSound();
      second.assertSound();
    }
  }

  @Test
  void impossibleSplitsAreDeclined() {
    fill(3);
    assertThat(parent.submit(new Command.Split(parent.now, MIDDLE, 1, 2, Counters.ZERO)))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(parent.submit(new Command.PrepareSplit(parent.now, EffectivePartitionKey.MIN)))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(parent.submit(new Command.PrepareSplit(parent.now, EffectivePartitionKey.MAX)))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(parent.submit(new Command.PrepareSplit(parent.now, MIDDLE)))
        .isInstanceOf(Outcome.Done.class);
    assertThat(parent.submit(new Command.CancelSplit(parent.now))).isInstanceOf(Outcome.Done.class);
    assertThat(parent.submit(new Command.Split(parent.now, MIDDLE, 1, 2, Counters.ZERO)))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(parent.find("p1", "1")).isPresent();
    parent.assertSound();
  }

  @Test
  void childrenSplitAgainOnlyAfterTakingOver() {
    fill(60);
    parent.split(MIDDLE, 1, 2);
    try (Sandbox left = parent.sibling(1)) {
      EffectivePartitionKey quarter = Samples.DEFINITION.middle(left.partition.state().range());
      assertThat(left.submit(new Command.PrepareSplit(left.now, quarter)))
          .isInstanceOf(Outcome.Declined.class);
      left.settle(7);
      left.assertSound();
      left.split(quarter, 3, 4);
      try (Sandbox first = left.sibling(3);
          Sandbox second = left.sibling(4)) {
        assertThat(first.partition.state().epoch()).isEqualTo(3);
        for (Sandbox child : List.of(first, second)) {
          child.assertSound();
          child.settle(3);
          child.assertSound();
        }
        assertThat(first.partition.state().counters().items()).isPositive();
      }
    }
  }

  @Test
  void deadItemsStayDeadInTheChildren() {
    fill(30);
    for (int i = 0; i < StateMachine.DELETED_AT_ONCE_MAX + 1; i++) {
      parent.create("big", "i" + i, "{}");
    }
    parent.submit(new Command.DeleteLogicalPartition(parent.now, key("big", "")));
    parent.split(MIDDLE, 1, 2);

    try (Sandbox left = parent.sibling(1);
        Sandbox right = parent.sibling(2)) {
      Sandbox home = of(key("big", ""), left, right);
      Sandbox other = home == left ? right : left;
      assertThat(home.partition.state().tombstones()).hasSize(1);
      assertThat(other.partition.state().tombstones()).isEmpty();
      assertThat(home.find("big", "i7")).isEmpty();
      home.create("big", "i7", "{'fresh':1}");
      home.submit(new Command.Sweep(home.now, 100)); // before the index is its own
      home.assertSound();
      home.settle(50);
      home.assertSound();
      assertThat(home.find("big", "i7")).contains("{'fresh':1}");
      home.now += 100_000;
      other.now += 100_000;
      home.settle(50);
      other.settle(50);
      assertThat(home.partition.state().counters()).isEqualTo(Counters.ZERO);
      assertThat(other.partition.state().counters()).isEqualTo(Counters.ZERO);
      home.assertSound();
      other.assertSound();
    }
  }

  @Test
  void reindexingGoesOnInTheChildren() {
    fill(40);
    var less =
        new PartitionSettings(IndexingPolicy.NONE, List.of(), 100, 3_600_000, Samples.BOUNDS);
    parent.configure(less);
    parent.submit(new Command.Reindex(parent.now, 25)); // beyond the middle
    parent.split(MIDDLE, 1, 2);
    for (int ordinal : new int[] {1, 2}) {
      try (Sandbox child = parent.sibling(ordinal)) {
        child.assertSound();
        assertThat(child.submit(new Command.Reindex(child.now, 10)))
            .isInstanceOf(Outcome.Declined.class);
        child.settle(4);
        child.assertSound();
        assertThat(child.partition.settings().inForce()).containsExactly(less);
        try (PartitionView view = child.view();
            ItemCursor items = view.items(HashRange.FULL, null, Direction.FORWARD)) {
          assertThat(Scans.keys(items)).hasSize((int) child.partition.state().counters().items());
        }
      }
    }
  }
}
