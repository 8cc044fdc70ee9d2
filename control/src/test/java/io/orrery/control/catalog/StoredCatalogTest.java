// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.control.FaultyStore;
import io.orrery.control.catalog.CatalogCommand.ConfirmPartitions;
import io.orrery.control.catalog.CatalogCommand.CreateContainer;
import io.orrery.control.catalog.CatalogCommand.CreateDatabase;
import io.orrery.control.catalog.CatalogCommand.DropContainer;
import io.orrery.control.catalog.CatalogCommand.ForgetContainer;
import io.orrery.control.catalog.CatalogCommand.InitializeAccount;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.HashRange;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StoredCatalogTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final FaultyStore store = new FaultyStore();
  private final StoredCatalog catalog = StoredCatalog.open(store);
  private final AtomicInteger writes = new AtomicInteger();

  @BeforeEach
  void initialize() {
    propose(new InitializeAccount(0, AccountKeys.random(new SecureRandom())));
  }

  private CatalogOutcome propose(CatalogCommand command) {
    return catalog.propose(command, PATIENCE);
  }

  private static CatalogCommand database(int i) {
    return new CreateDatabase(0, "database " + i, null);
  }

  /// The first is held up in the store; all that come meanwhile are one batch.
  @Test
  void whatWaitsIsWrittenAtOnce() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    store.writing =
        () -> {
          writes.incrementAndGet();
          begun.countDown();
          await(go);
        };
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<CatalogOutcome> first = callers.submit(() -> propose(database(0)));
      begun.await();
      CountDownLatch asked = new CountDownLatch(50);
      List<Future<CatalogOutcome>> others =
          IntStream.rangeClosed(1, 50)
              .mapToObj(
                  i ->
                      callers.submit(
                          () -> {
                            asked.countDown();
                            return propose(database(i));
                          }))
              .toList();
      asked.await();
      go.countDown();
      assertThat(first.get()).isInstanceOf(CatalogOutcome.Stored.class);
      for (Future<CatalogOutcome> other : others) {
        assertThat(other.get()).isInstanceOf(CatalogOutcome.Stored.class);
      }
    }
    assertThat(catalog.view().databases()).hasSize(51);
    assertThat(writes.get()).isLessThan(51);
    assertThat(CatalogState.read(store).databases()).isEqualTo(catalog.view().databases());
  }

  @Test
  void whatCannotBeWrittenLeavesNoTrace() {
    store.writing =
        () -> {
          throw new OutOfMemoryError("Java heap space");
        };
    assertThatThrownBy(() -> propose(database(1))).isInstanceOf(OutOfMemoryError.class);
    store.writing = () -> {};
    assertThat(catalog.view().databases()).isEmpty();
    assertThat(propose(database(1)))
        .isEqualTo(new CatalogOutcome.Stored(new Database(1, "database 1", 0, 1, null)));
  }

  @Test
  void whatIsRefusedIsNotWritten() {
    propose(database(1));
    long position = catalog.view().position();
    store.writing = writes::incrementAndGet;
    assertThat(propose(database(1)))
        .isEqualTo(new CatalogOutcome.Refused(CatalogOutcome.Refusal.EXISTS));
    assertThat(writes).hasValue(0);
    assertThat(catalog.view().position()).isEqualTo(position);
  }

  @Test
  void whoseTurnDoesNotComeInTimeIsNotCarriedOut() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    store.writing =
        () -> {
          begun.countDown();
          await(go);
        };
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<CatalogOutcome> first = callers.submit(() -> propose(database(1)));
      begun.await();
      assertThatThrownBy(() -> catalog.propose(database(2), Duration.ofMillis(1)))
          .isInstanceOfSatisfying(
              OrreryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
      go.countDown();
      first.get();
    }
    propose(database(3));
    assertThat(catalog.view().databases())
        .extracting(Database::name)
        .containsExactly("database 1", "database 3");
  }

  /// A container is nothing without partitions, and a note that is lost is made again; everything
  /// else waits for the disk.
  @Test
  void whatIsWorthNothingAloneDoesNotWaitForTheDisk() {
    AtomicInteger unsynced = new AtomicInteger();
    store.surviving = () -> unsynced.incrementAndGet() > 0;
    propose(database(1));
    assertThat(unsynced).hasValue(0);
    propose(
        new CreateContainer(
            0, 1, "c", CatalogBed.BY_PK, Throughput.manual(400), List.of(HashRange.FULL)));
    propose(new ConfirmPartitions(0, List.of(1)));
    assertThat(unsynced).hasValue(2);
    propose(new DropContainer(0, 1));
    assertThat(unsynced).hasValue(2);
    propose(new ForgetContainer(0, 1));
    assertThat(unsynced).hasValue(3);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
