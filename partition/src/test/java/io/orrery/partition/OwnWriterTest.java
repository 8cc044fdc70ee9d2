// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.log.ProposalFailure;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Batch;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Submitters that find nobody in their way, and write their commands themselves.
@Timeout(60)
class OwnWriterTest {
  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final Partition.QueueLimits LIMITS = new Partition.QueueLimits(1000, 100, 1 << 20);

  @TempDir Path directory;

  private static Partition open(Store store) {
    if (!Partition.exists(Sandbox.ID, store)) {
      Batch batch = store.newBatch();
      Partition.create(batch, Sandbox.ID, HashRange.FULL, Samples.PLAIN);
      store.write(batch);
    }
    return Partition.open(Sandbox.ID, store, LIMITS, new BatchMemory());
  }

  private static Command upsert(int n) {
    return new Command.Write(
        Sandbox.START, List.of(new Operation.Upsert(key("a", "1"), item("{'n':" + n + "}"), null)));
  }

  private static long lsn(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Written.class);
    return ((Outcome.Written) outcome).lsn();
  }

  @Test
  void whoIsAloneWritesOnItsOwnThread() {
    GatedStore store = new GatedStore();
    store.gate.release(100);
    List<Thread> writers = new CopyOnWriteArrayList<>();
    try (store;
        Partition partition = open(store)) {
      store.writing = () -> writers.add(Thread.currentThread());
      lsn(partition.submit(upsert(1), PATIENT));
      lsn(partition.submit(upsert(2), PATIENT));
      assertThat(writers).containsExactly(Thread.currentThread(), Thread.currentThread());
    }
  }

  /// Behind a submitter that writes, many others come; they become one group in the order in which
  /// they came, and the submitter does not stay for them.
  @Test
  void aBurstBehindASubmitterThatWritesKeepsItsOrder() throws Exception {
    int burst = 50;
    GatedStore store = new GatedStore();
    store.gate.release();
    try (store;
        Partition partition = open(store);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      store.arrived.acquire();
      List<Thread> writers = new CopyOnWriteArrayList<>();
      store.writing = () -> writers.add(Thread.currentThread());
      Future<Outcome> alone = threads.submit(() -> partition.submit(upsert(0), PATIENT));
      store.arrived.acquire(); // it stands before the disk
      List<Future<Outcome>> behind = new ArrayList<>();
      for (int i = 1; i <= burst; i++) {
        int n = i;
        behind.add(threads.submit(() -> partition.submit(upsert(n), PATIENT)));
        while (partition.waiting() < n) {
          Thread.onSpinWait();
        }
      }
      store.gate.release();
      long lsn = lsn(alone.get());
      store.gate.release(100);
      for (Future<Outcome> each : behind) {
        long next = lsn(each.get());
        assertThat(next).isEqualTo(lsn + 1);
        lsn = next;
      }
      assertThat(writers).hasSize(2).doesNotHaveDuplicates();
      // In quiet times again, there is a group of one before submitters write themselves. They do
      // as soon as the writer has gone to rest, which may be a moment after its outcome is there.
      lsn(partition.submit(upsert(90), PATIENT));
      assertThat(writers).hasSize(3).last().isNotEqualTo(Thread.currentThread());
      do {
        lsn(partition.submit(upsert(91), PATIENT));
      } while (!writers.getLast().equals(Thread.currentThread()));
    }
  }

  /// Everything that was acknowledged is there after the store was opened anew, in its last order,
  /// however often submitters and writers took turns.
  @Test
  void whatTakesTurnsIsDurableAndInOrder() throws Exception {
    int writers = 8;
    int each = 30;
    long last = 0;
    String lastBody = "";
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT);
        Partition partition = open(store);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Long>>> running = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int first = writer * each;
        running.add(threads.submit(() -> writeInTurn(partition, first, each)));
      }
      for (int writer = 0; writer < writers; writer++) {
        List<Long> lsns = running.get(writer).get();
        assertThat(lsns).isSorted().doesNotHaveDuplicates();
        if (lsns.getLast() > last) {
          last = lsns.getLast();
          lastBody = "{'n':" + (writer * each + each - 1) + "}";
        }
      }
      assertThat(partition.state().lsn()).isEqualTo(1 + (long) writers * each);
    }
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT);
        Partition partition = open(store)) {
      var found = partition.find(key("a", "1"), Sandbox.START).orElseThrow();
      assertThat(found.version().lsn()).isEqualTo(last);
      assertThat(Samples.json(found)).isEqualTo(lastBody);
    }
  }

  private static List<Long> writeInTurn(Partition partition, int first, int count) {
    List<Long> lsns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lsns.add(lsn(partition.submit(upsert(first + i), PATIENT)));
    }
    return lsns;
  }

  @Test
  void anInterruptDoesNotEndWhatHasBegun() throws Exception {
    GatedStore store = new GatedStore();
    store.gate.release();
    try (store;
        Partition partition = open(store);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      store.arrived.acquire();
      List<Thread> writers = new CopyOnWriteArrayList<>();
      Future<Boolean> interrupted =
          threads.submit(
              () -> {
                writers.add(Thread.currentThread());
                lsn(partition.submit(upsert(1), PATIENT));
                return Thread.interrupted();
              });
      store.arrived.acquire();
      Objects.requireNonNull(writers.getFirst()).interrupt();
      store.gate.release();
      assertThat(interrupted.get()).isTrue();
      assertThat(partition.find(key("a", "1"), Sandbox.START)).isPresent();
    }
  }

  @Test
  void whoHasNoTimeOrHasGivenUpIsNotCarriedOut() {
    GatedStore store = new GatedStore();
    store.gate.release();
    try (store;
        Partition partition = open(store)) {
      assertFails(ErrorCode.DEADLINE_EXCEEDED, () -> partition.submit(upsert(1), Duration.ZERO));
      Thread.currentThread().interrupt();
      assertFails(ErrorCode.CANCELLED, () -> partition.submit(upsert(2), PATIENT));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(partition.find(key("a", "1"), Sandbox.START)).isEmpty();
    }
  }

  private static void assertFails(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ProposalFailure.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.fate()).isEqualTo(ProposalFailure.Fate.NOT_CARRIED_OUT);
            });
  }
}
