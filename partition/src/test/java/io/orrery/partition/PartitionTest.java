// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static io.orrery.partition.Samples.item;
import static io.orrery.partition.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.IndexPath;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.log.PartitionLog;
import io.orrery.partition.log.ProposalFailure;
import io.orrery.plan.update.Operation;
import io.orrery.storage.Batch;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The running partition: its queue, its groups, and what happens when the store fails.
@Timeout(60)
class PartitionTest {
  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final Partition.QueueLimits LIMITS = new Partition.QueueLimits(3, 100, 1 << 20);

  @TempDir Path directory;

  private static Partition open(Store store, Partition.QueueLimits limits) {
    if (!Partition.exists(Sandbox.ID, store)) {
      Batch batch = store.newBatch();
      Partition.create(batch, Sandbox.ID, HashRange.FULL, Samples.PLAIN);
      store.write(batch);
    }
    return Partition.open(Sandbox.ID, store, limits, new BatchMemory());
  }

  private static Command create(String pk, int id) {
    return new Command.Write(
        Sandbox.START, List.of(new Operation.Create(key(pk, "" + id), item("{'n':" + id + "}"))));
  }

  private static void assertFails(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(OrreryException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void writersInParallelShareGroupsAndLoseNothing() throws Exception {
    int writers = 16;
    int each = 40;
    long groups;
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT);
        Partition partition = open(store, new Partition.QueueLimits(100, 50, 1 << 20));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long before = store.metrics().batchesWritten();
      List<Future<?>> running = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        String pk = "w" + writer;
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    Outcome outcome = partition.submit(create(pk, i), PATIENT);
                    assertThat(outcome).isInstanceOf(Outcome.Written.class);
                    assertThat(partition.find(key(pk, "" + i), Sandbox.START)).isPresent();
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get();
      }
      groups = store.metrics().batchesWritten() - before;
      assertThat(partition.state().lsn()).isEqualTo(1 + (long) writers * each);
    }
    assertThat(groups).isLessThan((long) writers * each);
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT);
        Partition partition = open(store, LIMITS)) {
      assertThat(partition.state().counters().items()).isEqualTo((long) writers * each);
      for (int i = 0; i < each; i++) {
        assertThat(partition.find(key("w7", "" + i), Sandbox.START)).isPresent();
      }
    }
  }

  @Test
  void whoComesTooLateGivesUpAndIsNotCarriedOut() throws Exception {
    GatedStore store = new GatedStore();
    store.gate.release();
    try (store;
        Partition partition = open(store, LIMITS);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      store.arrived.acquire();
      Future<Outcome> first = threads.submit(() -> partition.submit(create("a", 1), PATIENT));
      store.arrived.acquire(); // the first one is being written

      assertFails(
          ErrorCode.DEADLINE_EXCEEDED,
          () -> partition.submit(create("a", 2), Duration.ofMillis(1)));
      // One whose turn has come is waited for, however long it takes.
      assertThat(first.isDone()).isFalse();
      store.gate.release(10);
      assertThat(first.get()).isInstanceOf(Outcome.Written.class);
      partition.submit(create("a", 3), PATIENT);
      assertThat(partition.find(key("a", "2"), Sandbox.START)).isEmpty();
      assertThat(partition.find(key("a", "3"), Sandbox.START)).isPresent();
    }
  }

  @Test
  void aFullQueueRefusesAtOnce() throws Exception {
    GatedStore store = new GatedStore();
    store.gate.release();
    try (store;
        Partition partition = open(store, LIMITS);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      store.arrived.acquire();
      List<Future<Outcome>> waiting = new ArrayList<>();
      waiting.add(threads.submit(() -> partition.submit(create("a", 0), PATIENT)));
      store.arrived.acquire();
      int refused = 0;
      for (int i = 1; i <= 4; i++) {
        try {
          partition.submit(create("b", i), Duration.ZERO);
        } catch (OrreryException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
          refused++;
        }
      }
      assertThat(refused).isEqualTo(4); // none of them stays in the queue
      for (int i = 1; i <= 3; i++) {
        int id = i;
        waiting.add(threads.submit(() -> partition.submit(create("a", id), PATIENT)));
      }
      while (true) {
        try {
          partition.submit(create("c", 1), Duration.ZERO);
        } catch (OrreryException e) {
          if (e.code() == ErrorCode.UNAVAILABLE) {
            break; // all three wait
          }
        }
        Thread.onSpinWait();
      }
      store.gate.release(10);
      for (Future<Outcome> future : waiting) {
        assertThat(future.get()).isInstanceOf(Outcome.Written.class);
      }
      assertThat(partition.find(key("c", "1"), Sandbox.START)).isEmpty();
    }
  }

  @Test
  void aStoreThatFailsStopsThePartition() throws Exception {
    GatedStore store = new GatedStore();
    store.gate.release(2);
    try (store;
        Partition partition = open(store, LIMITS)) {
      partition.submit(create("a", 1), PATIENT);
      store.broken = true;
      store.gate.release();

      assertFails(ErrorCode.STORAGE_FAILED, () -> partition.submit(create("a", 2), PATIENT));
      assertFails(ErrorCode.STORAGE_FAILED, () -> partition.submit(create("a", 3), PATIENT));
      assertThat(partition.state().lsn()).isEqualTo(2);
      assertThat(partition.find(key("a", "1"), Sandbox.START)).isPresent();
      assertThat(partition.find(key("a", "2"), Sandbox.START)).isEmpty();
    }
  }

  private static GatedStore openGates() {
    GatedStore store = new GatedStore();
    store.gate.release(1000);
    return store;
  }

  private static byte[] stored(String pk, String id) {
    return Layout.item(Sandbox.ID.container(), key(pk, id));
  }

  /// Stands for any error in applying: no memory, a bug, damaged data.
  private static Consumer<byte[]> failingAt(byte[] storeKey, Supplier<Throwable> failure) {
    return read -> {
      if (Arrays.equals(read, storeKey)) {
        switch (failure.get()) {
          case RuntimeException e -> throw e;
          case Error e -> throw e;
          case Throwable e -> throw new AssertionError(e);
        }
      }
    };
  }

  @Test
  void aCommandThatCannotBeAppliedFailsAloneAndThePartitionGoesOn() throws Exception {
    List<Supplier<Throwable>> failures =
        List.of(
            () -> new OutOfMemoryError("Java heap space"),
            StackOverflowError::new,
            () -> new IllegalStateException("a broken invariant"),
            () -> new OrreryException(ErrorCode.LIMIT_EXCEEDED, "The batch is too large."));
    for (Supplier<Throwable> failure : failures) {
      GatedStore store = new GatedStore();
      store.gate.release();
      try (store;
          Partition partition = open(store, new Partition.QueueLimits(10, 10, 1 << 20));
          ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        store.arrived.acquire();
        Future<Outcome> first = threads.submit(() -> partition.submit(create("a", 0), PATIENT));
        store.arrived.acquire();
        store.reading = failingAt(stored("a", "2"), failure);
        // These three become one group.
        List<Future<Outcome>> group = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
          int id = i;
          group.add(threads.submit(() -> partition.submit(create("a", id), PATIENT)));
        }
        store.gate.release(1000);
        assertThat(first.get()).isInstanceOf(Outcome.Written.class);
        assertThat(group.get(0).get()).isInstanceOf(Outcome.Written.class);
        assertThatThrownBy(() -> group.get(1).get()).hasCauseInstanceOf(OrreryException.class);
        assertThat(group.get(2).get()).isInstanceOf(Outcome.Written.class);

        store.reading = _ -> {};
        assertThat(partition.submit(create("a", 2), PATIENT)).isInstanceOf(Outcome.Written.class);
        assertThat(partition.state().counters().items()).isEqualTo(4);
        assertThat(partition.failures()).isEqualTo(1);
        assertThat(partition.fault()).isEmpty();
      }
    }
  }

  @Test
  void damagedDataFailsWhatTouchesItAndIsReported() {
    try (GatedStore store = openGates();
        Partition partition = open(store, LIMITS)) {
      store.reading =
          failingAt(stored("a", "1"), () -> OrreryException.corrupted("The block is damaged."));

      assertFails(ErrorCode.CORRUPTED, () -> partition.submit(create("a", 1), PATIENT));
      assertThat(partition.submit(create("a", 2), PATIENT)).isInstanceOf(Outcome.Written.class);
      assertThat(partition.fault()).contains("The block is damaged.");
    }
  }

  @Test
  void aWriteThatFailsForLackOfMemoryIsNotThereAndTheNextOneIs() {
    try (GatedStore store = openGates();
        Partition partition = open(store, LIMITS)) {
      long before = partition.state().lsn();
      store.writing =
          () -> {
            throw new OutOfMemoryError("Java heap space");
          };
      assertFails(ErrorCode.UNAVAILABLE, () -> partition.submit(create("a", 1), PATIENT));
      store.writing = () -> {};

      assertThat(partition.submit(create("a", 1), PATIENT)).isInstanceOf(Outcome.Written.class);
      assertThat(partition.state().lsn()).isEqualTo(before + 1);
      try (PartitionView view = partition.view(Sandbox.START)) {
        assertThat(view.state().lsn()).isEqualTo(before + 1);
      }
      assertThat(partition.fault()).isEmpty();
    }
  }

  private static ProposalFailure.Fate fate(Partition partition, Duration patience) {
    try {
      throw new AssertionError(partition.submit(create("a", 1), patience).toString());
    } catch (ProposalFailure e) {
      return e.fate();
    }
  }

  @Test
  void whoeverGetsNoOutcomeLearnsWhatIsKnown() {
    try (GatedStore store = openGates();
        Partition partition = open(store, LIMITS)) {
      store.reading = failingAt(stored("a", "1"), () -> new IllegalStateException("a bug"));
      assertThat(fate(partition, PATIENT)).isEqualTo(ProposalFailure.Fate.NOT_CARRIED_OUT);
      store.reading = _ -> {};
      store.broken = true;
      assertThat(fate(partition, PATIENT)).isEqualTo(ProposalFailure.Fate.UNKNOWN);
      // The partition has stopped, so it did not even begin.
      assertThat(fate(partition, PATIENT)).isEqualTo(ProposalFailure.Fate.NOT_CARRIED_OUT);
    }
  }

  @Test
  void aCopyThatDoesNotLeadSaysSo() {
    try (GatedStore store = openGates()) {
      open(store, LIMITS).close();
      PartitionLog follower =
          (group, from) -> {
            group.get(from).refuse(ProposalFailure.notLeader("Another copy leads."));
            return 1;
          };
      byte[] before = StoreDigest.of(store);
      try (Partition partition =
          Partition.open(Sandbox.ID, store, LIMITS, new BatchMemory(), _ -> follower)) {
        assertThat(fate(partition, PATIENT)).isEqualTo(ProposalFailure.Fate.NOT_LEADER);
      }
      assertThat(StoreDigest.of(store)).isEqualTo(before);
    }
  }

  @Test
  void aStoppedPartitionSaysSo() {
    try (GatedStore store = openGates();
        Partition partition = open(store, LIMITS)) {
      store.broken = true;
      assertFails(ErrorCode.STORAGE_FAILED, () -> partition.submit(create("a", 2), PATIENT));

      assertThat(partition.fault()).hasValueSatisfying(fault -> assertThat(fault).contains("full"));
    }
  }

  @Test
  void whatCannotEvenBeToldDoesNotKeepCallersWaiting() {
    // The exception's own text fails, as everything does that needs memory.
    RuntimeException unspeakable =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new OutOfMemoryError("no memory for a message");
          }
        };
    try (CommandQueue queue =
        new CommandQueue(
            "partition",
            LIMITS,
            (_, _) -> {
              throw unspeakable;
            })) {
      for (int i = 0; i < 3; i++) {
        int id = i;
        assertThatThrownBy(() -> queue.submit(create("a", id), PATIENT))
            .isInstanceOf(OutOfMemoryError.class);
      }
      assertThat(queue.stopped()).isSameAs(unspeakable);
    }
  }

  @Test
  void errorsLeaveNoSnapshotAndNoCursorOpen() {
    try (GatedStore store = openGates();
        Partition partition = open(store, LIMITS)) {
      partition.submit(create("a", 1), PATIENT);
      Consumer<byte[]> noMemory =
          _ -> {
            throw new OutOfMemoryError("Java heap space");
          };
      try (PartitionView view = partition.view(Sandbox.START)) {
        int open = store.open.get();
        store.reading = noMemory;
        TermRange all = TermRange.of(IndexPath.parse("/n/?").segments());
        assertThatThrownBy(() -> view.terms(all, HashRange.FULL, Direction.FORWARD).close())
            .isInstanceOf(OutOfMemoryError.class);
        assertThat(store.open).hasValue(open);
      }
      // While a group is written, a view reads its state from the snapshot.
      store.reading = _ -> {};
      store.writing =
          () -> {
            store.reading = noMemory;
            assertThatThrownBy(() -> partition.view(Sandbox.START).close())
                .isInstanceOf(OutOfMemoryError.class);
            store.reading = _ -> {};
          };
      assertThat(partition.submit(create("a", 2), PATIENT)).isInstanceOf(Outcome.Written.class);
      assertThat(store.open).hasValue(0);
    }
  }

  @Test
  void closingEndsTheRunningGroupAndRefusesTheRest()
      throws InterruptedException, ExecutionException {
    GatedStore store = new GatedStore();
    store.gate.release();
    try (store;
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Partition partition = open(store, LIMITS);
      store.arrived.acquire();
      Future<Outcome> running = threads.submit(() -> partition.submit(create("a", 1), PATIENT));
      store.arrived.acquire();
      Future<?> closing = threads.submit(partition::close);
      while (!isClosed(partition)) {
        Thread.onSpinWait();
      }
      assertThat(running.isDone()).isFalse();
      store.gate.release(5);
      closing.get();
      assertThat(running.get()).isInstanceOf(Outcome.Written.class);
      assertThat(partition.find(key("a", "1"), Sandbox.START)).isPresent();
    }
  }

  private static boolean isClosed(Partition partition) {
    try {
      partition.submit(create("b", 1), Duration.ZERO);
      return false;
    } catch (OrreryException e) {
      return e.code() == ErrorCode.UNAVAILABLE;
    }
  }

  @Test
  void unknownPartitionsDoNotOpen() {
    try (Store store = new GatedStore()) {
      assertThat(Partition.exists(Sandbox.ID, store)).isFalse();
      assertFails(
          ErrorCode.CORRUPTED,
          () -> Partition.open(Sandbox.ID, store, LIMITS, new BatchMemory()).close());
    }
  }
}
