// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.RowRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeleteLogicalPartitionTest {
  private static final int MANY = StateMachine.DELETED_AT_ONCE_MAX + 20;

  private final Sandbox sandbox =
      new Sandbox(
          new PartitionSettings(
              IndexingPolicy.ALL, List.of(), TimeToLive.OFF, 3_600_000, Samples.BOUNDS));

  @AfterEach
  void close() {
    sandbox.assertSound();
    sandbox.close();
  }

  private void fill(String pk, int items) {
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      operations.add(new Operation.Create(key(pk, "i" + i), Samples.item("{'n':" + i + "}")));
    }
    sandbox.done(operations.toArray(Operation[]::new));
  }

  private Outcome.Done delete(String pk) {
    Outcome outcome =
        sandbox.submit(new Command.DeleteLogicalPartition(sandbox.now, key(pk, "any")));
    assertThat(outcome).isInstanceOf(Outcome.Done.class);
    return (Outcome.Done) outcome;
  }

  @Test
  void aSmallOneGoesAtOnce() {
    fill("a", 10);
    fill("b", 3);

    assertThat(delete("a")).isEqualTo(new Outcome.Done(4, 10, false));
    assertThat(sandbox.partition.state().counters().items()).isEqualTo(3);
    assertThat(sandbox.find("b", "i1")).isPresent();
    assertThat(sandbox.latest(0)).hasSize(3);
    assertThat(delete("nothing")).isEqualTo(new Outcome.Done(4, 0, false));
  }

  @Test
  void aLargeOneIsGoneAtOnceAndSweptLater() {
    fill("a", MANY);
    fill("b", 3);

    assertThat(delete("a")).isEqualTo(new Outcome.Done(4, MANY, true));
    assertThat(sandbox.find("a", "i1")).isEmpty();
    assertThat(allReaders()).containsExactlyInAnyOrderElementsOf(keys("b", 0, 3));
    sandbox.upsert("a", "i1", "{'fresh':1}");
    sandbox.create("a", "i2", "{'fresh':2}");
    assertThat(
            sandbox.refused(
                new Operation.Replace(key("a", "i3"), Samples.item("{'fresh':3}"), null)))
        .isEqualTo(new Outcome.Refusal.NotFound());
    List<ItemKey> alive = new ArrayList<>(keys("b", 0, 3));
    alive.addAll(keys("a", 1, 3));
    assertThat(allReaders()).containsExactlyInAnyOrderElementsOf(alive);

    assertThat(sandbox.settle(100)).isBetween(5, 7);

    assertThat(allReaders()).containsExactlyInAnyOrderElementsOf(alive);
    assertThat(sandbox.partition.state().tombstones()).isEmpty();
    assertThat(sandbox.partition.state().counters().items()).isEqualTo(5);
    assertThat(sandbox.find("a", "i1")).contains("{'fresh':1}");
    assertThat(sandbox.history(4).stream().filter(seen -> seen.operation().equals("DELETE")))
        .hasSize(MANY);
  }

  @Test
  void deletedAgainWhileBeingSwept() {
    fill("a", MANY);
    delete("a");
    sandbox.create("a", "i1", "{'fresh':1}");
    sandbox.submit(new Command.Sweep(sandbox.now, 5));
    delete("a");

    assertThat(allReaders()).isEmpty();
    sandbox.assertSound();
    sandbox.settle(200);
    assertThat(sandbox.partition.state().counters().items()).isZero();
    assertThat(sandbox.partition.state().counters().bytes()).isZero();
  }

  @Test
  void manyBytesAreNotDeletedAtOnceEither() {
    String text = "x".repeat(1 << 20);
    for (int i = 0; i < 9; i++) {
      sandbox.create("a", "i" + i, "{'text':'" + text + "'}");
    }
    assertThat(delete("a").more()).isTrue();
    assertThat(allReaders()).isEmpty();
    sandbox.settle(3);
    assertThat(sandbox.partition.state().counters().items()).isZero();
  }

  @Test
  void sweepingGoesOnWhereItStopped() {
    fill("a", MANY);
    delete("a");
    sandbox.submit(new Command.Sweep(sandbox.now, 7));

    byte[] cursor = sandbox.partition.state().tombstones().getFirst().cursor();
    List<ItemKey> inOrder = keys("a", 0, MANY).stream().sorted().toList();
    assertThat(ItemKey.decode(cursor)).isEqualTo(inOrder.get(7));
    assertThat(sandbox.partition.state().counters().items()).isEqualTo(MANY - 7);
  }

  @Test
  void aStepIsBoundedInBytesAsWell() {
    String text = "x".repeat(1 << 20);
    for (int i = 0; i < 20; i++) {
      sandbox.create("a", "i" + i, "{'text':'" + text + "'}");
    }
    delete("a");

    // History keeps an image of every item, so each counts with its bytes.
    var step = (Outcome.Done) sandbox.submit(new Command.Sweep(sandbox.now, 1000));

    assertThat(step.touched()).isBetween(7, 9);
    assertThat(step.more()).isTrue();
    sandbox.settle(1000);
    assertThat(sandbox.partition.state().counters().items()).isZero();
  }

  @Test
  void onlySoManyWaitToBeSwept() {
    for (int i = 0; i < PartitionState.TOMBSTONES_MAX; i++) {
      fill("k" + i, MANY);
      delete("k" + i);
    }
    fill("last", MANY);
    assertThat(sandbox.submit(new Command.DeleteLogicalPartition(sandbox.now, key("last", "any"))))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(sandbox.find("last", "i1")).isPresent();
  }

  /// Partition keys are opaque bytes: one may be the beginning of another, at the same position.
  @Test
  void neighboursWithLongerKeysStay() {
    var position = EffectivePartitionKey.parse("10");
    ItemKey shorter = ItemKey.of(position, new byte[] {5}, Samples.row("1"));
    ItemKey longer = ItemKey.of(position, new byte[] {5, 0, 7}, Samples.row("1"));
    sandbox.done(new Operation.Create(shorter, Samples.item("{'n':1}")));
    sandbox.done(new Operation.Create(longer, Samples.item("{'n':2}")));
    try (PartitionView view = sandbox.view();
        ItemCursor cursor = view.logicalPartition(shorter, RowRange.ALL, Direction.FORWARD)) {
      assertThat(Scans.jsons(cursor)).containsExactly("{'n':1}");
    }

    sandbox.submit(new Command.DeleteLogicalPartition(sandbox.now, shorter));

    assertThat(sandbox.partition.find(shorter, sandbox.now)).isEmpty();
    assertThat(sandbox.partition.find(longer, sandbox.now)).isPresent();
  }

  private static List<ItemKey> keys(String pk, int from, int to) {
    List<ItemKey> keys = new ArrayList<>();
    for (int i = from; i < to; i++) {
      keys.add(key(pk, "i" + i));
    }
    return keys;
  }

  /// The keys alive for scans, term scans and the feed, which must agree.
  private List<ItemKey> allReaders() {
    try (PartitionView view = sandbox.view();
        ItemCursor items = view.items(HashRange.FULL, null, Direction.FORWARD)) {
      List<ItemKey> keys = Scans.keys(items);
      assertThat(sandbox.latest(0).stream().map(Sandbox.Seen::key).toList())
          .containsExactlyInAnyOrderElementsOf(keys);
      List<ItemKey> byTerm = new ArrayList<>();
      for (String name : List.of("n", "fresh", "text")) {
        TermRange range = TermRange.of(IndexPath.parse("/" + name + "/?").segments());
        try (TermCursor terms = view.terms(range, HashRange.FULL, Direction.FORWARD)) {
          byTerm.addAll(Scans.keys(terms));
        }
      }
      byTerm.removeIf(
          key -> view.findAll(List.of(key), Long.MAX_VALUE).equals(List.of(Optional.empty())));
      assertThat(byTerm).containsExactlyInAnyOrderElementsOf(keys);
      return keys;
    }
  }
}
