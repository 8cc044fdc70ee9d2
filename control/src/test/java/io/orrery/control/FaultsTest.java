// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.control.catalog.CatalogState;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What happens when something fails that should not: it is told, the rest goes on, and nothing is
/// half done.
@Timeout(60)
class FaultsTest {
  private static final ContainerDefinition BY_PK =
      ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk"));

  private final FaultyStore store = new FaultyStore();
  private Fixture fixture;

  @BeforeEach
  void open() {
    fixture = new Fixture(Limits.DEFAULT, store);
    fixture.plane().createDatabase("shop", null);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private OpenContainer create(ContainerDefinition definition) {
    return fixture.plane().createContainer("shop", "orders", definition, Throughput.manual(400));
  }

  @Test
  void anErrorEndsNeitherHousekeepingNorGoesUntold() {
    OpenContainer open = create(BY_PK.withTtlSeconds(1));
    store.scanning =
        family -> {
          if (family == Family.INDEX) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    fixture.fill(open, 3); // Long ago: they are past their time at once.
    fixture.await(
        () ->
            fixture.plane().backgroundFaults().stream()
                .anyMatch(fault -> fault.contains("orders") && fault.contains("OutOfMemory")));

    store.scanning = _ -> {};
    fixture.await(
        () -> fixture.plane().describe(open.routes().all().getFirst()).counters().items() == 0);
    fixture.await(() -> fixture.plane().backgroundFaults().isEmpty());
  }

  @Test
  void aStoppedPartitionIsNamed() {
    OpenContainer open = create(BY_PK);
    store.writing =
        () -> {
          throw new OrreryException(ErrorCode.STORAGE_FAILED, "The disk is full.");
        };
    assertThatThrownBy(() -> fixture.fill(open, 1)).isInstanceOf(OrreryException.class);

    assertThat(fixture.plane().partitionFaults())
        .containsExactly("shop/orders partition 0: stopped: The disk is full.");
    store.writing = () -> {};
  }

  @Test
  void aDefinitionThatAPartitionCannotFollowYetIsFollowedLater() {
    OpenContainer open = create(BY_PK);
    AtomicInteger writes = new AtomicInteger();
    // The first write is the catalog's, the second the partition's.
    store.writing =
        () -> {
          if (writes.incrementAndGet() > 1) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    ContainerDefinition wanted = BY_PK.withIndexing(IndexingPolicy.NONE);

    assertThat(fixture.plane().replaceContainer("shop", "orders", wanted).definition())
        .isEqualTo(wanted);
    assertThat(open.container().definition()).isEqualTo(wanted);
    assertThat(settingsFollow(open)).isFalse();

    store.writing = () -> {};
    fixture.await(() -> settingsFollow(open));
  }

  private static boolean settingsFollow(OpenContainer open) {
    return open.routes().all().stream()
        .allMatch(
            route ->
                Fixture.inside(route)
                    .settings()
                    .newest()
                    .equals(PartitionSettings.of(open.container().definition(), Limits.DEFAULT)));
  }

  @Test
  void aDefinitionThatCannotBeSavedChangesNothing() {
    OpenContainer open = create(BY_PK);
    store.writing =
        () -> {
          throw new OutOfMemoryError("Java heap space");
        };
    ContainerDefinition wanted = BY_PK.withIndexing(IndexingPolicy.NONE);
    assertThatThrownBy(() -> fixture.plane().replaceContainer("shop", "orders", wanted))
        .isInstanceOf(OutOfMemoryError.class);
    store.writing = () -> {};

    assertThat(open.container().definition().indexing()).isEqualTo(BY_PK.indexing());
    fixture.restart();
    Container stored = fixture.plane().requireContainer("shop", "orders").container();
    assertThat(stored.definition().indexing()).isEqualTo(BY_PK.indexing());
  }

  @Test
  void givingSpaceBackHoldsUpNobodyAndGoesOnAfterARestart() throws Exception {
    int number = create(BY_PK).container().number();
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    List<KeyRange> reclaimed = new CopyOnWriteArrayList<>();
    store.reclaiming =
        _ -> {
          first.countDown();
          awaitInterrupt(never);
        };
    fixture.plane().deleteContainer("shop", "orders");
    first.await();

    // Housekeeping goes on meanwhile: it splits.
    OpenContainer other = create(BY_PK);
    fixture.plane().changeThroughput("shop", "orders", Throughput.manual(20_000));
    fixture.await(() -> other.routes().all().size() > 1);
    fixture.awaitQuiet(other);

    fixture.plane().close();
    store.reclaiming = reclaimed::add;
    fixture.restart();
    KeyRange space = Layout.container(number);
    fixture.await(() -> reclaimed.size() == 3);
    assertThat(reclaimed).allSatisfy(range -> assertThat(range.from()).isEqualTo(space.from()));
    fixture.await(() -> CatalogState.read(store).dropped().isEmpty());
  }

  /// As a compaction that the store ends when it closes.
  private static void awaitInterrupt(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new OrreryException(ErrorCode.UNAVAILABLE, "The store is closing.", e);
    }
  }
}
