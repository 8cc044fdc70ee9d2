// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static io.orrery.storage.Family.ITEMS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.storage.RocksOptions.LogFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// Logs in files that were used before: what was acknowledged is there after a crash, or the store
/// says that it is damaged.
class LogRecoveryTest {
  private static final long SEED = 20261117;
  private static final int FLIPS = 20;
  private static final int BLOCK_BYTES = 32 << 10;
  private static final int OLD_BYTES_MIN = 100_000;

  /// Memtables and logs so small that files are used again after a few thousand writes.
  private static final RocksSettings SMALL = new RocksSettings(8 << 20, 0, 1 << 20, 1 << 20, 2, 64);

  @TempDir private Path parent;
  private final Random random = new Random(SEED);
  private RocksFiles files;
  private int copies;

  /// How many keys were written, from 0 on.
  private int written;

  @BeforeEach
  void open() {
    files = RocksFiles.open(new DataDirectory(parent.resolve("live")), SMALL);
  }

  @AfterEach
  void close() {
    files.close();
  }

  @Test
  void everythingIsThereAfterACrash() throws Exception {
    useAFileAgain();
    Path crashed = crash();

    assertThat(keysIn(crashed)).isEqualTo(written);
    assertThat(crashed.resolve("CLOSED")).exists();
    assertThat(keysIn(crashed)).isEqualTo(written);
  }

  @Test
  void nothingIsCutOffThatWasAcknowledged() throws Exception {
    useAFileAgain();
    Path crashed = crash();
    Map<String, Long> intact = new TreeMap<>();
    for (Path log : logs(crashed)) {
      intact.put(log.getFileName().toString(), LogFile.read(log).intact());
    }
    new DataDirectory(crashed).wholeLogs(DirectoryClaim.of(crashed));

    for (Path log : logs(crashed)) {
      assertThat(Files.size(log)).isEqualTo(intact.get(log.getFileName().toString()));
    }
  }

  @Test
  void damageBeforeTheLastWriteIsFound() throws Exception {
    long last = writeBehind(1000, Durability.SYNCED);
    // A damaged head leads nowhere, so what follows is found in another block only.
    long block = last / BLOCK_BYTES * BLOCK_BYTES;
    for (int i = 0; i < FLIPS; i++) {
      Path crashed = crash();
      Path log = newestLog(crashed).path();
      long place = i == 0 ? insideARecordBefore(last) : random.nextLong(block);
      flip(log, place);
      Map<String, Long> before = sizes(crashed);

      assertThatThrownBy(() -> keysIn(crashed))
          .as("seed %d, byte %d of %d", SEED, place, last)
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
      assertThat(sizes(crashed)).containsAllEntriesOf(before);
    }
  }

  @Test
  void damageInTheLastWriteIsTakenForItsEnd() throws Exception {
    long last = writeBehind(1000, Durability.SYNCED);
    Path crashed = crash();
    flip(newestLog(crashed).path(), last + 500);

    assertThat(keysIn(crashed)).isEqualTo(written - 1);
  }

  @Test
  void damageInTheEarlierLifeOfAFileIsNothing() throws Exception {
    useAFileAgain();
    for (int i = 0; i < FLIPS / 4; i++) {
      Path crashed = crash();
      LogFile log = newestLog(crashed);
      long old = Files.size(log.path()) - log.intact();
      flip(log.path(), log.intact() + random.nextLong(old));

      assertThat(keysIn(crashed)).isEqualTo(written);
    }
  }

  /// Of a write that takes several blocks, power loss may leave any pages.
  @Test
  void aTornWriteIsNoDamage() throws Exception {
    long begin = writeBehind(90_000, Durability.SYNCED);
    long end = newestLog(parent.resolve("live")).intact();
    for (int i = 0; i < FLIPS / 4; i++) {
      Path crashed = crash();
      long page = begin + random.nextLong(end - begin - 1) & -4096;
      overwrite(newestLog(crashed).path(), Math.max(begin, page), Math.min(end, page + 4096));

      assertThat(keysIn(crashed)).as("page at %d", page).isEqualTo(written - 1);
    }
  }

  @Test
  void writesThatWereNotSyncedMayBeLostInAnyOrder() throws Exception {
    long first = writeBehind(1000, Durability.UNSYNCED, Durability.UNSYNCED, Durability.SYNCED);
    Path crashed = crash();
    flip(newestLog(crashed).path(), first + 500);

    assertThat(keysIn(crashed)).isEqualTo(written - 3);
  }

  @Test
  void aWriteBehindASyncedOneProvesThatAllBeforeWereDurable() throws Exception {
    long first = writeBehind(1000, Durability.UNSYNCED, Durability.SYNCED, Durability.SYNCED);
    Path crashed = crash();
    flip(newestLog(crashed).path(), first + 500);

    assertThatThrownBy(() -> keysIn(crashed)).hasMessageContaining("acknowledged writes follow");
  }

  @Test
  void aLogInUseIsNotTouched() throws Exception {
    write(1000, Durability.SYNCED);
    try (DirectoryClaim claim = DirectoryClaim.of(crash())) {
      assertThat(claim.alone(() -> "alone")).isEqualTo("alone");
    }
    assertThatThrownBy(() -> DirectoryClaim.of(parent.resolve("live")))
        .hasMessageContaining("in use");
  }

  @Test
  void logsOfBuildsThatNeverUsedAFileAgainAreRead() throws Exception {
    Path plain = plain();

    assertThat(LogFile.read(newestLog(plain).path()).form()).isEqualTo(LogFile.Form.PLAIN);
    assertThat(keysIn(copy(plain))).isEqualTo(100);
    Path damaged = copy(plain);
    flip(newestLog(damaged).path(), Files.size(newestLog(damaged).path()) / 2);
    assertThatThrownBy(() -> keysIn(damaged)).hasMessageContaining("checksum mismatch");
  }

  @Test
  void noiseIsNoLog() throws Exception {
    for (int i = 0; i < 50; i++) {
      byte[] noise = new byte[random.nextInt(100_000)];
      random.nextBytes(noise);
      Path file = parent.resolve("000007.log");
      Files.write(file, noise);

      assertThat(LogFile.read(file).intact()).isIn(0L, (long) noise.length);
    }
  }

  /// What a build without logs that are used again leaves when it is killed.
  private Path plain() throws Exception {
    Path directory = parent.resolve("plain");
    RocksFiles.open(new DataDirectory(directory), SMALL).close();
    try (RocksOptions options = new RocksOptions(SMALL);
        WriteOptions synced = new WriteOptions().setSync(true)) {
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB database =
          RocksDB.open(
              options.database(false, true, LogFiles.RECOVERED_PLAIN),
              directory.toString(),
              options.families(),
              handles)) {
        for (int i = 0; i < 100; i++) {
          try (WriteBatch batch = new WriteBatch(SerializedBatch.group(List.of(batch(i, 100))))) {
            database.write(synced, batch);
          }
        }
        Path copy = copy(directory);
        handles.forEach(ColumnFamilyHandle::close);
        Files.deleteIfExists(copy.resolve("CLOSED"));
        new DataDirectory(copy).seal();
        return copy;
      }
    }
  }

  /// Until the newest log has records of this life, and behind them some of an earlier one.
  private void useAFileAgain() throws Exception {
    LogFile log;
    do {
      write(random.nextInt(1, 20_000), Durability.SYNCED);
      log = newestLog(parent.resolve("live"));
    } while (log.intact() < OLD_BYTES_MIN || Files.size(log.path()) < log.intact() + OLD_BYTES_MIN);
  }

  /// Writes behind the others in such a log, and gives where; from the beginning if RocksDB goes on
  /// to another log meanwhile.
  private long writeBehind(int bytes, Durability... writes) throws Exception {
    LogFile log;
    do {
      useAFileAgain();
      write(1000, Durability.SYNCED);
      log = newestLog(parent.resolve("live"));
      for (Durability durability : writes) {
        write(bytes, durability);
      }
    } while (newestLog(parent.resolve("live")).number() != log.number());
    return log.intact();
  }

  /// Neither in a head nor in the rest of a block that has no room for one.
  private static long insideARecordBefore(long place) {
    long inside = place - 500;
    long offset = inside % BLOCK_BYTES;
    return offset < 16 || offset > BLOCK_BYTES - 16 ? inside - 100 : inside;
  }

  private void write(int bytes, Durability durability) throws RocksDBException {
    SerializedBatch batch = batch(written++, bytes);
    files.append(List.of(batch), SerializedBatch.group(List.of(batch)), durability);
  }

  private SerializedBatch batch(int key, int bytes) {
    byte[] value = new byte[bytes];
    random.nextBytes(value);
    SerializedBatch batch = new SerializedBatch();
    batch.put(ITEMS, bytes("key%06d".formatted(key)), value);
    return batch;
  }

  /// The directory as it would be found if the process were killed now.
  private Path crash() throws Exception {
    files.database().pauseBackgroundWork();
    try {
      return copy(parent.resolve("live"));
    } finally {
      files.database().continueBackgroundWork();
    }
  }

  private Path copy(Path directory) throws IOException {
    Path copy = Files.createDirectory(parent.resolve("copy" + copies++));
    try (var all = Files.list(directory)) {
      for (Path file : all.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  private static int keysIn(Path directory) {
    try (Store store = RocksStore.open(directory, SMALL)) {
      return Bytes.forward(store, ITEMS, KeyRange.ALL).size();
    }
  }

  private static List<Path> logs(Path directory) throws IOException {
    try (var all = Files.list(directory)) {
      return all.filter(file -> file.toString().endsWith(LogFile.SUFFIX)).sorted().toList();
    }
  }

  private static LogFile newestLog(Path directory) throws IOException {
    return LogFile.read(logs(directory).getLast());
  }

  private static Map<String, Long> sizes(Path directory) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    for (Path log : logs(directory)) {
      sizes.put(log.getFileName().toString(), Files.size(log));
    }
    return sizes;
  }

  private static void flip(Path file, long position) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, position);
      one.put(0, (byte) ~one.get(0)).flip();
      channel.write(one, position);
    }
  }

  private void overwrite(Path file, long from, long to) throws IOException {
    byte[] noise = new byte[(int) (to - from)];
    random.nextBytes(noise);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(noise), from);
    }
  }
}
