// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.catalog.CatalogView;
import io.orrery.control.check.CatalogChecker;
import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.CatalogRecord.Dropped;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The catalog and its partitions are written one after the other. Here everything ends behind
/// every single write of a container's life, and begins again.
@Timeout(120)
class InterruptionsTest {
  private static final ContainerDefinition BY_PK =
      ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk"));
  private static final int ITEMS = 5;
  private static final int WRITES_MAX = 200;

  /// What an interruption may leave half done.
  private enum Unfinished {
    CONTAINER_WITHOUT_PARTITIONS,
    PARTITIONS_NOT_CONFIRMED,
    SPLIT_NOT_PREPARED,
    SPLIT_NOT_FENCED,
    SPLIT_WITHOUT_CHILDREN,
    SPLIT_NOT_COMPLETED,
    DROPPED_PARENT_NOT_FORGOTTEN,
    DROPPED_CONTAINER_WITH_PARTITIONS,
    DROPPED_CONTAINER_NOT_FORGOTTEN
  }

  /// How far a life came, as far as its owner was told.
  private static final class Life {
    boolean created;
    int items;
    boolean deleting;
    boolean deleted;
    boolean ended;
  }

  private final Set<Unfinished> seen = EnumSet.noneOf(Unfinished.class);

  @Test
  void whateverAnInterruptionLeavesIsFinishedByTheNextStart() {
    int writes = 0;
    while (!interruptedAfter(writes, false)) {
      writes++;
      assertThat(writes).as("writes of one life").isLessThan(WRITES_MAX);
    }
    assertThat(seen).containsExactlyInAnyOrder(Unfinished.values());
  }

  /// Some batches are not synchronised: the power may fail before they are.
  @Test
  void whatAPowerLossTakesIsMadeAgainOrWasPromisedToNobody() {
    int batches = 0;
    while (!interruptedAfter(batches, true)) {
      batches++;
      assertThat(batches).as("unsynchronised batches of one life").isLessThan(WRITES_MAX);
    }
    assertThat(seen)
        .contains(
            Unfinished.PARTITIONS_NOT_CONFIRMED,
            Unfinished.DROPPED_PARENT_NOT_FORGOTTEN,
            Unfinished.DROPPED_CONTAINER_NOT_FORGOTTEN);
  }

  /// Says whether the life ended before it could be interrupted.
  ///
  /// @param losing only batches that are not synchronised count, and the last of them is lost
  private boolean interruptedAfter(int writes, boolean losing) {
    FaultyStore store = new FaultyStore();
    AtomicInteger left = new AtomicInteger(writes);
    AtomicInteger over = new AtomicInteger();
    try (Fixture fixture = new Fixture(Limits.DEFAULT, store)) {
      fixture.plane().createDatabase("shop", null);
      store.writing =
          () -> {
            if (over.get() > 0 || (!losing && left.getAndDecrement() <= 0)) {
              over.set(1);
              throw new OrreryException(ErrorCode.STORAGE_FAILED, "Everything ends here.");
            }
          };
      store.surviving =
          () -> {
            if (losing && left.getAndDecrement() <= 0) {
              over.set(1);
            }
            return over.get() == 0;
          };
      Life life = new Life();
      try {
        live(fixture, life, over);
      } catch (OrreryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FAILED);
      }
      fixture.plane().close();
      store.writing = () -> {};
      store.surviving = () -> true;
      String point = "after %d %s".formatted(writes, losing ? "unsynchronised batches" : "writes");
      inspect(fixture.catalog(), store);
      assertThat(CatalogChecker.check(store, 5)).as(point).isEmpty();

      fixture.restart();
      assertAsPromised(fixture, life, point);
      return life.ended;
    }
  }

  private static void live(Fixture fixture, Life life, AtomicInteger over) {
    ControlPlane plane = fixture.plane();
    OpenContainer open = plane.createContainer("shop", "orders", BY_PK, Throughput.manual(12_000));
    life.created = true;
    fixture.fill(open, ITEMS);
    life.items = ITEMS;
    plane.split(open, 0, null);
    fixture.await(() -> over.get() > 0 || open.container().partitions().retired().isEmpty());
    life.deleting = true;
    plane.deleteContainer("shop", "orders");
    life.deleted = true;
    fixture.await(() -> over.get() > 0 || fixture.catalog().dropped().isEmpty());
    life.ended = over.get() == 0;
  }

  private void inspect(CatalogView catalog, FaultyStore store) {
    for (Container container : catalog.containers()) {
      if (catalog.pending().contains(container.number())) {
        seen.add(
            Partition.exists(PartitionId.of(container, 0), store)
                ? Unfinished.PARTITIONS_NOT_CONFIRMED
                : Unfinished.CONTAINER_WITHOUT_PARTITIONS);
      }
      PartitionMap.SplitIntent intent = container.partitions().intent();
      if (intent != null) {
        PartitionState parent = state(store, PartitionId.of(container, intent.ordinal()));
        seen.add(
            parent.retired()
                ? (Partition.exists(PartitionId.of(container, intent.leftOrdinal()), store)
                    ? Unfinished.SPLIT_NOT_COMPLETED
                    : Unfinished.SPLIT_WITHOUT_CHILDREN)
                : parent.split() == null
                    ? Unfinished.SPLIT_NOT_PREPARED
                    : Unfinished.SPLIT_NOT_FENCED);
      }
      for (PartitionMap.Retired retired : container.partitions().retired()) {
        if (!Partition.exists(PartitionId.of(container, retired.ordinal()), store)) {
          seen.add(Unfinished.DROPPED_PARENT_NOT_FORGOTTEN);
        }
      }
    }
    for (Dropped dropped : catalog.dropped()) {
      int ordinal = dropped.partitions().online().getFirst().ordinal();
      seen.add(
          Partition.exists(new PartitionId(dropped.container(), ordinal), store)
              ? Unfinished.DROPPED_CONTAINER_WITH_PARTITIONS
              : Unfinished.DROPPED_CONTAINER_NOT_FORGOTTEN);
    }
  }

  private static PartitionState state(FaultyStore store, PartitionId id) {
    return PartitionState.decode(Objects.requireNonNull(store.get(Family.META, Layout.state(id))));
  }

  private static void assertAsPromised(Fixture fixture, Life life, String point) {
    Optional<OpenContainer> orders = fixture.plane().findContainer("shop", "orders");
    if (life.created && !life.deleting) {
      assertThat(orders).as(point).isPresent();
    }
    if (life.deleted) {
      assertThat(orders).as(point).isEmpty();
    }
    if (orders.isPresent()) {
      fixture.awaitQuiet(orders.get());
      assertThat(fixture.count(orders.get())).as(point).isGreaterThanOrEqualTo(life.items);
    } else {
      fixture.plane().createContainer("shop", "orders", BY_PK, Throughput.manual(400));
    }
    fixture.plane().deleteContainer("shop", "orders");
    fixture.await(() -> fixture.catalog().dropped().isEmpty());
    assertThat(fixture.catalog().pending()).as(point).isEmpty();
    for (Family family : List.of(Family.ITEMS, Family.INDEX, Family.FEED)) {
      assertEmpty(fixture, family, KeyRange.ALL, point);
    }
    for (int kind : List.of(2, 3)) {
      assertEmpty(fixture, Family.META, KeyRange.prefix(new byte[] {(byte) kind}), point);
    }
    assertThat(CatalogChecker.check(fixture.store(), 5)).as(point).isEmpty();
  }

  private static void assertEmpty(Fixture fixture, Family family, KeyRange range, String point) {
    try (var cursor = fixture.store().scan(family, range, Direction.FORWARD)) {
      assertThat(cursor.next()).as("%s, a key of %s", point, family).isFalse();
    }
  }
}
