// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rocksdb.RocksDBException;

@Timeout(20)
class GroupCommitTest {
  private final List<Integer> groups = new CopyOnWriteArrayList<>();

  private static SerializedBatch batch(int valueBytes) {
    SerializedBatch batch = new SerializedBatch();
    batch.put(Family.ITEMS, bytes("a"), new byte[valueBytes]);
    return batch;
  }

  private static int count(byte[] group) {
    return ByteBuffer.wrap(group).order(ByteOrder.LITTLE_ENDIAN).getInt(Long.BYTES);
  }

  @Test
  void aBatchAloneGoesOutAtOnce() {
    GroupCommit commit = new GroupCommit((_, group, _) -> groups.add(count(group)), "memory");
    commit.write(batch(1), Durability.SYNCED);
    commit.write(batch(1), Durability.SYNCED);
    commit.stop();

    assertThat(groups).containsExactly(1, 1);
  }

  /// Whoever finds the disk free need not wake another thread.
  @Test
  void aBatchAloneIsWrittenByItsOwnThread() {
    List<Thread> writers = new CopyOnWriteArrayList<>();
    GroupCommit commit =
        new GroupCommit((_, _, _) -> writers.add(Thread.currentThread()), "memory");
    commit.write(batch(1), Durability.SYNCED);
    commit.stop();

    assertThat(writers).containsExactly(Thread.currentThread());
  }

  /// Callers that write themselves and the commit thread take turns, and nobody is forgotten.
  @Test
  @SuppressWarnings("ThreadPriorityCheck") // Yielding only makes it likelier that others come in.
  void everyBatchIsWrittenOnceWhoeverWritesIt() throws Exception {
    AtomicInteger written = new AtomicInteger();
    AtomicInteger inside = new AtomicInteger();
    GroupCommit commit =
        new GroupCommit(
            (_, group, _) -> {
              assertThat(inside.incrementAndGet()).isEqualTo(1);
              written.addAndGet(count(group));
              Thread.yield();
              inside.decrementAndGet();
            },
            "memory");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        writers.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 2000; n++) {
                    commit.write(batch(1), Durability.SYNCED);
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    commit.stop();
    assertThat(written).hasValue(16_000);
    assertThat(commit.batchesWritten()).isEqualTo(16_000);
  }

  @Test
  void whatWaitsWhileTheDiskIsBusyGoesOutTogether() throws Exception {
    GroupCommit commit = writeWhileBusy(50, 1);

    assertThat(groups).containsExactly(1, 50);
    assertThat(commit.batchesWritten()).isEqualTo(51);
    assertThat(commit.groupsSynced()).isEqualTo(2);
  }

  @Test
  void groupsHaveALimitedSize() throws Exception {
    writeWhileBusy(3, 3 << 20);

    assertThat(groups).containsExactly(1, 1, 1, 1);
  }

  @Test
  void groupsHaveALimitedCount() throws Exception {
    writeWhileBusy(1500, 1);

    assertThat(groups).containsExactly(1, 1024, 476);
  }

  /// The disk is synchronised for a group as soon as one in it asks for that.
  @Test
  void aGroupIsSyncedIfAnyOfItsBatchesIs() throws Exception {
    List<String> appended = new CopyOnWriteArrayList<>();
    Semaphore disk = new Semaphore(0);
    GroupCommit commit =
        new GroupCommit(
            (_, group, durability) -> {
              appended.add(count(group) + " " + durability);
              disk.acquireUninterruptibly();
            },
            "memory");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() -> commit.write(batch(1), Durability.UNSYNCED));
      while (appended.isEmpty()) {
        Thread.onSpinWait();
      }
      threads.execute(() -> commit.write(batch(1), Durability.UNSYNCED));
      threads.execute(() -> commit.write(batch(1), Durability.SYNCED));
      while (commit.waiting() < 2) {
        Thread.onSpinWait();
      }
      disk.release(2);
    }
    commit.stop();

    assertThat(appended).containsExactly("1 UNSYNCED", "2 SYNCED");
    assertThat(commit.batchesWritten()).isEqualTo(3);
    assertThat(commit.groupsSynced()).isEqualTo(1);
  }

  /// Lets batches queue up behind one that the disk is busy with.
  private GroupCommit writeWhileBusy(int count, int bytes) throws Exception {
    Semaphore disk = new Semaphore(0);
    GroupCommit commit =
        new GroupCommit(
            (_, group, _) -> {
              groups.add(count(group));
              disk.acquireUninterruptibly();
            },
            "memory");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writes = new ArrayList<>();
      writes.add(threads.submit(() -> commit.write(batch(1), Durability.SYNCED)));
      while (groups.isEmpty()) {
        Thread.onSpinWait();
      }
      for (int i = 0; i < count; i++) {
        writes.add(threads.submit(() -> commit.write(batch(bytes), Durability.SYNCED)));
      }
      while (commit.waiting() < count) {
        Thread.onSpinWait();
      }
      disk.release(count + 1);
      for (Future<?> write : writes) {
        write.get();
      }
    }
    commit.stop();
    return commit;
  }

  @Test
  void afterAFailureNothingIsWritten() throws Exception {
    Semaphore disk = new Semaphore(0);
    GroupCommit commit =
        new GroupCommit(
            (_, group, _) -> {
              groups.add(count(group));
              disk.acquireUninterruptibly();
              throw new RocksDBException(
                  "While appending to file: /data/000007.log: No space left on device");
            },
            "/data");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writes = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        writes.add(threads.submit(() -> commit.write(batch(1), Durability.SYNCED)));
      }
      disk.release();
      for (Future<?> write : writes) {
        assertThatThrownBy(write::get)
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOfSatisfying(OrreryException.class, GroupCommitTest::checkRefusal);
      }
    }
    assertThatThrownBy(() -> commit.write(batch(1), Durability.SYNCED))
        .isInstanceOfSatisfying(OrreryException.class, GroupCommitTest::checkRefusal);
    commit.stop();

    assertThat(groups).hasSize(1);
    assertThat(commit.isWritable()).isFalse();
  }

  private static void checkRefusal(OrreryException e) {
    assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FAILED);
    assertThat(e).hasMessageContaining("No space left on device");
    // Clients get to see this.
    assertThat(e).message().doesNotContain("/data");
    assertThat(e).cause().hasMessageContaining("/data/000007.log");
  }

  @Test
  void aLackOfMemoryRefusesTheBatchesItIsForAndNoOthers() throws Exception {
    Semaphore disk = new Semaphore(0);
    GroupCommit commit =
        new GroupCommit(
            (_, group, _) -> {
              groups.add(count(group));
              disk.acquireUninterruptibly();
            },
            GroupCommitTest::concatenateLittle,
            "memory");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> first = threads.submit(() -> commit.write(batch(1), Durability.SYNCED));
      while (groups.isEmpty()) {
        Thread.onSpinWait();
      }
      List<Future<?>> small = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        small.add(threads.submit(() -> commit.write(batch(1), Durability.SYNCED)));
      }
      Future<?> large = threads.submit(() -> commit.write(batch(5000), Durability.SYNCED));
      while (commit.waiting() < 4) {
        Thread.onSpinWait();
      }
      disk.release(100);
      first.get();
      for (Future<?> each : small) {
        each.get();
      }
      assertThatThrownBy(large::get)
          .cause()
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }
    commit.write(batch(1), Durability.SYNCED);
    commit.stop();

    assertThat(commit.isWritable()).isTrue();
    assertThat(groups).containsExactly(1, 1, 1, 1, 1);
  }

  /// There is no memory for more than a few bytes.
  private static byte[] concatenateLittle(List<SerializedBatch> batches) {
    if (batches.stream().mapToInt(SerializedBatch::bytes).sum() > 20) {
      throw new OutOfMemoryError("no room for the group");
    }
    return SerializedBatch.group(batches);
  }

  @Test
  void whateverGoesWrongEveryoneHearsOfIt() {
    GroupCommit commit =
        new GroupCommit(
            (_, group, _) -> groups.add(count(group)),
            _ -> {
              throw new IllegalStateException("a bug");
            },
            "memory");

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> commit.write(batch(1), Durability.SYNCED))
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FAILED));
    }
    commit.stop();
    assertThat(groups).isEmpty();
  }

  @Test
  void anInterruptWaitsForTheOutcome() {
    GroupCommit commit = new GroupCommit((_, group, _) -> groups.add(count(group)), "memory");
    Thread.currentThread().interrupt();
    commit.write(batch(1), Durability.SYNCED);

    assertThat(Thread.interrupted()).isTrue();
    commit.stop();
    assertThat(groups).containsExactly(1);
  }
}
